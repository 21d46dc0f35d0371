import { looksSecret } from "@sdkwright/runtime/config";
import { remembered } from "./remembered.js";
import { closingQuote } from "../files/read-json.js";
import type { Span } from "./source.js";

/** Makes pointers into an OpenAPI document that show nothing that looks issued. */
export function publicPointers(): (pointer: string) => string {
  const shownSegment = remembered((segment) => (looksSecret(segment) ? "***" : segment));
  return (pointer) => pointer.split("/").map(shownSegment).join("/");
}

/**
 * Before values that an OpenAPI document gives as data: whoever wrote them may have copied them from life. A key with an
 * escape may be one of theirs.
 */
const GIVEN = /(?:\b(?:examples?|default|const|value)["']?|"[^"\\]{0,99}\\[^\n]{0,199}?")\s*:\s*(?=[^\s,}\]])/g;

/** At the end of what stands before a line: the value is what the line begins with. */
const GIVEN_BEFORE = /\b(?:examples?|default|const|value)["']?\s*:\s*(?:[>|][-+\d]*\s*)?$/;

/** Where a value ends that is in no quotes. */
const UNQUOTED_END = /[,}\]]/g;

/**
 * Shorter words are no keys that were issued. Not `{12,}`, nor a group again and again: of some million letters they take
 * more than the stack holds.
 */
const WORD = /[^\s"'`,{}[\]]{12}[^\s"'`,{}[\]]*/g;

/** What a frame of an OpenAPI document must not show of a line: values given as data, and what looks issued. */
export function publicSpansOf(text: string): (line: string, offset: number) => readonly Span[] {
  return (line, offset) =>
    GIVEN_BEFORE.test(text.slice(Math.max(0, offset - 200), offset))
      ? [{ offset, length: line.length }]
      : publicSpansOfLine(line, offset);
}

function publicSpansOfLine(line: string, offset: number): readonly Span[] {
  const spans: Span[] = [];
  let end = 0;
  const issued = secretWords(line);
  let word = issued.next();
  for (const given of givenValues(line)) {
    for (; !word.done && word.value.offset < given.offset; word = issued.next()) addFrom(word.value);
    addFrom(given);
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

function* givenValues(line: string): Generator<Span, void> {
  const head = new RegExp(GIVEN);
  while (head.test(line)) {
    const offset = head.lastIndex;
    head.lastIndex = endOfValue(line, offset);
    yield { offset, length: head.lastIndex - offset };
  }
}

function endOfValue(line: string, start: number): number {
  const quote = line.charAt(start);
  if (quote === '"') return Math.min(line.length, closingQuote(line, start) + 1);
  if (quote === "'") return start + (/^'[^']*(?:''[^']*)*'?/.exec(line.slice(start))?.[0].length ?? 0);
  // Whatever closes it, nothing behind it is told from it.
  if (quote === "{" || quote === "[") return line.length;
  const end = new RegExp(UNQUOTED_END);
  end.lastIndex = start;
  return end.exec(line)?.index ?? line.length;
}
