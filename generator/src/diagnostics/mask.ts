import type { Node } from "jsonc-parser";
import type { Span } from "./source.js";

/** Sections of client.json in which a credential may be written out. */
const SECTIONS: ReadonlySet<string> = new Set(["security", "parameters", "services", "webhooks", "input"]);

const WHOLE_REFERENCE = /^\$[A-Za-z_][A-Za-z0-9_]*$/;

/** The values of a client.json that no frame shows, in order (rules F2). */
export function maskedSpans(tree: Node): readonly Span[] {
  const spans: Span[] = [];
  const collect = ({ type, value, offset, length, children }: Node, isSecret: boolean): void => {
    if (type === "property") {
      const [key, child] = children ?? [];
      if (child !== undefined) collect(child, isSecret || SECTIONS.has(String(key?.value)));
    } else if (children !== undefined) for (const child of children) collect(child, isSecret);
    else if (isSecret && (type === "string" || type === "number") && !WHOLE_REFERENCE.test(String(value)))
      spans.push({ offset, length });
  };
  collect(tree, false);
  return spans;
}

/** What follows a colon without quotes; a text in quotes, which may be a key, or may not end on its line. */
const UNQUOTED_OR_TEXT = /(?<=:\s*)[^\s"{}[\],](?:[^\r\n,}\]]*[^\s,}\]])?|"(?:[^"\\\r\n]|\\[^\r\n])*"?/g;

/** The same of a client.json that does not parse: all but keys. */
export function maskedSpansOfBroken(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (const { 0: found, index: offset } of text.matchAll(UNQUOTED_OR_TEXT)) {
    const isKey = found.startsWith('"') && /^\s*:/.test(text.slice(offset + found.length, offset + found.length + 100));
    if (!isKey || /:\s*$/.test(text.slice(Math.max(0, offset - 100), offset)))
      spans.push({ offset, length: found.length });
  }
  return spans;
}

/** Those of ascending spans that a stretch touches. */
export function spansWithin(spans: readonly Span[], { offset, length }: Span): readonly Span[] {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (span !== undefined && span.offset + span.length <= offset) low = middle + 1;
    else high = middle;
  }
  let end = low;
  for (let span = spans[end]; span !== undefined && span.offset < offset + length; span = spans[end]) end += 1;
  return spans.slice(low, end);
}
