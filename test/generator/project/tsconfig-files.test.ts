import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { tsconfigOf } from "#generator/project/load-tsconfig.js";
import { withFolder } from "../folder.js";

const test = suite("the files of a tsconfig");

const CASES: readonly (readonly [config: object, folder: string, isOurs: boolean])[] = [
  [{}, "src", true],
  [{}, "src/.x", false],
  [{}, "node_modules/x", false],
  [{ compilerOptions: { outDir: "./dist" } }, "dist", false],
  [{ compilerOptions: { outDir: "./dist" }, exclude: [] }, "dist", true],
  [{ files: [] }, "src", false],
  [{ files: ["src/index.ts"], exclude: ["src"] }, "src", true],
  [{ include: ["src"] }, "src/generated", true],
  [{ include: ["src/**/*.ts"] }, "lib", false],
  [{ include: ["s*/gen?rated/*"] }, "src/generated", true],
  [{ exclude: ["**/generated"] }, "src/generated", false],
];

test("a reference counts where its files, include and exclude take the output folder", async () => {
  for (const [{ compilerOptions = {}, ...patterns }, folder, isOurs] of CASES as readonly [
    { compilerOptions?: object },
    string,
    boolean,
  ][]) {
    const app = { compilerOptions: { noEmit: true, moduleResolution: "bundler", ...compilerOptions }, ...patterns };
    const files = { "tsconfig.json": { files: [], references: [{ path: "./app.json" }] }, "app.json": app };
    await withFolder(files, async (root) => {
      const { importExtension } = await tsconfigOf(join(root, folder));
      assert.is(importExtension, isOurs ? "" : ".js", JSON.stringify([patterns, folder]));
    });
  }
});

test.run();
