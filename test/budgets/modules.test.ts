import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
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

test("a GET with a key loads ky, two files of the runtime and two of the SDK: nothing that is late", async () => {
  const providers = join(makeGeneratedProject("provider"), "src/generated/providers");
  const entryPoints = ["provider-a", "provider-a.definition"].map((name) => join(providers, `${name}.ts`));
  await build({ entryPoints, outdir: providers, format: "esm" });
  const get = `
    import { createProviderA } from "./provider-a.js";
    const client = createProviderA({ fetch: async () => Response.json(["answered"]), env: { PROVIDER_A_KEY: "a-key" } });
    console.log(await client.get("/items", { security: "api-key" }).json());`;
  const { status, output, packages, own } = loadedModules(["--input-type=module", "--eval", get], providers);
  assert.is(status, 0, output);
  assert.match(output, "answered");
  assert.equal(packages, ["ky"]);
  assert.equal(
    own.filter((file) => file.endsWith("js")).map((file) => file.replace(/.*\/generated\//, "")),
    [
      "providers/provider-a.definition.js",
      "providers/provider-a.js",
      "runtime/lib/core.js",
      "runtime/lib/generated.js",
      "test/budgets/loaded-modules.cjs",
    ],
  );
});

test("each published file of the runtime can be imported", () => {
  const files = readdirSync(join(root, "runtime/lib")).filter((name) => name.endsWith(".js"));
  assert.ok(files.length > 15);
  const imports = files.map((name) => `await import("./${name}");`).join("");
  const { status, output, own } = loadedModules(["--input-type=module", "--eval", imports], join(root, "runtime/lib"));
  assert.is(status, 0, output);
  assert.is(own.filter((file) => /^runtime\/lib\/.*\.js$/.test(file)).length, files.length);
});

test.run();
