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
  return quantile(numbers, 1 / 2);
}

/** The bounds of the middle half. */
export function spread(numbers) {
  return [quantile(numbers, 1 / 4), quantile(numbers, 3 / 4)];
}

function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return low + (high - low) * (at - Math.floor(at));
}
