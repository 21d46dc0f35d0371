import { type Excess, extentOf, MAX_DEPTH } from "./read-file.js";

export type JsonFlaw = "syntax" | "duplicate key" | Excess;
export type JsonOrFlaw = { readonly json: unknown } | { readonly flaw: JsonFlaw };

/**
 * Parses JSON strictly (rules F3). Where a flaw is in the text is not known here: the parser with positions is slower and
 * needed for a diagnostic only.
 */
export function readJson(text: string): JsonOrFlaw {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { flaw: tooDeepAt(text) === -1 ? "syntax" : "depth" };
  }
  const extent = extentOf(json);
  if ("excess" in extent) return { flaw: extent.excess };
  if (countKeysWritten(text) === extent.keys) return { json };
  return { flaw: tooDeepAt(text) === -1 ? "duplicate key" : "depth" };
}

/** Strings that are followed by a colon, in a text that is JSON. */
export function countKeysWritten(text: string): number {
  let keys = 0;
  for (let open = text.indexOf('"'); open !== -1;) {
    const close = closingQuote(text, open);
    if (isKey(text, close)) keys += 1;
    open = text.indexOf('"', close + 1);
  }
  return keys;
}

function isKey(text: string, closingQuote: number): boolean {
  let index = closingQuote + 1;
  while (isWhiteSpace(text.charCodeAt(index))) index += 1;
  return text.charCodeAt(index) === 0x3a;
}

function isWhiteSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The index of the quote that ends the string opened at `open`; the text's end where there is none. */
export function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close === -1 ? text.length : close;
}

function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charCodeAt(before - 1) === 0x5c) before -= 1;
  return (index - before) % 2 === 1;
}

/** Offset of the bracket that goes deeper than allowed, also in a text that is not JSON; -1 if there is none. */
export function tooDeepAt(text: string): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = closingQuote(text, index);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > MAX_DEPTH) return index;
  }
  return -1;
}

/** Whether a value is an object with keys of its own, as JSON has it: no list, no null. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A copy that does not take what somebody put on `Object.prototype` for an option that is left out. */
export function ownOnly<Options extends object>(...given: readonly Options[]): Options {
  return Object.assign(Object.create(null) as Options, ...given) as Options;
}
