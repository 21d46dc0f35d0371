import { interleave } from "../measure/rounds.mjs";
import { makeWorkload } from "../workload/documents.mjs";
import { again, fromNothing, nothing } from "../workload/generators.mjs";

export const rows = ["unchanged"];

const limits = { 100: { reach: 1.4, aim: 1.25 }, 1000: { reach: 2.2, aim: 1.9 } };

/** Whole processes that find everything current, against a process that does nothing. */
export async function measure({ rounds, note }) {
  const lines = [];
  for (const count of [100, 1000]) {
    note(`${count} providers`);
    const workload = makeWorkload(count);
    await fromNothing.sdkwright(workload);
    const samples = await interleave(rounds * 4 + 1, {
      generate: () => again(workload, "generate"),
      check: () => again(workload, "check"),
      nothing,
    });
    for (const command of ["generate", "check"]) {
      lines.push(line(count, command, "wall", samples, limits[count]), line(count, command, "cpu", samples, {}));
    }
  }
  return lines;
}

function line(count, command, figure, samples, limit) {
  return {
    row: "unchanged",
    workload: `${count} providers, ${command}, ${figure === "cpu" ? "CPU" : "wall"}`,
    unit: "ms",
    ours: samples[command].map((sample) => sample[figure]),
    yardstick: "node -e 0",
    peer: samples.nothing.map((sample) => sample[figure]),
    ...limit,
  };
}
