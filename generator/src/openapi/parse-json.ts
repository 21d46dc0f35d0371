import { toPointer, type JsonValue } from "@sdkwright/runtime/config";
import type { Span } from "../diagnostics/source.js";
import { syntaxMistake } from "../diagnostics/syntax.js";
import type { TextFollower } from "../diagnostics/text-follower.js";
import { extentOf } from "../files/extent.js";
import { countKeysWritten, tooDeepAt } from "../files/read-json.js";
import { followJson } from "./follow-json.js";
import { excessFlaw, protoKey, repeatedKey, type ParsedText, type TextFlaw } from "./parsed-text.js";
import { findPlaces } from "./text-places.js";

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
