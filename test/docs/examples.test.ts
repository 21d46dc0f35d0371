import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { readFullForm } from "#generator/cli/full-form.js";
import { parseClient } from "#runtime/formats/parse-client.js";
import { parseProfile } from "#runtime/formats/parse-profile.js";
import { parseProvider } from "#runtime/formats/parse-provider.js";
import { root } from "../tree.js";
import { inLanguage, writeProject, type Block } from "./project.js";

const test = suite("examples of the documentation");

test("TypeScript compiles against the SDK of a project like the one that the pages describe", async () => {
  const folder = join(root, ".build", "docs-examples");
  const files = await writeProject(folder, inLanguage("ts"));
  assert.ok(files.length > 30, `${files.length} blocks`);
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
    const parts = words?.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", ""));
    return parts === undefined ? [] : [{ file, words: parts }];
  });
  assert.ok(commands.length > 10);
  for (const { file, words } of commands) {
    const { kind } = await readFullForm(words);
    assert.is(kind, "invocation", `${file}: ${words.join(" ")}`);
  }
});

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
