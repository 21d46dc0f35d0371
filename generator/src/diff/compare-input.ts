import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { behavioural, type Change, type ChangePlace, quoted } from "./change.js";
import { referencesIn, type Reference } from "./destinations.js";
import { isEqual } from "./records.js";

/** Changes of default inputs, key by key; values are not told, for they may say more than a reviewer should read. */
export function compareInputs(text: string, base: JsonObject, next: JsonObject, place: ChangePlace): Change[] {
  return compareObjects(text, base, next, place, []);
}

function compareObjects(
  text: string,
  base: JsonObject,
  next: JsonObject,
  place: ChangePlace,
  way: readonly string[],
): Change[] {
  const keys = [...new Set([...Object.keys(base), ...Object.keys(next)])];
  return keys.flatMap((key) => {
    const [from, to] = [own(base, key), own(next, key)];
    // `-0` is emitted as `0`.
    if (from !== undefined && to !== undefined && (from === to || isEqual(from, to))) return [];
    const at = { ...place, path: [...place.path, key] };
    if (isObject(from) && isObject(to)) return compareObjects(text, from, to, at, [...way, key]);
    const verb = from === undefined ? "was added to" : to === undefined ? "was removed from" : "changed in";
    const references = referencesOf(from, to, [...way, key]);
    const sentence = `the default input ${dotted([...way, key])} ${verb} ${text}${references.text}`;
    return [behavioural(sentence, at, references.isGained)];
  });
}

/**
 * A reference is a name, not a value. One that is gained, or stands elsewhere in a list or an object than before, sends a
 * variable where it did not go.
 */
function referencesOf(
  from: JsonValue | undefined,
  to: JsonValue | undefined,
  way: readonly string[],
): { readonly text: string; readonly isGained: boolean } {
  const [before, after] = [referencesIn(from, way), referencesIn(to, way)];
  const [lost, gained] = [without(before, after), without(after, before)];
  if (gained.length === 0)
    return { isGained: false, text: lost.length > 0 ? `: no longer read from ${listed(lost)}` : "" };
  const instead = lost.length > 0 ? `, before from ${listed(lost, gained)}` : "";
  return { isGained: true, text: `: now read from ${listed(gained, lost)}${instead}` };
}

function without(references: readonly Reference[], others: readonly Reference[]): readonly Reference[] {
  const keyOf = ({ way, variable }: Reference): string => JSON.stringify([...way, variable]);
  const known = new Set(others.map(keyOf));
  return references.filter((reference) => !known.has(keyOf(reference)));
}

/** Where a variable stands is told of those that stood elsewhere, or do now. */
function listed(references: readonly Reference[], elsewhere: readonly Reference[] = []): string {
  const moved = new Set(elsewhere.map(({ variable }) => variable));
  const texts = references.map(({ way, variable }) =>
    moved.has(variable) ? `${variable} at ${dotted(way)}` : variable,
  );
  return [...new Set(texts)].join(" and ");
}

function dotted(way: Reference["way"]): string {
  return quoted(way.join("."));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(record: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
