import {
  escapeSegment,
  isReferenceAlone,
  type Issue,
  type JsonObject,
  type JsonValue,
  nearest,
  referencedPart,
  SCHEMA_DATA,
  type SchemaPart,
  SCHEMAS_BY_NAME,
} from "@sdkwright/runtime/config";
import { withoutCircles } from "./circles.js";
import type { SchemaNote } from "./schema-notes.js";
import { isJsonArray, isJsonObject, onlyReference } from "./schema-part.js";
import { SchemaReader } from "./schema-reader.js";
import type { SchemaType } from "./schema-type.js";
import type { Dialect } from "./scope.js";

/** What a JSON Schema says about types: its own, and those of the parts that are referred to. */
export interface SchemaTypes {
  /** By JSON pointer; the root's is empty. */
  readonly types: ReadonlyMap<string, SchemaType>;
  readonly notes: readonly SchemaNote[];
}

const made = new WeakMap<JsonObject, SchemaTypes>();

/** Reads a JSON Schema (draft-07, 2020-12, `nullable` of OpenAPI 3.0). Nothing is thrown, whatever stands in it. */
export function readSchema(schema: JsonObject): SchemaTypes {
  const types = made.get(schema) ?? read(schema);
  made.set(schema, types);
  return types;
}

function read(root: JsonObject): SchemaTypes {
  const reader = new SchemaReader(root, dialectOf(root));
  reader.typeNamed("");
  const types = withoutCircles(reader.read(), (pointer) => reader.note(pointer, "a schema that only refers to itself"));
  return { types, notes: reader.notes };
}

function dialectOf(root: JsonObject): Dialect {
  const isAlone = isReferenceAlone(root);
  return { isAlone, isOpenApi: false, find: (schema) => targetOf(root, schema, isAlone) };
}

/** Where a schema's reference leads in the end; `undefined` where it goes round in a circle. */
function targetOf(root: JsonObject, schema: JsonObject, isAlone: boolean): SchemaPart | undefined {
  const seen = new Set<JsonObject>();
  for (let next = schema; !seen.has(next);) {
    seen.add(next);
    const target = referencedPart(root, next);
    if (!isJsonObject(target?.value) || onlyReference(target.value, isAlone) === undefined) return target;
    next = target.value;
  }
  return undefined;
}

/** What a schema says that no type holds, and keywords that are nearly one (rules C4). */
export function schemaRemarks(schema: JsonObject, pointer: string): readonly Issue[] {
  const notes = readSchema(schema).notes.map(({ pointer: place, what }): Issue => {
    const message = `no type can express ${what}; the emitted type allows more`;
    return { code: "SW1502", severity: "note", pointer: pointer + place, message };
  });
  return [...notes, ...misspelt(schema, pointer)];
}

function misspelt(node: JsonValue, pointer: string): readonly Issue[] {
  if (isJsonArray(node)) return node.flatMap((item, index) => misspelt(item, `${pointer}/${index}`));
  if (!isJsonObject(node)) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    const place = `${pointer}/${escapeSegment(keyword)}`;
    if (SCHEMA_DATA.has(keyword)) return [];
    if (!KEYWORDS.has(keyword)) return unknownKeyword(keyword, place);
    if (!SCHEMAS_BY_NAME.has(keyword) || !isJsonObject(value)) return misspelt(value, place);
    return Object.entries(value).flatMap(([name, schema]) => misspelt(schema, `${place}/${escapeSegment(name)}`));
  });
}

/** Any other keyword may be somebody's own, which JSON Schema allows. */
function unknownKeyword(keyword: string, pointer: string): readonly Issue[] {
  const near = nearest(keyword, [...KEYWORDS]);
  if (near === undefined || keyword.length < 4 || /^x-/i.test(keyword)) return [];
  const message = `${JSON.stringify(keyword)} is not a keyword of JSON Schema, so it has no effect`;
  return [
    {
      code: "SW1503",
      severity: "warning",
      pointer,
      target: "key",
      message,
      hint: `did you mean ${JSON.stringify(near)}?`,
    },
  ];
}

/** Those of draft-04 to 2020-12, of OpenAPI, and of tools that write into schemas. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema $vocabulary " +
    "additionalItems additionalProperties allOf anyOf const contains contentEncoding contentMediaType contentSchema " +
    "default definitions dependencies dependentRequired dependentSchemas deprecated description else enum examples " +
    "exclusiveMaximum exclusiveMinimum format id if items maxContains maxItems maxLength maxProperties maximum " +
    "minContains minItems minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems " +
    "properties propertyNames readOnly required then title type unevaluatedItems unevaluatedProperties uniqueItems " +
    "writeOnly discriminator example externalDocs nullable xml errorMessage extends tsEnumNames tsType version"
  ).split(" "),
);

/** Parts of a schema that values are not held against where a call validates (rules C21). */
export function uncheckedParts(node: JsonValue, pointer: string): readonly Issue[] {
  if (isJsonArray(node)) return node.flatMap((item, index) => uncheckedParts(item, `${pointer}/${index}`));
  if (!isJsonObject(node)) return [];
  return Object.entries(node).flatMap(([keyword, value]) => {
    const place = `${pointer}/${escapeSegment(keyword)}`;
    if (SCHEMA_DATA.has(keyword)) return [];
    if (!SCHEMAS_BY_NAME.has(keyword) || !isJsonObject(value)) {
      return isUnread(keyword, value) ? [unread(keyword, place)] : uncheckedParts(value, place);
    }
    return byName(keyword, value, place);
  });
}

function byName(keyword: string, schemas: JsonObject, pointer: string): readonly Issue[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    const place = `${pointer}/${escapeSegment(name)}`;
    const noted = keyword === "patternProperties" && !isPattern(name) ? [unread("this pattern", place)] : [];
    return [...noted, ...uncheckedParts(schema, place)];
  });
}

/** `unevaluatedProperties: false` is tolerated like any closed object, which is no gap. */
function isUnread(keyword: string, value: JsonValue): boolean {
  if (keyword === "pattern") return typeof value === "string" && !isPattern(value);
  if (keyword === "unevaluatedItems") return value !== true;
  if (keyword === "unevaluatedProperties") return isJsonObject(value);
  return keyword === "$dynamicRef" || keyword === "$recursiveRef";
}

/** References to groups and modifiers are not read. */
function isPattern(source: string): boolean {
  if (/\\[1-9k]|\(\?[a-z-]+:/.test(source)) return false;
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(source, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function unread(what: string, pointer: string): Issue {
  const message = `\`validate\` does not check ${what}`;
  return { code: "SW1504", severity: "note", pointer, message };
}
