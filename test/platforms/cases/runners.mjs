// Test runners: the program inside a test, and what `@sdkwright/runtime/testing` is for.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { prepare, sdkwright, tool, tsc } from "../harness/project.mjs";
import { node, withoutNode } from "./node.mjs";

const jest = [tool("jest"), "--ci", "--watchman=false"];

export const cases = [
  inRunner("node:test", "node-test", ["--test", "dist/program.test.js"], { ending: ".ts", build: [tsc()] }),
  inRunner("Vitest", "vitest", [tool("vitest"), "run"], { ending: ".ts" }),
  inRunner("Jest, with ES modules", "jest-modules", ["--experimental-vm-modules", ...jest]),
  inRunner("Jest, with CommonJS that it makes of the packages", "jest-commonjs", jest),
  {
    ...inRunner("Jest, with CommonJS, on Node 24", "jest-require", ["--experimental-vm-modules", ...jest], {
      by: "24",
    }),
    missing: () => withoutNode("24"),
  },
];

function inRunner(name, app, command, { ending = ".js", build, by } = {}) {
  return {
    name,
    async test(server) {
      const folder = await prepare(app, { ending, also: "tests" });
      if (build !== undefined) await run(build, { cwd: folder });
      await runTests([by === undefined ? process.execPath : node(by), ...command], folder, server);
      await sdkwright(folder, "check");
    },
  };
}

/** Fails where a test fails. */
async function runTests(command, folder, server) {
  const { env, counts } = server.begin();
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  await run(command, { cwd: folder, env });
  expect(JSON.parse(readFileSync(report, "utf8")), { counts }, { further: { "GET /tape 200": 1 } });
}
