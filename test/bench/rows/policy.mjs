import { interleave } from "../measure/rounds.mjs";
import { startWorker } from "../measure/worker.mjs";

export const rows = ["policy"];

const callsPerRound = 100_000;

/** Retry and circuit around a no-op; beside an earlier commit's, where there is a checkout of it. */
export async function measure({ rounds, before, note }) {
  note("retry and circuit");
  const workers = { ours: await startWorker("policy"), cockatiel: await startWorker("cockatiel") };
  if (before !== undefined) workers.before = await startWorker("policy", {}, before);
  const run = ([name, worker]) => [name, () => worker.run(callsPerRound, 1)];
  const samples = await interleave(rounds * 2 + 1, Object.fromEntries(Object.entries(workers).map(run)));
  for (const worker of Object.values(workers)) worker.stop();
  const cpu = (name) => samples[name].map((sample) => sample.cpu);
  const line = { row: "policy", workload: "retry and circuit around a no-op, CPU", unit: "µs", ours: cpu("ours") };
  const lines = [{ ...line, yardstick: "cockatiel", peer: cpu("cockatiel"), reach: 2, aim: 1.5 }];
  if (before !== undefined)
    lines.push({ ...line, yardstick: "the commit before", peer: cpu("before"), reach: 1.1, aim: 1 });
  return lines;
}
