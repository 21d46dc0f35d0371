import {
  escapeSegment,
  own,
  pointerSegments,
  valueAt,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import { isJsonObject } from "../json-schema/schema-part.js";
import { isRedescribed } from "./compare-descriptions.js";
import type { Aspect, Change, Way } from "./change.js";

/**
 * Whether two schemas differ by more than changes of their types tell, and than descriptions do; also where to find out would
 * take long.
 */
export function differsBeyond(told: readonly Change[], base: JsonObject, next: JsonObject): boolean {
  const room = { left: MOST_PARTS };
  const [from, to] = [base, next].map((schema) => withoutTold(schema, told, room));
  return room.left < 0 || (from !== undefined && to !== undefined && !isRedescribed(from, to));
}

/** So many parts of schemas are looked at: a schema of a lock may have any number, and each of them many told ways. */
const MOST_PARTS = 10_000_000;

/** A schema without what is told of it, and without what that leaves over. */
function withoutTold(schema: JsonObject, told: readonly Change[], room: { left: number }): JsonObject {
  const [root, emptied] = [structuredClone(schema), new Set<JsonValue>()];
  for (const { part: { aspect, way } = WHOLE } of told) {
    if (way.length === 0 && aspect === "type") return {};
    if (room.left < 0) return {};
    for (const part of partsAt(root, aspect === "keys" ? way : way.slice(0, -1), room)) {
      cut(part, aspect, way.at(-1) ?? "");
      if (Object.keys(part).every((keyword) => keyword === "type")) emptied.add(part);
    }
  }
  return withoutUnused(withoutEmptied(root, emptied));
}

/** Of what is put together, without parts that say nothing any more. */
function withoutEmptied<V extends JsonValue>(value: V, emptied: ReadonlySet<JsonValue>): V {
  if (Array.isArray(value)) return value.map((each: JsonValue) => withoutEmptied(each, emptied)) as unknown as V;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([keyword, each]): [string, JsonValue] => {
    const left =
      keyword === "allOf" && Array.isArray(each) ? each.filter((part: JsonValue) => !emptied.has(part)) : each;
    return [keyword, withoutEmptied(left, emptied)];
  });
  return Object.fromEntries(entries) as V;
}

/** Of a copy of ours. */
type Mutable = { [keyword: string]: JsonValue };

const WHOLE = { aspect: "type", way: [] } as const;

function cut(part: Mutable, aspect: Aspect, step: string): void {
  if (aspect === "keys" || step === "*") cutOnly(part, OTHER_KEYS);
  else if (step === "[]") cutOnly(part, ITEMS);
  else {
    const [properties, required] = [own(part, "properties"), own(part, "required")];
    if (aspect !== "required" && isJsonObject(properties)) part["properties"] = without(properties, step);
    if (aspect !== "type" && Array.isArray(required)) part["required"] = required.filter((name) => name !== step);
    for (const keyword of ["properties", "required"])
      if (Object.keys(own(part, keyword) ?? {}).length === 0) delete part[keyword];
  }
}

/** The first of some keywords, where it stands for all of what is told. */
function cutOnly(part: Mutable, [keyword, ...others]: readonly string[]): void {
  if (keyword !== undefined && others.every((other) => own(part, other) === undefined)) delete part[keyword];
}

function without(properties: JsonObject, step: string): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== step));
}

const OTHER_KEYS = ["additionalProperties", "patternProperties"] as const;
const ITEMS = ["items", "prefixItems", "additionalItems"] as const;
const COMPOSED = ["allOf", "anyOf", "oneOf"] as const;

/** The schemas that a way leads to, with those that they refer to or are made of: each once, however many lead to it. */
function partsAt(root: JsonObject, way: Way, room: { left: number }): ReadonlySet<JsonObject> {
  let parts = withMade([root], root);
  for (const step of way) {
    room.left -= parts.size;
    if (room.left < 0) break;
    parts = withMade(
      [...parts].flatMap((part) => stepsFrom(part, step)),
      root,
    );
  }
  room.left -= parts.size;
  return parts;
}

function withMade(schemas: readonly JsonObject[], root: JsonObject): ReadonlySet<JsonObject> {
  const parts = new Set(schemas);
  for (const part of parts) for (const other of madeOf(part, root)) parts.add(other);
  return parts;
}

function madeOf(part: JsonObject, root: JsonObject): readonly JsonObject[] {
  const reference = own(part, "$ref");
  const target =
    typeof reference === "string" && reference.startsWith("#")
      ? valueAt(root, pointerSegments(reference.slice(1)))
      : undefined;
  return [target, ...COMPOSED.flatMap((keyword) => listed(own(part, keyword)))].filter(isJsonObject);
}

function stepsFrom(part: JsonObject, step: string): readonly JsonObject[] {
  const [properties, patterns] = [own(part, "properties"), own(part, "patternProperties")];
  if (step === "[]") return ITEMS.flatMap((keyword) => listed(own(part, keyword))).filter(isJsonObject);
  if (step !== "*") return [isJsonObject(properties) ? own(properties, step) : undefined].filter(isJsonObject);
  return [own(part, "additionalProperties"), ...Object.values(isJsonObject(patterns) ? patterns : {})].filter(
    isJsonObject,
  );
}

function listed(value: JsonValue | undefined): readonly (JsonValue | undefined)[] {
  return Array.isArray(value) ? value : [value];
}

/**
 * Without definitions that no reference can mean, in whichever way it is written: what has an anchor stays, and what is
 * called like a part of any reference.
 */
function withoutUnused(root: JsonObject): JsonObject {
  const { $defs, definitions, ...rest } = root;
  const all = [$defs, definitions].flatMap((schemas) => Object.entries(isJsonObject(schemas) ? schemas : {}));
  const byStep = new Map<string, JsonValue[]>();
  for (const [name, schema] of all)
    for (const step of new Set([name, escapeSegment(name)])) byStep.set(step, [...(byStep.get(step) ?? []), schema]);
  const anchored = all.map(([, schema]) => schema).filter((schema) => ANCHOR.test(JSON.stringify(schema)));
  const used = new Set<JsonValue>([rest, ...anchored]);
  for (const schema of used) {
    const steps = referencesIn(schema).flatMap((reference) => reference.split("/"));
    for (const step of new Set(steps)) for (const target of byStep.get(step) ?? []) used.add(target);
  }
  const kept = (schemas: JsonValue | undefined): JsonObject =>
    Object.fromEntries(Object.entries(isJsonObject(schemas) ? schemas : {}).filter(([, schema]) => used.has(schema)));
  return { ...rest, $defs: kept($defs), definitions: kept(definitions) };
}

const ANCHOR = /"\$(?:anchor|id|dynamicAnchor)"/;

/** As they are written, and decoded. */
function referencesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const references = isJsonObject(value) ? [own(value, "$ref"), own(value, "$dynamicRef")] : [];
  const texts = references
    .filter((reference) => typeof reference === "string")
    .flatMap((text) => [text, decoded(text)]);
  return [...texts, ...Object.values(value).flatMap((each) => referencesIn(each))];
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}
