import { interleave } from "../measure/rounds.mjs";
import { startServer } from "../measure/server.mjs";
import { startWorker } from "../measure/worker.mjs";
import { address } from "../workload/calls.mjs";
import { makeProject } from "../workload/project.mjs";

export const rows = ["request", "beyond-fetch"];

/** Before the first round: what V8 optimises is optimised by then. */
const warmUp = 2500;

/** CPU per request of an emitted provider SDK, of ky, of openai's client and of plain fetch, each in a process of its own. */
export async function measure({ wants, rounds, note }) {
  return [
    ...(wants("request") ? await onLoopback(rounds, note) : []),
    ...(wants("beyond-fetch") ? await beyondFetch(rounds, note) : []),
  ];
}

async function onLoopback(rounds, note) {
  const server = await startServer();
  try {
    const baseUrl = address(server.port);
    const lines = [];
    for (const inFlight of [1, 32]) {
      note(`GET, ${inFlight} in flight`);
      const { provider, ky, openai, fetch } = await cpuOf({ baseUrl }, { rounds, calls: 500, inFlight });
      const line = { row: "request", workload: `GET JSON, ${inFlight} in flight, CPU`, unit: "µs", ours: provider };
      lines.push(
        { ...line, yardstick: "ky", peer: ky, reach: 1.2, aim: 1.08 },
        { ...line, yardstick: "openai", peer: openai, reach: 1.15, aim: 1 },
        { ...line, yardstick: "fetch", peer: fetch },
      );
    }
    return lines;
  } finally {
    server.stop();
  }
}

/** Over a fetch that answers at once, less what that takes by itself in the same round. */
async function beyondFetch(rounds, note) {
  note("GET over a stub");
  const options = { baseUrl: "https://acme.example/v1", stubbed: true };
  const { stub, fetch, ...clients } = await cpuOf(options, { rounds, calls: 4000, inFlight: 1 }, ["stub"]);
  const line = { row: "beyond-fetch", unit: "µs" };
  const beyond = (name) => clients[name].map((cpu, round) => cpu - stub[round]);
  const own = { ...line, workload: "GET JSON beyond a stubbed fetch, CPU", ours: beyond("provider") };
  return [
    { ...own, yardstick: "ky", peer: beyond("ky"), reach: 1.7, aim: 1.4 },
    { ...own, yardstick: "openai", peer: beyond("openai") },
    { ...line, workload: "the stub by itself", ours: stub, yardstick: "with its JSON read", peer: fetch },
  ];
}

async function cpuOf(options, { rounds, calls, inFlight }, more = []) {
  const project = await makeProject(options.baseUrl);
  const workers = {};
  for (const subject of ["provider", "ky", "openai", "fetch", ...more])
    workers[subject] = await startWorker(subject, { ...options, project });
  for (const worker of Object.values(workers)) await worker.run(warmUp, inFlight);
  const run = ([name, worker]) => [name, async () => (await worker.run(calls, inFlight)).cpu];
  const samples = await interleave(rounds * 2 + 1, Object.fromEntries(Object.entries(workers).map(run)));
  for (const worker of Object.values(workers)) worker.stop();
  return samples;
}
