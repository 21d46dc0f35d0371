import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { loadedModules } from "./loaded-modules.js";
import { cli, makeGeneratedProject, makeProject } from "./workload.js";

const test = suite("what a process loads");

for (const command of ["generate", "check"]) {
  test(`${command} with nothing changed answers from the lock: no library, no validator, one file`, () => {
    const { status, output, packages, own, modules } = loadedModules(
      [cli, command],
      makeGeneratedProject(`again-${command}`),
    );
    assert.is(status, 0, output);
    assert.equal(packages, []);
    assert.equal(
      modules.filter((module) => /validator|\/render\/|\/model\//.test(module)),
      [],
    );
    assert.equal(own, ["generator/dist/bundle/bin.cjs", "test/budgets/loaded-modules.cjs"]);
  });
}

test("generate from nothing loads no library but the one that reads the tsconfig, and few files", () => {
  const project = makeProject("first");
  const { status, output, packages, own } = loadedModules([cli, "generate"], project);
  assert.is(status, 0, output);
  assert.ok(own.length <= 6, own.join("\n"));
  assert.equal([...packages].sort(), ["get-tsconfig", "resolve-pkg-maps"]);
});

test("12.22: generate without a tsconfig loads no library at all", () => {
  const folder = mkdtempSync(join(tmpdir(), "sdkwright-modules-"));
  try {
    const project = makeProject("without");
    for (const part of ["client", "package.json"]) cpSync(join(project, part), join(folder, part), { recursive: true });
    const { status, output, packages, own } = loadedModules([cli, "generate"], folder);
    assert.is(status, 0, output);
    assert.ok(own.length <= 5, own.join("\n"));
    assert.equal(packages, []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("an emitted provider loads ky and the runtime's part for one provider", () => {
  const project = makeGeneratedProject("provider");
  const { status, output, packages, own } = loadedModules(
    ["--input-type=module", "--eval", `import ${JSON.stringify("@sdkwright/runtime/generated")};`],
    join(project, "src/generated"),
  );
  assert.is(status, 0, output);
  assert.equal(packages, ["ky"]);
  assert.equal(
    own.filter((file) => /\/digest|validator|failover|use-case/.test(file)),
    [],
  );
});

test.run();
