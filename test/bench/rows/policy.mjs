import { interleave } from "../measure/rounds.mjs";
import { startWorker } from "../measure/worker.mjs";

export const rows = ["policy"];

const callsPerRound = 100_000;

/** Retry and circuit around a no-op. */
export async function measure({ rounds, note }) {
  note("retry and circuit");
  const ours = await startWorker("policy");
  const cockatiel = await startWorker("cockatiel");
  const samples = await interleave(rounds * 2 + 1, {
    ours: () => ours.run(callsPerRound, 1),
    cockatiel: () => cockatiel.run(callsPerRound, 1),
  });
  ours.stop();
  cockatiel.stop();
  const cpu = (name) => samples[name].map((sample) => sample.cpu);
  const line = { row: "policy", workload: "retry and circuit around a no-op, CPU", unit: "µs", ours: cpu("ours") };
  return [{ ...line, yardstick: "cockatiel", peer: cpu("cockatiel"), reach: 1, aim: 1 / 3 }];
}
