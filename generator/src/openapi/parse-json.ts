import { extname } from "node:path";
import { type JsonValue, toPointer } from "@sdkwright/runtime/config";
import type { Span, TextFollower } from "../diagnostics/source.js";
import { syntaxMistake } from "../diagnostics/syntax.js";
import { closingQuote, countKeysWritten, tooDeepAt } from "../io/json.js";
import { timeFor } from "../io/progress.js";
import { extentOf } from "../io/read-file.js";
import { excessFlaw, findPlaces, type ParsedText, protoKey, repeatedKey, type TextFlaw } from "./parsed-text.js";

/** Follows a text that is JSON. */
function followJson(text: string, follower: TextFollower): void {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = followString(text, index, follower);
    else if (code === BRACE) follower.open("object", index);
    else if (code === BRACKET) follower.open("array", index);
    else if (code === BRACE + 2 || code === BRACKET + 2) follower.close();
    else if (!isBetween(code)) index = followWord(text, index, follower);
  }
}

const [QUOTE, COMMA, COLON, BRACKET, BRACE] = [0x22, 0x2c, 0x3a, 0x5b, 0x7b];

/** White space, colons and commas. */
function isBetween(code: number): boolean {
  return code <= 0x20 || code === COMMA || code === COLON;
}

/** Returns the index of its last character. */
function followString(text: string, start: number, follower: TextFollower): number {
  const end = closingQuote(text, start);
  follower.scalar(start, end + 1 - start, () => String(JSON.parse(text.slice(start, end + 1))));
  return end;
}

/** A number, `true`, `false` or `null`. */
function followWord(text: string, start: number, follower: TextFollower): number {
  let end = start + 1;
  while (end < text.length && !isBetween(text.charCodeAt(end)) && !/[\]}]/.test(text.charAt(end))) end += 1;
  follower.scalar(start, end - start, () => text.slice(start, end));
  return end - 1;
}

/** Parses a document in JSON. Unlike in our own formats, a key that is there twice is a note only. */
export function parseJsonText(text: string): ParsedText {
  const follow: ParsedText["follow"] = (follower) => {
    followJson(text, follower);
  };
  const placesOf: ParsedText["placesOf"] = (pointers) => findPlaces(pointers, follow);
  const json = parsed(text);
  if (json === undefined) return { flaws: [syntaxFlaw(text)], placesOf, follow };
  const extent = extentOf(json);
  if ("excess" in extent) return { flaws: [{ ...excessFlaw(extent), ...spanOfDepth(text) }], placesOf, follow };
  const isClean = !extent.hasProto && extent.keys === countKeysWritten(text);
  if (extent.hasProto) removeProto(json);
  return { json, flaws: isClean ? [] : keyFlaws(text), placesOf, follow };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function syntaxFlaw(text: string): TextFlaw {
  if (tooDeepAt(text) !== -1) return { ...excessFlaw({ excess: "depth", path: [] }), ...spanOfDepth(text) };
  const { message, span } = syntaxMistake(text);
  return { code: "SW0101", severity: "error", pointer: "", message: `not JSON: ${message}`, span };
}

function spanOfDepth(text: string): { readonly span?: Span } {
  const offset = tooDeepAt(text);
  return offset === -1 ? {} : { span: { offset, length: 1 } };
}

function removeProto(value: JsonValue): void {
  if (typeof value !== "object" || value === null) return;
  if (Object.hasOwn(value, "__proto__")) delete (value as { [key: string]: JsonValue })["__proto__"];
  for (const child of Object.values(value)) removeProto(child);
}

function keyFlaws(text: string): readonly TextFlaw[] {
  const finder = new KeyFinder();
  followJson(text, finder);
  return finder.flaws;
}

interface Frame {
  readonly kind: "object" | "array";
  readonly keys: Map<string, Span>;
  key: string | undefined;
  count: number;
}

/** Finds keys that are twice in one object of a JSON text, and `__proto__`. */
class KeyFinder implements TextFollower {
  readonly flaws: TextFlaw[] = [];
  readonly #frames: Frame[] = [];

  open(kind: Frame["kind"]): void {
    this.#frames.push({ kind, keys: new Map(), key: undefined, count: 0 });
  }

  close(): void {
    this.#frames.pop();
    this.#passValue();
  }

  scalar(offset: number, length: number, text: () => string): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind === "object" && frame.key === undefined) this.#passKey(frame, text(), { offset, length });
    else this.#passValue();
  }

  #passKey(frame: Frame, key: string, span: Span): void {
    frame.key = key;
    const first = frame.keys.get(key);
    if (first === undefined) frame.keys.set(key, span);
    else this.flaws.push(repeatedKey(key, this.#pointer(), first, span));
    if (key === "__proto__") this.flaws.push(protoKey(this.#pointer(), span));
  }

  #passValue(): void {
    const frame = this.#frames.at(-1);
    if (frame !== undefined) [frame.key, frame.count] = [undefined, frame.count + 1];
  }

  #pointer(): string {
    return toPointer(...this.#frames.map(({ kind, key, count }) => (kind === "array" ? count : (key ?? ""))));
  }
}

/** Parses a document: JSON by its ending or its first character, else YAML, whose parser is loaded then only. */
export async function parseText(path: string, text: string): Promise<ParsedText> {
  if (extname(path).toLowerCase() === ".json") return parseJsonText(text);
  if (/^\s*\{/.test(text)) {
    const parsed = parseJsonText(text);
    if (parsed.json !== undefined) return parsed;
  }
  const { parseYamlText } = await import("./parse-yaml.js");
  return parseYamlText(text);
}

/** About how many ms that takes: parsing cannot be told about while it lasts. */
export function parsingTime(path: string, text: string): number {
  const isJson = extname(path).toLowerCase() === ".json" || /^\s*\{/.test(text);
  return timeFor(text, isJson ? 20 : 250);
}
