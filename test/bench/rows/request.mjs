import { interleave } from "../measure/rounds.mjs";
import { startServer } from "../measure/server.mjs";
import { startWorker } from "../measure/worker.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["request"];

const callsPerRound = 500;
/** Before the first round: what V8 optimises is optimised by then. */
const warmUp = 2500;

/** CPU per request of an emitted provider SDK, of ky and of plain fetch, each in a process of its own. */
export async function measure({ rounds, note }) {
  const server = await startServer();
  try {
    const project = await makeProject(server.port);
    const lines = [];
    for (const method of ["GET", "POST"]) {
      lines.push(...(await measureMethod(method, { port: server.port, project, rounds, note })));
    }
    return lines;
  } finally {
    server.stop();
  }
}

async function measureMethod(method, { port, project, rounds, note }) {
  const workers = {
    sdkwright: await startWorker("provider", { method, project }),
    ky: await startWorker("ky", { method, port }),
    fetch: await startWorker("fetch", { method, port }),
  };
  for (const worker of Object.values(workers)) await worker.run(warmUp, 1);
  const lines = [];
  for (const inFlight of [1, 32]) {
    note(`${method}, ${inFlight} in flight`);
    const subjects = Object.fromEntries(
      Object.entries(workers).map(([name, worker]) => [name, () => worker.run(callsPerRound, inFlight)]),
    );
    lines.push(...linesOf(`${method} JSON, ${inFlight} in flight, CPU`, await interleave(rounds * 2 + 1, subjects)));
  }
  for (const worker of Object.values(workers)) worker.stop();
  return lines;
}

function linesOf(workload, { sdkwright, ky, fetch }) {
  const cpu = (samples) => samples.map((sample) => sample.cpu);
  const line = { row: "request", workload, unit: "µs", ours: cpu(sdkwright) };
  return [
    { ...line, yardstick: "ky", peer: cpu(ky), reach: 1.15, aim: 1.05 },
    { ...line, yardstick: "fetch", peer: cpu(fetch), reach: 1.5, aim: 1.35 },
  ];
}
