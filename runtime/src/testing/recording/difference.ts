import { isPlainObject, own } from "../../config/records.js";
import { MAX_NAME, printable } from "../../redaction.js";
import { MASK } from "../masked.js";
import type { RecordedRequest } from "./tape.js";

/** What of a request is other than it was recorded, a line for each place; empty where nothing is. */
export function differences(
  recorded: RecordedRequest,
  asked: RecordedRequest,
  ignored: ReadonlySet<string>,
): readonly string[] {
  const places = (["query", "type", "body"] as const).flatMap((part) =>
    differ(part, recorded[part], asked[part], ignored),
  );
  return places.flatMap(({ place: whole, before, now }) => {
    const place = printable(whole, MAX_NAME);
    return [`- ${place}: ${shown(before)}`, `+ ${place}: ${shown(now)}`];
  });
}

interface Difference {
  readonly place: string;
  readonly before: unknown;
  readonly now: unknown;
}

function differ(place: string, before: unknown, now: unknown, ignored: ReadonlySet<string>): readonly Difference[] {
  if (isBranch(before) && isBranch(now) && Array.isArray(before) === Array.isArray(now)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((key) => !ignored.has(key));
    return keys.flatMap((key) => differ(`${place}/${key}`, own(before, key), own(now, key), ignored));
  }
  // A credential was here; it may be another one now.
  return before === MASK || JSON.stringify(before) === JSON.stringify(now) ? [] : [{ place, before, now }];
}

function isBranch(value: unknown): value is { readonly [key: string]: unknown } {
  return Array.isArray(value) || isPlainObject(value);
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
