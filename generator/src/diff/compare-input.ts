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
  const [before, after] = [referencesIn(from), referencesIn(to)];
  const [lost, gained] = [without(before, to), without(after, from)];
  if (gained.length === 0)
    return { isGained: false, text: lost.length > 0 ? `: no longer read from ${listed(lost, way)}` : "" };
  const instead = lost.length > 0 ? `, before from ${listed(lost, way, gained)}` : "";
  return { isGained: true, text: `: now read from ${listed(gained, way, lost)}${instead}` };
}

/** References that do not stand in the same place of another value. */
function without(references: readonly Reference[], other: JsonValue | undefined): readonly Reference[] {
  return references.filter(({ way, variable }) => at(other, way) !== variable);
}

function at(value: JsonValue | undefined, way: Reference["way"]): JsonValue | undefined {
  return way.reduce<JsonValue | undefined>((outer, step) => {
    if (typeof step === "number") return Array.isArray(outer) ? (outer[step] as JsonValue | undefined) : undefined;
    return isObject(outer) ? own(outer, step) : undefined;
  }, value);
}

/** Of so many it is told where they stand; all are named. */
const MOST_PLACES = 20;

/** Where a variable stands, below `outer`, is told of those that stood elsewhere, or do now. */
function listed(
  references: readonly Reference[],
  outer: readonly string[],
  elsewhere: readonly Reference[] = [],
): string {
  const moved = new Set(elsewhere.map(({ variable }) => variable));
  const texts = new Set<string>();
  for (const { way, variable } of references) {
    const isPlaced = moved.has(variable) && texts.size < MOST_PLACES;
    texts.add(isPlaced ? `${variable} at ${dotted([...outer, ...way])}` : variable);
  }
  return [...texts].join(" and ");
}

/** Longer ones are cut in their middle: keys may be as long as they like, and there may be many. */
const LONGEST_WAY = 300;

function dotted(way: Reference["way"]): string {
  const text = way.join(".");
  return quoted(text.length > LONGEST_WAY ? `${text.slice(0, 150)}…${text.slice(-100)}` : text);
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(record: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
