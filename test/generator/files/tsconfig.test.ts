import { readTsconfig } from "#generator/files/tsconfig.js";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder, type Files } from "../folder.js";

const test = suite("tsconfig");

async function valuesFor(files: Files, folder = "src/generated"): Promise<ReturnType<typeof readTsconfig>> {
  return withFolder(files, (root) => readTsconfig(join(root, folder)));
}

const TS = { compilerOptions: { allowImportingTsExtensions: true } };

test("tsconfig: without one, imports end in .js", async () => {
  assert.equal(await valuesFor({}), { importExtension: ".js", allowJs: false });
});

test("tsconfig: the flag may have either name, and stand above the output folder", async () => {
  assert.is((await valuesFor({ "tsconfig.json": TS })).importExtension, ".ts");
  const rewriting = { compilerOptions: { rewriteRelativeImportExtensions: true } };
  assert.is((await valuesFor({ "src/tsconfig.json": rewriting })).importExtension, ".ts");
});

test("tsconfig: the nearest counts", async () => {
  const files = { "tsconfig.json": TS, "src/tsconfig.json": {} };
  assert.is((await valuesFor(files)).importExtension, ".js");
});

test("tsconfig: comments and trailing commas are fine", async () => {
  const text = '// yes\n{ "compilerOptions": { /* so */ "allowImportingTsExtensions": true, }, }';
  assert.is((await valuesFor({ "tsconfig.json": text })).importExtension, ".ts");
});

test("tsconfig: what looks like a comment in a string is none", async () => {
  const text = '{ "x": "/*", "y": "//\\"", "compilerOptions": { "allowJs": true, "z": "*/,}" , } }';
  assert.is((await valuesFor({ "tsconfig.json": text })).allowJs, true);
});

test("tsconfig: extends by path, with and without ending; a file wins over what it extends", async () => {
  for (const name of ["./base.json", "./base"]) {
    assert.is((await valuesFor({ "tsconfig.json": { extends: name }, "base.json": TS })).importExtension, ".ts");
  }
  const own = { extends: "./base.json", compilerOptions: { allowImportingTsExtensions: false } };
  assert.is((await valuesFor({ "tsconfig.json": own, "base.json": TS })).importExtension, ".js");
});

test("tsconfig: in a list the later wins, through more than one step", async () => {
  const off = { compilerOptions: { allowImportingTsExtensions: false } };
  const files = { "on.json": { extends: "./deep.json" }, "deep.json": TS, "off.json": off };
  const extending = (...names: string[]) => ({ ...files, "tsconfig.json": { extends: names } });
  assert.is((await valuesFor(extending("./on", "./off"))).importExtension, ".js");
  assert.is((await valuesFor(extending("./off", "./on"))).importExtension, ".ts");
});

test("tsconfig: extends a package, by name, by file, and through its exports", async () => {
  const files: Files = {
    "node_modules/plain/tsconfig.json": TS,
    "node_modules/@scope/named/node.json": TS,
    "node_modules/exporting/package.json": { name: "exporting", exports: { "./strict": "./configs/strict.json" } },
    "node_modules/exporting/configs/strict.json": TS,
  };
  for (const name of ["plain", "plain/tsconfig.json", "plain/tsconfig", "@scope/named/node", "exporting/strict"]) {
    assert.is((await valuesFor({ ...files, "tsconfig.json": { extends: name } })).importExtension, ".ts", name);
  }
});

test("tsconfig: a circle, a base that is not there, nonsense: read as far as it goes", async () => {
  const circle = { ...TS, extends: "./other.json" };
  assert.is(
    (await valuesFor({ "tsconfig.json": circle, "other.json": { extends: "./tsconfig.json" } })).importExtension,
    ".ts",
  );
  assert.is((await valuesFor({ "tsconfig.json": { ...TS, extends: ["./gone", 5] } })).importExtension, ".ts");
  for (const text of ["", "null", "[]", '{"compilerOptions":[1]}', "[".repeat(50_000)]) {
    assert.is((await valuesFor({ "tsconfig.json": text })).importExtension, ".js", text.slice(0, 30));
  }
});

test("tsconfig: allowJs, or checkJs, which implies it", async () => {
  assert.is((await valuesFor({ "tsconfig.json": { compilerOptions: { allowJs: true } } })).allowJs, true);
  assert.is((await valuesFor({ "tsconfig.json": { compilerOptions: { checkJs: true } } })).allowJs, true);
  assert.is(
    (await valuesFor({ "tsconfig.json": { compilerOptions: { checkJs: true, allowJs: false } } })).allowJs,
    false,
  );
});

test("tsconfig: a comment without end takes time in proportion to its length", async () => {
  assert.is((await valuesFor({ "tsconfig.json": `{${" /* ".repeat(1_000_000)}` })).importExtension, ".js");
});

test.run();
