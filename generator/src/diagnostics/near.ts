import type { Lines } from "./line-index.js";
import type { Span } from "./source.js";

/** Characters to either side: a frame shows sixty. */
const NEAR = 2000;

/** What of a line is near a place in it: a line may be a whole document, and something may be said of each of its parts. */
export function nearOf(line: Span, { offset, length }: Span): Span {
  const start = Math.max(line.offset, offset - NEAR);
  const end = Math.min(line.offset + line.length, offset + Math.min(length, NEAR) + NEAR);
  return { offset: start, length: Math.max(0, end - start) };
}

/** What must not be shown of lines: each is looked through once. */
export class MaskedLines {
  readonly #text: string;
  readonly #lines: Lines;
  readonly #masksOfLine: (line: string, offset: number) => readonly Span[];
  readonly #known = new Map<number, readonly Span[]>();

  constructor(text: string, lines: Lines, masksOfLine: (line: string, offset: number) => readonly Span[]) {
    this.#text = text;
    this.#lines = lines;
    this.#masksOfLine = masksOfLine;
  }

  /** Those that a stretch of the line with this number touches. */
  within({ offset, length }: Span, number: number): readonly Span[] {
    const known = this.#known.get(number) ?? this.#lookThrough(number);
    this.#known.set(number, known);
    return masksWithin(known, offset, offset + length);
  }

  #lookThrough(number: number): readonly Span[] {
    const { offset, length } = this.#lines.lineAt(number);
    return this.#masksOfLine(this.#text.slice(offset, offset + length), offset);
  }
}

/** Those of the ascending masks that a stretch touches. */
function masksWithin(masks: readonly Span[], start: number, end: number): readonly Span[] {
  const found: Span[] = [];
  for (let index = firstBehind(masks, start); index < masks.length; index += 1) {
    const mask = masks[index];
    if (mask === undefined || mask.offset >= end) break;
    found.push(mask);
  }
  return found;
}

/** Index of the first of ascending spans that ends behind an offset. */
export function firstBehind(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && span.offset + span.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
