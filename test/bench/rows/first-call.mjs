import { fileURLToPath } from "node:url";
import { runNode } from "../measure/process.mjs";
import { interleave } from "../measure/rounds.mjs";
import { startServer } from "../measure/server.mjs";
import { makeOneSdkConfiguration } from "../workload/one-sdk.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["first-call"];

const entry = fileURLToPath(new URL("../measure/first-call.mjs", import.meta.url));

/** From before the import to the first answer of a use-case, in process. */
export async function measure({ rounds, note }) {
  const server = await startServer();
  try {
    const project = await makeProject(server.port);
    const configuration = makeOneSdkConfiguration(server.port);
    note("GetItem");
    const samples = await interleave(rounds * 3, {
      ours: () => firstCall("use-case", { project, useCase: "GetItem" }),
      oneSdk: () => firstCall("one-sdk", { configuration, useCase: "GetItem" }),
      fetch: () => firstCall("fetch", { port: server.port, method: "GET" }),
    });
    return linesOf(samples);
  } finally {
    server.stop();
  }
}

async function firstCall(subject, options) {
  const { output } = await runNode([entry, subject, JSON.stringify(options)]);
  return JSON.parse(output);
}

function linesOf({ ours, oneSdk, fetch }) {
  const of = (samples, figure) => samples.map((sample) => sample[figure]);
  const line = { row: "first-call", workload: "import to first answer, wall", unit: "ms", ours: of(ours, "wall") };
  return [
    { ...line, yardstick: "one-sdk", peer: of(oneSdk, "wall"), reach: 1 / 8, aim: 1 / 12 },
    { ...line, yardstick: "fetch, nothing to import", peer: of(fetch, "wall") },
  ];
}
