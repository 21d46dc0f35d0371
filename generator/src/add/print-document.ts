import type { JsonValue } from "@sdkwright/runtime/config";

/** The keys of an object in the order in which they are printed; an object itself puts those like numbers first. */
export type KeysOf = (object: object) => readonly string[];

const TOKEN = /"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** A JSON text laid out as `JSON.stringify` does it; every token stays as it is written. */
export function reindented(text: string): string {
  let [printed, depth, before] = ["", 0, ""];
  for (const token of tokensOf(text)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth -= 1;
    if (isOpening(before) ? !isEnd : isEnd || before === ",") printed += lineBreak(depth);
    printed += token === ":" ? ": " : token;
    if (isOpening(token)) depth += 1;
    before = token;
  }
  return `${printed}\n`;
}

/** A pattern for a whole text in quotes would put each of its escapes on the stack. */
function* tokensOf(text: string): Generator<string> {
  const pattern = new RegExp(TOKEN);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [token] = match;
    if (token === '"') pattern.lastIndex = endOfText(text, match.index);
    yield token === '"' ? text.slice(match.index, pattern.lastIndex) : token;
  }
}

/** Behind the quote that ends what the one at `start` begins. */
function endOfText(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '"') return index + 1;
    if (text[index] === "\\") index += 1;
  }
  return text.length;
}

function isOpening(token: string): boolean {
  return token === "{" || token === "[";
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}

/** A value in the same layout. Documents are at most 200 deep. */
export function printedValue(value: JsonValue, keysOf: KeysOf): string {
  return `${printed(value, 0, keysOf)}\n`;
}

function printed(value: JsonValue, depth: number, keysOf: KeysOf): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = depth + 1;
  if (Array.isArray(value)) {
    return bracketed(
      "[",
      value.map((item: JsonValue) => printed(item, inner, keysOf)),
      "]",
      depth,
    );
  }
  const members = keysOf(value).flatMap((key) => {
    const child = (value as { readonly [key: string]: JsonValue | undefined })[key];
    return child === undefined ? [] : [`${JSON.stringify(key)}: ${printed(child, inner, keysOf)}`];
  });
  return bracketed("{", members, "}", depth);
}

function bracketed(open: string, items: readonly string[], close: string, depth: number): string {
  if (items.length === 0) return `${open}${close}`;
  return `${open}${lineBreak(depth + 1)}${items.join(`,${lineBreak(depth + 1)}`)}${lineBreak(depth)}${close}`;
}
