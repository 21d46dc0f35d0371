import {
  isReferenceAlone,
  type JsonObject,
  type JsonValue,
  mapValues,
  referencedPart,
} from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";

/**
 * What of a schema values are held against, as it is emitted: no descriptions, and of the definitions those that are
 * referred to, each under `$defs`. A `$ref` is `#` or `#/$defs/<name>`.
 */
export function checkedSchema(root: JsonObject): JsonObject {
  const copying: Copying = { root, isAlone: isReferenceAlone(root), names: new Map(), waiting: [] };
  const copy = copyObject(root, copying);
  const definitions: [string, JsonValue][] = [];
  // What they refer to in turn joins the queue.
  for (const { name, schema } of copying.waiting) definitions.push([name, copySchema(schema, copying)]);
  return definitions.length === 0 ? copy : { ...copy, $defs: Object.fromEntries(definitions) };
}

interface Copying {
  readonly root: JsonObject;
  readonly isAlone: boolean;
  /** By JSON pointer. */
  readonly names: Map<string, string>;
  readonly waiting: { readonly name: string; readonly schema: JsonValue }[];
}

/** How keywords are copied whose values hold schemas; what is not here and not a scalar one says nothing of values. */
const COPIES: { readonly [keyword: string]: (value: JsonValue, copying: Copying) => JsonValue } = {
  ...sameFor("additionalProperties additionalItems contains else if not propertyNames then", copySchema),
  ...sameFor("unevaluatedItems unevaluatedProperties", copySchema),
  ...sameFor("allOf anyOf items oneOf prefixItems", copyItems),
  ...sameFor("dependencies dependentSchemas patternProperties properties", copyByName),
  ...sameFor("const dependentRequired enum exclusiveMaximum exclusiveMinimum maxContains maxItems", asItIs),
  ...sameFor("maxLength maxProperties maximum minContains minItems minLength minProperties minimum", asItIs),
  ...sameFor("multipleOf nullable pattern required type uniqueItems $dynamicRef $recursiveRef", asItIs),
};

function sameFor<T>(keywords: string, copy: T): { readonly [keyword: string]: T } {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, copy]));
}

function asItIs(value: JsonValue): JsonValue {
  return value;
}

function copySchema(schema: JsonValue, copying: Copying): JsonValue {
  if (typeof schema === "boolean") return schema;
  return isJsonObject(schema) ? copyObject(schema, copying) : {};
}

function copyItems(schemas: JsonValue, copying: Copying): JsonValue {
  return isJsonArray(schemas) ? schemas.map((schema) => copySchema(schema, copying)) : copySchema(schemas, copying);
}

/** `dependencies` may be names, too. */
function copyByName(schemas: JsonValue, copying: Copying): JsonValue {
  if (!isJsonObject(schemas)) return {};
  return mapValues(schemas, (schema) => (isJsonArray(schema) ? schema : copySchema(schema, copying)));
}

function copyObject(schema: JsonObject, copying: Copying): JsonObject {
  const reference = referenceIn(schema, copying);
  const isWhole = copying.isAlone && typeof schema["$ref"] === "string";
  const others = isWhole ? [] : Object.entries(schema);
  const copied = others.flatMap(([keyword, value]): [string, JsonValue][] => {
    const copy = Object.hasOwn(COPIES, keyword) ? COPIES[keyword] : undefined;
    return copy === undefined ? [] : [[keyword, copy(value, copying)]];
  });
  return Object.fromEntries(reference === undefined ? copied : [["$ref", reference], ...copied]);
}

/** What cannot be followed is left out, and so holds for everything. */
function referenceIn(schema: JsonObject, copying: Copying): string | undefined {
  const target = typeof schema["$ref"] === "string" ? referencedPart(copying.root, schema) : undefined;
  if (target === undefined) return undefined;
  const { pointer, value } = target;
  if (pointer === "") return "#";
  const { names, waiting } = copying;
  const name = names.get(pointer) ?? freeName(pointer, new Set(names.values()));
  if (!names.has(pointer)) waiting.push({ name, schema: value });
  names.set(pointer, name);
  return `#/$defs/${name}`;
}

/** The last part of the way, where it can stand in a reference as it is. */
function freeName(pointer: string, taken: ReadonlySet<string>): string {
  const last = pointer.slice(pointer.lastIndexOf("/") + 1);
  const name = /^[A-Za-z][\w-]*$/.test(last) ? last : "schema";
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}
