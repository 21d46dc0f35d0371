import { isPlainObject, own } from "../../config/options.js";
import { MAX_NAME, printable } from "../../errors/errors.js";
import { MASK } from "../../http/server-answer.js";
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
    return [
      `- ${place}: ${shown(before)}`,
      `+ ${place}: ${hides(before, now) ? "not shown, because a credential was here" : shown(now)}`,
    ];
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
  return fits(before, now) || JSON.stringify(before) === JSON.stringify(now) ? [] : [{ place, before, now }];
}

/** Where a credential was, there may be another one now, or one that is not known yet. */
export function fits(before: unknown, now: unknown): boolean {
  if (before === MASK) return true;
  if (typeof before !== "string" || typeof now !== "string" || !before.includes(MASK)) return false;
  const [first = "", ...others] = before.split(MASK);
  const last = others.pop() ?? "";
  let at = first.length;
  for (const part of others) {
    const found = now.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return now.startsWith(first) && now.endsWith(last) && at + last.length <= now.length;
}

function isBranch(value: unknown): value is { readonly [key: string]: unknown } {
  return Array.isArray(value) || isPlainObject(value);
}

/** What stands in place of a credential may be one that nobody has told of. */
function hides(before: unknown, now: unknown): boolean {
  return holdsMask(before) && !holdsMask(now) && now !== undefined;
}

function holdsMask(value: unknown): boolean {
  return typeof value === "string" && value.includes(MASK);
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
