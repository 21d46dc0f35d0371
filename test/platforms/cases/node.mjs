// Node: every major with every major of ky, of code that tsc compiled.
import { expect } from "../harness/expectation.mjs";
import { run } from "../harness/processes.mjs";
import { binary, prepare, sdkwright, tsc } from "../harness/project.mjs";

/** 20.19.0 is the oldest that is promised. */
const VERSIONS = ["20.19", "20", "22", "24"];

/** Why a Node is not here, or undefined. */
export function withoutNode(version) {
  return node(version) === undefined ? `there is no Node ${version} for this machine` : undefined;
}

/** The one that runs this, or the one from npm. */
export function node(version) {
  return process.version.startsWith(`v${version}.`) ? process.execPath : binary(`node-${version}/bin/node`);
}

const compiled = new Map();

/** The program as modules that Node loads. */
export function compileWith(ky) {
  if (!compiled.has(ky)) compiled.set(ky, compile("node", ky));
  return compiled.get(ky);
}

async function compile(app, ky) {
  const folder = await prepare(app, { ky });
  await run([tsc()], { cwd: folder });
  return folder;
}

export const cases = VERSIONS.flatMap((version) => [1, 2].map((ky) => onNode(version, ky)));

function onNode(version, ky) {
  return {
    name: `${version === "20" && ky === 1 ? "12.22: tsc, in " : ""}Node ${version} with ky ${String(ky)}`,
    missing: () => withoutNode(version),
    async test(server) {
      const folder = await compileWith(ky);
      const visit = server.begin();
      expect(await run([node(version), "dist/process.js"], { cwd: folder, env: visit.env }), visit);
      await sdkwright(folder, "check");
    },
  };
}
