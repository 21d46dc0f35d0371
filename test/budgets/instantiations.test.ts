import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../tree.js";
import { makeGeneratedProject, providerNames, write } from "./workload.js";

const test = suite("type instantiations");

/** For each provider, beyond an empty program: what was reached, and a tenth. */
const PER_PROVIDER = 62;

const compilerOptions = {
  target: "ES2022",
  module: "NodeNext",
  lib: ["ES2022", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

test("a call to each of twenty providers keeps to its instantiations", () => {
  const project = makeGeneratedProject("instantiations");
  const perProvider = (instantiations(project, calls()) - instantiations(project, "export {};")) / providerNames.length;
  assert.ok(perProvider <= PER_PROVIDER, `${String(perProvider)} for each provider`);
});

function calls(): string {
  return providerNames
    .map((name) => {
      const create = `create${name.replace("provider-", "Provider-").replace(/-./, (pair) => pair.slice(1).toUpperCase())}`;
      return `import { ${create} } from "./generated/providers/${name}.js";
await ${create}().get("/items", { security: "api-key" }).json();`;
    })
    .join("\n");
}

function instantiations(project: string, source: string): number {
  write(project, "src/use.ts", source);
  write(project, "src/tsconfig.json", { compilerOptions, files: ["use.ts"] });
  const args = [join(root, "node_modules/.bin/tsc"), "-p", "src", "--extendedDiagnostics", "--singleThreaded"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" });
  assert.is(status, 0, stdout);
  return Number(/^Instantiations:\s+(\d+)/m.exec(stdout)?.[1]);
}

test.run();
