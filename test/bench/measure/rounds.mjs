/**
 * Runs every subject once per round, in turn, each round beginning with another one, so that what else the machine
 * does falls on all of them. The first round is thrown away. Returns the samples by subject.
 */
export async function interleave(rounds, subjects) {
  const names = Object.keys(subjects);
  const samples = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(turn + round + 1) % names.length];
      const sample = await subjects[name]();
      if (round >= 0) samples[name].push(sample);
    }
  }
  return samples;
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
