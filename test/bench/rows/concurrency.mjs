import { interleave } from "../measure/rounds.mjs";
import { startServer } from "../measure/server.mjs";
import { startWorker } from "../measure/worker.mjs";
import { address } from "../workload/calls.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["concurrency"];

const [calls, inFlight] = [10_000, 500];

/** Many use-case calls at once: CPU per call against plain fetch, the heap from round to round, sockets. */
export async function measure({ rounds, note }) {
  const server = await startServer();
  try {
    note(`${calls} calls, ${inFlight} in flight`);
    const project = await makeProject(address(server.port));
    const workers = {
      ours: await startWorker("use-case", { project, useCase: "GetItem" }),
      fetch: await startWorker("fetch", { baseUrl: address(server.port) }),
    };
    const sockets = { ours: 0, fetch: 0 };
    const run = async (name) => {
      const figures = await workers[name].run(calls, inFlight);
      sockets[name] += await server.sockets();
      return figures;
    };
    const samples = await interleave(rounds, { ours: () => run("ours"), fetch: () => run("fetch") });
    for (const worker of Object.values(workers)) worker.stop();
    return linesOf(samples, sockets);
  } finally {
    server.stop();
  }
}

function linesOf({ ours, fetch }, sockets) {
  const of = (samples, figure) => samples.map((sample) => sample[figure]);
  const line = { row: "concurrency", yardstick: "fetch" };
  return [
    {
      ...line,
      workload: "CPU per call",
      unit: "µs",
      ours: of(ours, "cpu"),
      peer: of(fetch, "cpu"),
      reach: 1.6,
      aim: 1.3,
    },
    { ...line, workload: "heap, last round to first", unit: "bytes", ...heapGrowth(ours), reach: 1.02, aim: 1.01 },
    { ...line, workload: "the same of fetch", unit: "bytes", ...heapGrowth(fetch) },
    { ...line, workload: "sockets opened in all rounds", unit: "", ours: [sockets.ours], peer: [sockets.fetch] },
  ];
}

/** After a collection: what a call left behind would show as growth. */
function heapGrowth(samples) {
  const heap = samples.map((sample) => sample.heap);
  return { ours: [heap[heap.length - 1]], yardstick: "its first round", peer: [heap[0]] };
}
