import type { JsonValue } from "@sdkwright/runtime/config";
import { syntaxMistake } from "../diagnostics/syntax.js";
import { countKeysWritten, tooDeepAt } from "../files/read-json.js";
import { followJson } from "./follow-json.js";
import { KeyFinder } from "./key-finder.js";
import {
  depthFlaw,
  longKeyFlaw,
  MAX_DEPTH,
  moreKeys,
  protoKey,
  repeatedKey,
  type ParsedText,
  type TextFlaw,
} from "./parsed-text.js";
import { prune } from "./prune.js";
import { findPlaces } from "./text-places.js";

/** Parses a document in JSON: what rules F3 refuse is left out with a note. */
export function parseJsonText(text: string): ParsedText {
  const follow: ParsedText["follow"] = (follower) => {
    followJson(text, follower);
  };
  const placesOf: ParsedText["placesOf"] = (pointers) => findPlaces(pointers, follow);
  const json = parsed(text);
  if (json === undefined) return { flaws: [syntaxFlaw(text)], placesOf, follow };
  const { keys, hasProto, tooDeep, longKeys } = prune(json);
  const cut = [...tooDeep.map(depthFlaw), ...[...longKeys].map(longKeyFlaw)];
  const isClean = !hasProto && cut.length === 0 && keys === countKeysWritten(text);
  return { json, flaws: isClean ? [] : [...cut, ...keyFlaws(text)], placesOf, follow };
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function syntaxFlaw(text: string): TextFlaw {
  const deep = tooDeepAt(text);
  if (deep !== -1) {
    const message = `not JSON, and nested more than ${String(MAX_DEPTH)} deep`;
    return { code: "SW0101", severity: "error", pointer: "", message, span: { offset: deep, length: 1 } };
  }
  const { message, span } = syntaxMistake(text);
  return { code: "SW0101", severity: "error", pointer: "", message: `not JSON: ${message}`, span };
}

function keyFlaws(text: string): readonly TextFlaw[] {
  const finder = new KeyFinder("__proto__");
  followJson(text, finder);
  return [
    ...finder.repeated.map(({ key, pointer, first, second }) => repeatedKey(key, pointer, first, second)),
    ...moreKeys(finder.repeatedCount),
    ...finder.named.map(({ pointer, span }) => protoKey(pointer, span)),
  ];
}
