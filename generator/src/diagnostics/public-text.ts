import { looksSecret } from "@sdkwright/runtime/config";
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
export function publicSpansOfLine(line: string, offset: number): readonly Span[] {
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
