import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isLong } from "../../effort.js";
import { root } from "../../tree.js";
import { filesUnder, snapshots } from "../snapshots/cases.js";

const test = suite("compile without DOM");

const dist = join(root, "runtime/dist");
const declarations = filesUnder(dist)
  .filter((path) => path.endsWith(".d.ts"))
  .map((path) => join(dist, path));

const emitted = ["every-scheme", "several-providers", "parameters", "typed-operations"].flatMap((name) => {
  const folder = join(snapshots, name, "generated");
  return filesUnder(folder)
    .filter((path) => path.endsWith(".ts"))
    .map((path) => join(folder, path));
});

for (const name of isLong ? ["typescript-5.4", "typescript-5.9", "typescript-6", "typescript"] : ["typescript"]) {
  test(`12.19: published types compile with lib es2022 and the types of Node alone, on ${name}`, () => {
    const folder = join(root, ".build", "without-dom", name);
    mkdirSync(folder, { recursive: true });
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: "ES2022",
      lib: ["ES2022"],
      types: ["node"],
      module: "NodeNext",
      moduleResolution: "NodeNext",
      noEmit: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
    };
    assert.ok(declarations.length > 50 && emitted.length > 5, `${declarations.length} ${emitted.length}`);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: [...declarations, ...emitted] }),
    );
    const tsc = join(root, "node_modules", name, "bin", "tsc");
    const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
    assert.is(stdout, "");
    assert.is(status, 0);
  });
}

test.run();
