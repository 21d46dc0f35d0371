/** Where more names look alike than this, nobody can tell which one was meant: the others are not compared. */
const MOST_COMPARED = 200;

/** No name of people is longer, and what comparing costs grows with the square. */
const LONGEST = 64;

/** To count in, three rows at a time: the call for it would take longer than the counting. */
const ROWS = [row(), row(), row()] as const;

function row(): Uint8Array {
  return new Uint8Array(LONGEST + 1);
}

/** The candidate that a name was probably meant to be; `undefined` where none is near. Case counts little. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  if (name.length > LONGEST) return undefined;
  const meant = name.toLowerCase();
  let best: string | undefined;
  let least = Infinity;
  let compared = 0;
  for (const candidate of candidates) {
    const length = Math.max(name.length, candidate.length);
    const most = Math.min(least - 1, Math.max(1, Math.floor(length / 3)));
    // Each character that one has more than the other is a change.
    if (length > LONGEST || Math.abs(name.length - candidate.length) > most) continue;
    if ((compared += 1) > MOST_COMPARED) break;
    const changes = distance(meant, candidate.toLowerCase(), most);
    if (changes <= most) [best, least] = [candidate, changes];
  }
  return best;
}

/** Insertions, deletions, substitutions and swaps of neighbours that make one text the other; not counted beyond `most`. */
function distance(from: string, to: string, most: number): number {
  let [before, last, next]: [Uint8Array, Uint8Array, Uint8Array] = [...ROWS];
  for (let column = 0; column <= to.length; column += 1) last[column] = column;
  for (let row = 1; row <= from.length; row += 1) {
    let fewest = (next[0] = row);
    const [letter, letterBefore] = [from.charCodeAt(row - 1), from.charCodeAt(row - 2)];
    for (let column = 1; column <= to.length; column += 1) {
      const other = to.charCodeAt(column - 1);
      const isSwapped = letter === to.charCodeAt(column - 2) && letterBefore === other;
      let changes = at(last, column - 1) + (letter === other ? 0 : 1);
      changes = Math.min(changes, at(last, column) + 1, at(next, column - 1) + 1);
      if (isSwapped) changes = Math.min(changes, at(before, column - 2) + 1);
      next[column] = changes;
      fewest = Math.min(fewest, changes);
    }
    // No row has fewer than the one before it.
    if (fewest > most) return Infinity;
    [before, last, next] = [last, next, before];
  }
  return at(last, to.length);
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0;
}
