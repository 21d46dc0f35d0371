import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { generate } from "#generator/generate.js";
import { Reader } from "#generator/project/reader.js";
import { hasShared, root, shared } from "../../tree.js";
import { casesIn, diagnosticsText, filesUnder, snapshots } from "../snapshots/cases.js";
import { compilers } from "./compilers.js";

const test = suite("compile");

const types = join(root, "test", "types");
const usage = filesUnder(types).map((path) => join(types, path));
const emitted = snapshotFiles();
const files = [...usage, ...emitted, ...exampleFiles(emitted), ...(hasShared ? await corpusFiles() : [])];
if (!hasShared) console.log("skipped: the corpus of real definitions is not here; only the snapshots are compiled");

for (const { version, check } of compilers) {
  test(`everything emitted compiles on TypeScript ${version}, and misuse of it does not`, async () => {
    assert.is(await check(files), "");
  });
}

/** The code in documentation comments of providers, a file each. */
function exampleFiles(modules: readonly string[]): readonly string[] {
  const providers = modules.filter((path) => /\/providers\/(?!.*\.definition\.ts$)/.test(path));
  return providers.map((path, index) => {
    const text = readFileSync(path, "utf8");
    const code = /^ \* @example\n((?: \* .*\n)+) \*\/\nexport function (\w+)/m.exec(text);
    assert.ok(code, `${path} has no example`);
    const [, lines = "", create = ""] = code;
    const file = join(root, ".build", "compile", "examples", `${index}.ts`);
    const source = `import { ${create} } from ${JSON.stringify(path)};\n${lines.replaceAll(/^ \* /gm, "")}`;
    return write(file, `${source}void value;\n${variablesIn(lines)}`);
  });
}

/** Declares the variables of an example: `{ token }`, `{ "caller-id": callerId }`. */
function variablesIn(code: string): string {
  const names = code.matchAll(/(?<=[{,] |[{,] (?:"[^"]*"|\w+): )[A-Za-z_]\w*(?=,| \})/g);
  const type = (name: string) => (name === "sign" ? "() => { [header: string]: string }" : "string");
  const distinct = new Set(Array.from(names, ([name]) => name));
  return Array.from(distinct, (name) => `declare const ${name}: ${type(name)};\n`).join("");
}

/** Emitted files, and the maps that fit them. */
function snapshotFiles(): readonly string[] {
  return casesIn(snapshots).flatMap((name) =>
    ["generated", "client"].flatMap((part) =>
      filesUnder(join(snapshots, name, part))
        .filter((path) => path.endsWith(".ts"))
        .map((path) => join(snapshots, name, part, path)),
    ),
  );
}

/** An SDK of all real definitions, written below the repository so that it finds the runtime. */
async function corpusFiles(): Promise<readonly string[]> {
  const folder = join(root, ".build", "corpus");
  const definitions = readdirSync(join(shared, "corpus", "providers"));
  rmSync(folder, { recursive: true, force: true });
  const names = definitions.map((file) => copyDefinition(join(shared, "corpus", "providers", file), folder));
  const client = { providers: Object.fromEntries(names.map((name) => [name, {}])) };
  const config = join(folder, "client", "client.json");
  writeFileSync(config, JSON.stringify(client));
  const out = join(folder, "generated");
  const places = { root: folder, config, isConfigGiven: true, definitions: [], out };
  const { issues, output } = await generate(places, new Reader(folder));
  assert.ok(output, diagnosticsText(issues));
  return output.files.map(({ path, text }) => write(join(out, path), text));
}

function copyDefinition(file: string, folder: string): string {
  const text = readFileSync(file, "utf8");
  const { name } = JSON.parse(text) as { name: string };
  write(join(folder, "client", "providers", `${name}.json`), text);
  return name;
}

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test.run();
