/** The candidate that a name was probably meant to be; `undefined` where none is near. Case counts little. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const length = Math.max(name.length, candidate.length);
    const changes = length > 64 ? Infinity : distance(name.toLowerCase(), candidate.toLowerCase());
    if (changes < least && changes <= Math.max(1, Math.floor(length / 3))) [best, least] = [candidate, changes];
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours that make one text the other. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next[column] = Math.min(
        at(last, column) + 1,
        at(next, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Infinity,
      );
    }
    [before, last] = [last, next];
  }
  return at(last, to.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
