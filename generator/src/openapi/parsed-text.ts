import { toPointer, type Issue, type JsonValue } from "@sdkwright/runtime/config";
import type { Places, Span } from "../diagnostics/source.js";
import type { TextFollower } from "../diagnostics/text-follower.js";
import { shown } from "./notes.js";

/** What a text says, with remarks about what was left out of it. */
export interface ParsedText {
  /** Absent where it cannot be parsed: the one flaw says why. */
  readonly json?: JsonValue | undefined;
  readonly flaws: readonly TextFlaw[];
  /** Goes through the text to find where something stands: only for who prints it. */
  readonly placesOf: (pointers: readonly string[]) => Places;
  /** Goes through the text once more. */
  readonly follow: (follower: TextFollower) => void;
}

export interface TextFlaw extends Issue {
  readonly span?: Span | undefined;
  readonly relatedSpan?: Span | undefined;
}

/** Objects and arrays inside each other, at most. */
export const MAX_DEPTH = 200;

/**
 * Characters of the keys that lead to a part, at most: each note below is as long as its pointer. No server takes a
 * longer path, those of vendors have some hundreds, and V8 hashes as much of a text.
 */
export const MAX_KEYS = 8_000;

/** The pointer that keys make, or that of the nearest part around whose keys are not too long. */
export function boundedPointer(keys: readonly (string | number)[]): string {
  let left = MAX_KEYS;
  const end = keys.findIndex((key) => (left -= String(key).length) < 0);
  return toPointer(...(end === -1 ? keys : keys.slice(0, end)));
}

export function repeatedKey(key: string, pointer: string, first: Span, span: Span): TextFlaw {
  const message = `the key ${shown(key)} stands twice in one object: the last one counts`;
  const related = { pointer, message: "it stands first" };
  return { code: "SW1603", severity: "note", pointer, target: "key", message, related, relatedSpan: first, span };
}

/** How many of a kind are told one by one: a file could have millions. */
export const MOST_TOLD = 1000;

/** What stands for the rest of them. */
export function moreKeys(count: number): readonly TextFlaw[] {
  if (count <= MOST_TOLD) return [];
  const message = `${count - MOST_TOLD} more keys stand twice in one object: the last one counts`;
  return [{ code: "SW1603", severity: "note", pointer: "", message }];
}

export function protoKey(pointer: string, span: Span): TextFlaw {
  const message = 'the key "__proto__" is left out, with all that it holds';
  return { code: "SW1604", severity: "note", pointer, target: "key", message, span };
}

export function depthFlaw(pointer: string): TextFlaw {
  const message = `objects and arrays are nested more than ${String(MAX_DEPTH)} deep: what is deeper is left out`;
  return { code: "SW1610", severity: "note", pointer, message };
}

export function longKeyFlaw(pointer: string): TextFlaw {
  const message = `a key is left out: with those that lead to it, it has more than ${String(MAX_KEYS)} characters`;
  return { code: "SW1610", severity: "note", pointer, message };
}
