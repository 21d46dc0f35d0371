import { own, pointerSegments, toPointer, valueAt, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { isJsonObject } from "../json-schema/schema-part.js";
import { isRedescribed } from "./compare-descriptions.js";
import type { Aspect, Change, Way } from "./change.js";

/** Whether two schemas differ by more than changes of their types tell, and than descriptions do. */
export function differsBeyond(told: readonly Change[], base: JsonObject, next: JsonObject): boolean {
  const [from, to] = [base, next].map((schema) => withoutTold(schema, told));
  return from !== undefined && to !== undefined && !isRedescribed(from, to);
}

/** A schema without what is told of it, and without definitions that nothing else refers to. */
function withoutTold(schema: JsonObject, told: readonly Change[]): JsonObject {
  const root = structuredClone(schema);
  for (const { part: { aspect, way } = WHOLE } of told) {
    if (way.length === 0 && aspect === "type") return {};
    for (const schema of partsAt(root, aspect === "keys" ? way : way.slice(0, -1), root))
      cut(schema, aspect, way.at(-1) ?? "");
  }
  return withoutUnused(withoutEmpty(root));
}

/** Of what is put together, parts that say nothing any more. */
function withoutEmpty<V extends JsonValue>(value: V): V {
  if (Array.isArray(value)) return value.map((each) => withoutEmpty(each)) as unknown as V;
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([keyword, each]): [string, JsonValue] => {
    const inner = withoutEmpty(each);
    return [keyword, keyword === "allOf" && Array.isArray(inner) ? inner.filter((part) => !isEmpty(part)) : inner];
  });
  return Object.fromEntries(entries) as V;
}

function isEmpty(part: JsonValue): boolean {
  return isJsonObject(part) && Object.keys(part).every((keyword) => keyword === "type");
}

/** Of a copy of ours. */
type Mutable = { [keyword: string]: JsonValue };

const WHOLE = { aspect: "type", way: [] } as const;

function cut(part: Mutable, aspect: Aspect, step: string): void {
  if (aspect === "keys" || step === "*") for (const keyword of OTHER_KEYS) delete part[keyword];
  else if (step === "[]") for (const keyword of ITEMS) delete part[keyword];
  else {
    const [properties, required] = [own(part, "properties"), own(part, "required")];
    if (aspect !== "required" && isJsonObject(properties)) part["properties"] = without(properties, step);
    if (aspect !== "type" && Array.isArray(required)) part["required"] = required.filter((name) => name !== step);
    for (const keyword of ["properties", "required"])
      if (Object.keys(own(part, keyword) ?? {}).length === 0) delete part[keyword];
  }
}

function without(properties: JsonObject, step: string): JsonObject {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== step));
}

const OTHER_KEYS = ["additionalProperties", "patternProperties", "unevaluatedProperties"] as const;
const ITEMS = ["items", "prefixItems", "additionalItems"] as const;
const COMPOSED = ["allOf", "anyOf", "oneOf"] as const;

/** The schemas that a way leads to, each with those that it refers to or is made of. */
function partsAt(schema: JsonObject, [step, ...way]: Way, root: JsonObject): readonly JsonObject[] {
  const parts = new Set([schema]);
  for (const part of parts) for (const other of madeOf(part, root)) parts.add(other);
  if (step === undefined) return [...parts];
  const below = [...parts].flatMap((part) => stepsFrom(part, step));
  return [...new Set(below.flatMap((part) => partsAt(part, way, root)))];
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

function withoutUnused(root: JsonObject): JsonObject {
  const { $defs, definitions, ...rest } = root;
  const used = new Set(referencesIn(rest));
  for (const reference of used)
    for (const other of referencesIn(valueAt(root, pointerSegments(reference.slice(1))))) used.add(other);
  const names = new Set(Array.from(used, (reference) => reference.split("/").slice(1, 3).join("/")));
  const kept = (keyword: string, schemas: JsonValue | undefined): JsonObject =>
    isJsonObject(schemas)
      ? Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(toPointer(keyword, name).slice(1))))
      : {};
  return { ...rest, $defs: kept("$defs", $defs), definitions: kept("definitions", definitions) };
}

/** References within the document; others are none that a profile may have. */
function referencesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = isJsonObject(value) && typeof value["$ref"] === "string" && value["$ref"].startsWith("#") ? [value["$ref"]] : []; // prettier-ignore
  return [...own, ...Object.values(value).flatMap((each) => referencesIn(each))];
}
