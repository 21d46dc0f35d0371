import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { breaking, type Change, compatible, type ChangePlace, quoted } from "./change.js";
import { isEqual } from "./records.js";

/** The schema that is compared: what callers give (`input`), or what they get. */
export interface SchemaSubject {
  readonly part: "input" | "result" | "error";
  readonly text: string;
  readonly place: (...path: string[]) => ChangePlace;
}

/** The way to a part of a schema: property names, `[]` for the items of an array. */
type Way = readonly string[];

/** Keywords that no type depends on. */
const WITHOUT_EFFECT = new Set(
  (
    "$schema $id $comment title description default examples readOnly writeOnly format pattern minLength maxLength " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf uniqueItems minProperties maxProperties " +
    "contentEncoding contentMediaType"
  ).split(" "),
);

/** Keywords that are compared by themselves. */
const COMPARED = new Set([...WITHOUT_EFFECT, "properties", "required", "items", "enum"]);

/** Changes of a JSON Schema as callers see them in types; what cannot be judged counts as breaking. */
export function compareSchemas(subject: SchemaSubject, base: JsonObject, next: JsonObject, way: Way): Change[] {
  if (isEqual(base, next)) return [];
  if (!isEqual(without(base, COMPARED), without(next, COMPARED))) return [retyped(subject, way)];
  const changes = [
    ...compareEnums(subject, base["enum"], next["enum"], way),
    ...compareProperties(subject, base, next, way),
    ...compareItems(subject, base["items"], next["items"], way),
  ];
  const isDescribedAlike = isEqual(only(base, WITHOUT_EFFECT), only(next, WITHOUT_EFFECT));
  return isDescribedAlike && changes.length > 0 ? changes : [redescribed(subject, way), ...changes];
}

function redescribed(subject: SchemaSubject, way: Way): Change {
  return compatible(
    `${nameOf(subject, way)} is described differently; its own type is the same`,
    placeOf(subject, way),
  );
}

function retyped(subject: SchemaSubject, way: Way): Change {
  return breaking(`the type of ${nameOf(subject, way)} changed`, placeOf(subject, way));
}

/** More values are fine where callers give them, fewer where they get them. */
function compareEnums(
  subject: SchemaSubject,
  base: JsonValue | undefined,
  next: JsonValue | undefined,
  way: Way,
): Change[] {
  if (isEqual(base, next)) return [];
  if (!Array.isArray(base) || !Array.isArray(next)) return [retyped(subject, way)];
  const includes = (values: readonly JsonValue[], all: readonly JsonValue[]) =>
    values.every((value) => all.some((other) => isEqual(value, other)));
  const place = placeOf(subject, way, "enum");
  const [isWider, isNarrower] = [includes(base, next), includes(next, base)];
  if (isWider && isNarrower) return [compatible(`the values of ${nameOf(subject, way)} are in another order`, place)];
  const isFine = subject.part === "input" ? isWider : isNarrower;
  const how = isWider ? "has more values" : isNarrower ? "has fewer values" : "has other values";
  return [(isFine ? compatible : breaking)(`${nameOf(subject, way)} ${how}`, place)];
}

function compareItems(
  subject: SchemaSubject,
  base: JsonValue | undefined,
  next: JsonValue | undefined,
  way: Way,
): Change[] {
  if (isEqual(base, next)) return [];
  if (isObject(base) && isObject(next)) return compareSchemas(subject, base, next, [...way, "[]"]);
  return [retyped(subject, way)];
}

function compareProperties(subject: SchemaSubject, base: JsonObject, next: JsonObject, way: Way): Change[] {
  const [before, after] = [propertiesOf(base), propertiesOf(next)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after), ...requiredIn(base), ...requiredIn(next)])];
  return keys.flatMap((key) => {
    const inner = [...way, key];
    const [from, to] = [own(before, key), own(after, key)];
    const required = compareRequired(subject, requiredIn(base).has(key), requiredIn(next).has(key), inner);
    if (from === undefined && to === undefined) return required;
    if (to === undefined)
      return [breaking(`${nameOf(subject, inner)} was removed`, placeOf(subject, way, "properties"))];
    if (from === undefined) return [compatible(`${nameOf(subject, inner)} was added`, placeOf(subject, inner))];
    if (isEqual(from, to)) return required;
    const isComparable = isObject(from) && isObject(to);
    return [...required, ...(isComparable ? compareSchemas(subject, from, to, inner) : [retyped(subject, inner)])];
  });
}

/** That callers have to give a key which no default gives is told by the demands. */
function compareRequired(subject: SchemaSubject, base: boolean, next: boolean, way: Way): Change[] {
  if (base === next) return [];
  const sentence = `${nameOf(subject, way)} is ${next ? "now required" : "no longer required"}`;
  const isFine = subject.part === "input" || next;
  const place = placeOf(subject, way);
  return [isFine ? { ...compatible(sentence, place), about: aboutInput(place) } : breaking(sentence, place)];
}

/** What a change and a demand have in common when they are about one input key. */
export function aboutInput({ file, path }: ChangePlace): string {
  return JSON.stringify(["input", file, path]);
}

function nameOf({ part, text }: SchemaSubject, way: Way): string {
  return way.length === 0 ? `the ${part} of ${text}` : `${part} ${quoted(way.join("."))} of ${text}`;
}

function placeOf({ part, place }: SchemaSubject, way: Way, ...rest: string[]): ChangePlace {
  return place(part, ...way.flatMap((step) => (step === "[]" ? ["items"] : ["properties", step])), ...rest);
}

function without(schema: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.has(key)));
}

function only(schema: JsonObject, keys: ReadonlySet<string>): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => keys.has(key)));
}

export function propertiesOf(schema: JsonObject): JsonObject {
  const properties = own(schema, "properties");
  return isObject(properties) ? properties : {};
}

export function requiredIn(schema: JsonObject): ReadonlySet<string> {
  const required = own(schema, "required");
  return new Set(Array.isArray(required) ? required.filter((key) => typeof key === "string") : []);
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function own(record: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
