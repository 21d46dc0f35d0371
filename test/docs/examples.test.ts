import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readFullForm } from "#generator/cli/full-form.js";
import { generate } from "#generator/generate.js";
import { Reader } from "#generator/project/reader.js";
import { parseClient } from "#runtime/formats/parse-client.js";
import { parseProfile } from "#runtime/formats/parse-profile.js";
import { parseProvider } from "#runtime/formats/parse-provider.js";
import { root } from "../tree.js";
import { codeBlocksOf, pages, type CodeBlock } from "./markdown.js";

const test = suite("examples of the documentation");

/** A block of code, and the page that it stands on. */
interface Block extends CodeBlock {
  readonly file: string;
}

const blocks: readonly Block[] = pages.flatMap((page) =>
  codeBlocksOf(page).map((block) => ({ ...block, file: page.file })),
);
const inLanguage = (language: string): readonly Block[] => blocks.filter((block) => block.language === language);

test("TypeScript compiles against the SDK of a project like the one that the pages describe", async () => {
  const folder = join(root, ".build", "docs-examples");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "test", "docs", "project"), folder, { recursive: true });
  // Sources of the project are not compiled with the tests.
  for (const [text, source] of SOURCES) renameSync(join(folder, "src", text), join(folder, "src", source));
  const files = inLanguage("ts").map((block) => writeBlock(folder, block));
  assert.ok(files.length > 30, `${files.length} blocks`);
  await writeSdk(folder);
  assert.is(compile(folder), "");
});

test("JSON is what it says it is, without an error", () => {
  const found = inLanguage("json").map((block) => ({ ...block, issues: issuesOf(block) }));
  const documents = found.filter(({ issues }) => issues !== undefined);
  assert.ok(documents.length > 12, `${documents.length} documents`);
  for (const { file, line, issues } of documents.filter(({ file }) => file !== "docs/diagnostics.md")) {
    const errors = issues?.filter(({ severity }) => severity === "error") ?? [];
    assert.equal(errors, [], `${file}:${line}`);
  }
});

test("commands are ones that the command line knows", async () => {
  const lines = inLanguage("sh").flatMap(({ code, file }) => code.split("\n").map((line) => ({ file, line })));
  const commands = lines.flatMap(({ file, line }) => {
    const [, words] = /^(?:exec )?npx sdkwright ([^#]*)/.exec(line) ?? [];
    return words === undefined ? [] : [{ file, words: words.trim().split(/\s+/) }];
  });
  assert.ok(commands.length > 10);
  for (const { file, words } of commands) {
    const { kind } = await readFullForm(words);
    assert.is(kind, "invocation", `${file}: ${words.join(" ")}`);
  }
});

const SOURCES = [
  ["globals.txt", "globals.ts"],
  ["undici.txt", "undici.d.ts"],
] as const;

/** A first line may name the file: `// src/maps/send-sms.pigeon.ts`. */
function writeBlock(folder: string, { file, line, code }: Block): string {
  const [, named] = /^\/\/ (src\/\S+\.ts)\n/.exec(code) ?? [];
  const path = join(folder, named ?? `src/${file.replaceAll("/", "-").replace(/\.md$/, "")}-${line}.ts`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${code}\nexport {};\n`);
  return path;
}

/** The SDK of the whole project, and those of providers that would demand something of every client. */
async function writeSdk(folder: string): Promise<void> {
  const definitions = ["parameters", "recipes"].flatMap((name) => filesIn(join(folder, name)));
  const client = join(folder, "client", "client.json");
  await writeOutput(folder, { config: client, definitions: [] });
  await writeOutput(folder, { config: join(folder, "none.json"), definitions });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => join(folder, name));
}

async function writeOutput(
  folder: string,
  inputs: { readonly config: string; readonly definitions: readonly string[] },
): Promise<void> {
  const out = join(folder, "src", "generated");
  const { output, issues } = await generate({ root: folder, isConfigGiven: false, out, ...inputs }, new Reader(folder));
  assert.ok(output, JSON.stringify(issues));
  for (const { path, text } of output.files) {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  }
}

/** What the compiler says, by page and line as far as it can be told. */
function compile(folder: string): string {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    types: ["node"],
    skipLibCheck: true,
  };
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    encoding: "utf8",
    cwd: folder,
  });
  return stdout + stderr;
}

type Issues = ReturnType<typeof parseClient>["issues"];

/** What is wrong with a document of one of the formats; `undefined` for other JSON. */
function issuesOf({ code, file, line }: Block): Issues | undefined {
  let json: unknown;
  assert.not.throws(() => (json = JSON.parse(code)), `${file}:${line}`);
  const keys = Object.keys(json as object);
  if (keys.includes("services") && keys.includes("name")) return parseProvider(json).issues;
  if (keys.includes("usecases") && keys.includes("name")) return parseProfile(json).issues;
  const isClient = keys.every((key) => ["$schema", "profiles", "providers"].includes(key));
  return isClient && basename(file) !== "ci.md" ? parseClient(json).issues : undefined;
}

test.run();
