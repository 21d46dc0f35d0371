import { looksSecret } from "@sdkwright/runtime/config";
import { lineAround } from "./frame.js";
import type { Span } from "./source.js";

/** A pointer into an OpenAPI document without what looks issued. */
export function publicPointer(pointer: string): string {
  const segments = pointer.split("/");
  return segments.map((segment) => (looksSecret(segment) ? "***" : segment)).join("/");
}

/** Values that an OpenAPI document gives as data: whoever wrote them may have copied them from life. */
const GIVEN =
  /\b(?:examples?|default|const|value)["']?\s*:\s*("[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?|[^\s,}\]{[][^,}\]]*)/g;

/** Shorter words are no keys that were issued. */
const WORD = /[^\s"'`,{}[\]]{12,}/g;

/** What a frame of an OpenAPI document must not show of a line: values given as data, and what looks issued. */
function publicSpansOfLine(line: string, offset: number): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  const issued = secretWords(line);
  let word = issued.next();
  for (const { index, 0: all, 1: value = "" } of line.matchAll(GIVEN)) {
    const start = index + all.length - value.length;
    for (; !word.done && word.value.offset < start; word = issued.next()) addFrom(word.value);
    addFrom({ offset: start, length: value.length });
  }
  for (; !word.done; word = issued.next()) addFrom(word.value);
  return spans;

  /** In order, and what is hidden already is not hidden twice. */
  function addFrom(span: Span): void {
    const start = Math.max(span.offset, end);
    end = Math.max(end, span.offset + span.length);
    if (end > start) spans.push({ offset: offset + start, length: end - start });
  }
}

function* secretWords(line: string): Generator<Span, void> {
  for (const { index, 0: word } of line.matchAll(WORD)) {
    if (looksSecret(word)) yield { offset: index, length: word.length };
  }
}

/** A line, and what of it near a place must not be shown. */
export interface PublicLine {
  readonly line: Span;
  readonly masked: readonly Span[];
}

/** Lines of an OpenAPI document: one may be the whole of it, so each is looked through once, whatever is said of it. */
export class PublicLines {
  readonly #text: string;
  readonly #known = new Map<number, PublicLine>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The line with this number, around a place in it. */
  around({ offset, length }: Span, number: number): PublicLine {
    const known = this.#known.get(number) ?? this.#lookThrough(offset);
    this.#known.set(number, known);
    const { line, masked } = known;
    const start = Math.max(line.offset, offset - NEAR);
    const end = Math.min(line.offset + line.length, offset + Math.min(length, NEAR) + NEAR);
    return { line: { offset: start, length: end - start }, masked: masksWithin(masked, start, end) };
  }

  #lookThrough(offset: number): PublicLine {
    const line = lineAround(this.#text, offset);
    const text = this.#text.slice(line.offset, line.offset + line.length);
    return { line, masked: publicSpansOfLine(text, line.offset) };
  }
}

/** Characters to either side: a frame shows sixty. */
const NEAR = 2000;

/** Those of the ascending masks that a stretch touches. */
function masksWithin(masks: readonly Span[], start: number, end: number): readonly Span[] {
  let low = 0;
  let high = masks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const mask = masks[middle];
    if (mask !== undefined && mask.offset + mask.length <= start) low = middle + 1;
    else high = middle;
  }
  const found: Span[] = [];
  for (let index = low; index < masks.length; index += 1) {
    const mask = masks[index];
    if (mask === undefined || mask.offset >= end) break;
    found.push(mask);
  }
  return found;
}
