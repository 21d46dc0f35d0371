import type { Span } from "./source.js";

/** A place as editors count: both from 1, columns in UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The lines of one text. */
export interface Lines {
  positionAt(offset: number): Position;
  /** The stretch of the line with this number, without its end. */
  lineAt(number: number): Span;
}

/** Finds the lines of a text once: to look for the ends around each place would go through all of it again. */
export function linesOf(text: string): Lines {
  const starts = [0];
  const ends: number[] = [];
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) {
    ends.push(index);
    starts.push(index + end.length);
  }
  ends.push(text.length);
  return {
    positionAt(offset) {
      const line = lastAtMost(starts, offset);
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
    },
    lineAt(number) {
      const offset = starts[number - 1] ?? 0;
      return { offset, length: (ends[number - 1] ?? offset) - offset };
    },
  };
}

/** Index of the last of the ascending `numbers` that is not above `limit`. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
