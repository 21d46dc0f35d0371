import { suite } from "uvu";
import * as assert from "uvu/assert";
import { contains, type FilesOfTsconfig } from "#generator/project/tsconfig.js";
import { ts } from "#generator/emit/ts-morph.js";
import { tsconfigOf } from "#generator/project/load-tsconfig.js";
import { withFolder } from "../folder.js";
import { join } from "node:path";

const test = suite("the files of a tsconfig");

function project(config: FilesOfTsconfig["config"]): FilesOfTsconfig {
  return { path: "/work/app/tsconfig.json", config };
}

const FILES = [
  "index.ts",
  "src/index.ts",
  "src/generated/index.ts",
  "src/.hidden/index.ts",
  "src/node_modules/acme/index.ts",
  "lib/src/generated/index.ts",
  "../shared/index.ts",
  "src.v2/index.ts",
];
const PATHS = FILES.map((file) => join("/work/app", file));
const matching = ts as unknown as { matchFiles: (...args: readonly unknown[]) => string[] };
const SEGMENTS = [
  "src",
  "generated",
  "**",
  "*",
  "s*",
  "*c",
  "s?c",
  "**",
  "lib",
  "..",
  ".hidden",
  ".*",
  "src.v2",
  "*.*",
  "???",
];
const LAST = ["index.ts", "*", "*.ts", "index.*", "**", "src", "generated", "*.tsx", "i*e*.ts", "?ndex.ts", "**/*", ""];

/** A file system with nothing but these files. */
const host: ts.ParseConfigHost = {
  useCaseSensitiveFileNames: true,
  fileExists: (path) => PATHS.includes(path),
  readFile: () => undefined,
  readDirectory: (root, extensions, excludes, includes) =>
    matching.matchFiles(root, extensions, excludes, includes, true, "/", undefined, entriesIn, (path: string) => path),
};

function entriesIn(folder: string): { files: string[]; directories: string[] } {
  const top = folder.endsWith("/") ? folder : `${folder}/`;
  const below = PATHS.filter((path) => path.startsWith(top)).map((path) => path.slice(top.length).split("/"));
  const names = (isFile: boolean) =>
    below.filter((parts) => (parts.length === 1) === isFile).map(([name = ""]) => name);
  return { files: names(true), directories: [...new Set(names(false))] };
}

test("what people write means what TypeScript says that it means", () => {
  for (const first of ["", ...SEGMENTS]) {
    for (const second of ["", ...SEGMENTS]) {
      const patterns = LAST.map((last) => [first, second, last].filter((part) => part !== "").join("/"));
      for (const pattern of patterns.filter((each) => each !== "" && !/(?:\*\*.*|\.\.\/)\.\./.test(each))) {
        const configs = [{ exclude: [pattern] }, ...(pattern.endsWith("**") ? [] : [{ include: [pattern] }])];
        for (const config of configs) {
          const { fileNames } = ts.parseJsonConfigFileContent(config, host, "/work/app");
          const found = PATHS.filter((path) => contains(project(config), path));
          const named = JSON.stringify(config);
          assert.equal(
            found,
            PATHS.filter((path) => fileNames.includes(path)),
            named,
          );
        }
      }
    }
  }
});

test("what is not said: everything but what is built, installed or hidden; nothing beside `files`", () => {
  const is = (config: object, file: string) => contains(project(config), join("/work/app", file));
  assert.is(is({}, "src/index.ts"), true);
  assert.is(is({}, "../index.ts"), false);
  assert.is(is({}, "src/.x/index.ts"), false);
  assert.is(is({}, "node_modules/x/index.ts"), false);
  assert.is(is({ compilerOptions: { outDir: "./dist" } }, "dist/index.ts"), false);
  assert.is(is({ compilerOptions: { outDir: "./dist" }, exclude: [] }, "dist/index.ts"), true);
  assert.is(is({ compilerOptions: { outDir: 5 } }, "dist/index.ts"), true);
  assert.is(is({ files: [] }, "src/index.ts"), false);
  assert.is(is({ files: ["src/index.ts"], exclude: ["src"] }, "src/index.ts"), true);
  assert.is(is({ include: [5, "src"] }, "src/index.ts"), true);
  assert.is(is({ include: ["/work/other/**/*"] }, "../other/index.ts"), true);
});

/** As a regular expression, four stars took 10 s, and each further one six times as long. */
test("many stars in one name, or across folders, take no time", async () => {
  const name = "a".repeat(200);
  const deep = `${"a/".repeat(100)}generated`;
  const cases: readonly (readonly [string, string, boolean])[] = [
    [`src/${"*a".repeat(30)}b/index.ts`, `src/${name}`, false],
    [`src/${"*a".repeat(30)}/index.ts`, `src/${name}`, true],
    [`${"**/a/".repeat(30)}b/index.ts`, deep, false],
    [`${"**/a/".repeat(30)}**/index.ts`, deep, true],
    [`${"**/".repeat(100_000)}index.ts`, deep, true],
    [`${"*".repeat(1_000_000)}b/index.ts`, name, false],
  ];
  for (const [pattern, folder, isOurs] of cases) {
    const app = { compilerOptions: { noEmit: true, moduleResolution: "bundler" } };
    const files = { "tsconfig.json": { files: [], references: [{ path: "./app.json" }] } };
    for (const [patterns, isFound] of [
      [{ include: [pattern] }, isOurs],
      [{ exclude: [pattern] }, !isOurs],
    ] as const) {
      await withFolder({ ...files, "app.json": { ...app, ...patterns } }, async (root) => {
        const { importExtension } = await tsconfigOf(join(root, folder));
        assert.is(importExtension, isFound ? "" : ".js", pattern.slice(0, 50));
      });
    }
  }
});

test.run();
