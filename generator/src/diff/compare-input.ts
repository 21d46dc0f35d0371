import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { behavioural, type Change, type ChangePlace, quoted } from "./change.js";
import { variablesIn } from "./destinations.js";
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
    if (from !== undefined && to !== undefined && isEqual(from, to)) return [];
    const at = { ...place, path: [...place.path, key] };
    if (isObject(from) && isObject(to)) return compareObjects(text, from, to, at, [...way, key]);
    const verb = from === undefined ? "was added to" : to === undefined ? "was removed from" : "changed in";
    const name = quoted([...way, key].join("."));
    const references = referencesOf(from, to);
    const sentence = `the default input ${name} ${verb} ${text}${references.text}`;
    return [behavioural(sentence, at, references.isGained)];
  });
}

/** A reference is a name, not a value. One that is gained sends a variable where none went. */
function referencesOf(
  from: JsonValue | undefined,
  to: JsonValue | undefined,
): { readonly text: string; readonly isGained: boolean } {
  const [before, after] = [variablesIn(from), variablesIn(to)];
  const lost = before.filter((name) => !after.includes(name));
  const gained = after.filter((name) => !before.includes(name));
  const isGained = gained.length > 0;
  if (!isGained) return { isGained, text: lost.length > 0 ? `: no longer read from ${listed(lost)}` : "" };
  const instead = lost.length > 0 ? `, before from ${listed(lost)}` : "";
  return { isGained, text: `: now read from ${listed(gained)}${instead}` };
}

function listed(names: readonly string[]): string {
  return names.join(" and ");
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(record: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
