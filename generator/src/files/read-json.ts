/** Objects and arrays inside each other, at most (rules F3). */
export const MAX_DEPTH = 200;

export type JsonFlaw = "syntax" | "duplicate key" | "depth";
export type JsonOrFlaw = { readonly json: unknown } | { readonly flaw: JsonFlaw };

/**
 * Parses JSON strictly (rules F3). Where it stands in the text is not known here: the parser with positions is slower
 * and needed for a diagnostic only.
 */
export function readJson(text: string): JsonOrFlaw {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { flaw: tooDeepAt(text) === -1 ? "syntax" : "depth" };
  }
  if (countKeysWritten(text) === countKeys(json, 0)) return { json };
  return { flaw: tooDeepAt(text) === -1 ? "duplicate key" : "depth" };
}

/** Own keys of all objects: fewer than are written in the text where a key stands twice; NaN where it is too deep. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 0;
  if (depth === MAX_DEPTH) return Number.NaN;
  const children = Object.values(value);
  let keys = Array.isArray(value) ? 0 : children.length;
  for (const child of children) keys += countKeys(child, depth + 1);
  return keys;
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

/** Offset of the bracket that goes deeper than allowed, also in a text that is not JSON; -1 where there is none. */
export function tooDeepAt(text: string, most: number = MAX_DEPTH): number {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x22) index = closingQuote(text, index);
    else if (code === 0x7b || code === 0x5b) depth += 1;
    else if (code === 0x7d || code === 0x5d) depth -= 1;
    if (depth > most) return index;
  }
  return -1;
}
