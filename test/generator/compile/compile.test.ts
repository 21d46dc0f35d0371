import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { casesIn, filesUnder, snapshots } from "../snapshots/cases.js";
import { compilers } from "./compilers.js";

const test = suite("compile");

const types = join(root, "test", "types");
const usage = filesUnder(types).map((path) => join(types, path));
const emitted = snapshotFiles();
const files = [...usage, ...emitted, ...exampleFiles(emitted)];

for (const { version, check } of compilers) {
  test(`everything emitted compiles on TypeScript ${version}, and misuse of it does not`, async () => {
    assert.is(await check(files), "");
  });
}

/** The code in documentation comments of providers, a file each. */
function exampleFiles(modules: readonly string[]): readonly string[] {
  const providers = modules.filter((path) => /\/providers\/(?!.*\.(?:definition|pages)\.ts$)/.test(path));
  return providers.map((path, index) => {
    const text = readFileSync(path, "utf8");
    const code = /^ \* @example\n((?: \* .*\n)+) \*\/\nexport function (\w+)/m.exec(text);
    assert.ok(code, `${path} has no example`);
    const [, lines = "", create = ""] = code;
    const file = join(root, ".build", "compile", "examples", `${index}.ts`);
    const source = `import { ${create} } from ${JSON.stringify(path)};\n${lines.replaceAll(/^ \* /gm, "")}`;
    const use = lines.includes("const value") ? "void value;\n" : "";
    return write(file, `${source}${use}${variablesIn(lines)}`);
  });
}

/** Declares the variables of an example: `{ token }`, `{ "caller-id": callerId }`. */
function variablesIn(code: string): string {
  const names = code.matchAll(/(?<=[{,] |[{,] (?:"[^"]*"|\w+): )[A-Za-z_]\w*(?=,| \})/g);
  const types = { sign: "() => { [header: string]: string }", json: "never" };
  const type = (name: string) => Object.entries(types).find(([each]) => each === name)?.[1] ?? "string";
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

function write(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

test.run();
