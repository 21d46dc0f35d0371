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
    return [behavioural(`the default input ${name} ${verb} ${text}${referencesText(from, to)}`, at)];
  });
}

/** A reference is a name, not a value. */
function referencesText(from: JsonValue | undefined, to: JsonValue | undefined): string {
  const [before, after] = [variablesIn(from), variablesIn(to)];
  const [lost, gained] = [
    before.filter((name) => !after.includes(name)),
    after.filter((name) => !before.includes(name)),
  ];
  if (gained.length > 0)
    return `: now read from ${listed(gained)}${lost.length > 0 ? `, before from ${listed(lost)}` : ""}`;
  return lost.length > 0 ? `: no longer read from ${listed(lost)}` : "";
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
