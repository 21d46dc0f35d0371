import { type JsonObject, type JsonValue, pointerSegments } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";
import { type Tag, valuesByPointer } from "./inheritance.js";
import { intersectionOf, type ObjectType, type SchemaProperty, type SchemaType, unionOf } from "./schema-type.js";
import type { Dialect } from "./scope.js";

/** Whether a schema's values are bytes: `format: binary` (3.0), or a media type without an encoding (3.1). */
export function isBinary({ type, format, contentMediaType, contentEncoding }: JsonObject): boolean {
  if (type !== undefined && type !== "string") return false;
  if (format === "binary") return true;
  return (
    typeof contentMediaType === "string" && contentEncoding === undefined && !/json|^text\//i.test(contentMediaType)
  );
}

/** What OpenAPI says of a property: whether it is there in one direction only, and whether it has a default. */
export function propertyTraits(schema: JsonObject, dialect: Dialect): Pick<SchemaProperty, "only" | "isDefaulted"> {
  const parts = annotating(schema, dialect);
  const says = (keyword: string) => parts.some((part) => part[keyword] === true);
  const only = says("readOnly") ? "answers" : says("writeOnly") ? "requests" : undefined;
  const isDefaulted = parts.some((part) => part["default"] !== undefined);
  return { ...(only && { only }), ...(isDefaulted && { isDefaulted }) };
}

/** Adds what is said of a property: by itself, else by what it refers to, beside `null` too. */
export function withDescription(schema: JsonObject, dialect: Dialect): JsonObject {
  if (typeof schema["description"] === "string") return schema;
  const { anyOf, oneOf } = schema;
  const choices = [anyOf, oneOf].flatMap((list) => (isJsonArray(list) ? list : []));
  const [only, ...others] = choices.filter((each) => isJsonObject(each) && each["type"] !== "null");
  const behind = isJsonObject(only) && "$ref" in only && others.length === 0 ? annotating(only, dialect) : [];
  const texts = [...annotating(schema, dialect), ...behind].map((part) => part["description"]);
  const description = texts.find((text) => typeof text === "string");
  return description === undefined ? schema : { ...schema, description };
}

/** The schema, what it refers to and what it is made of: each may say something of the property. */
function annotating(schema: JsonObject, dialect: Dialect): readonly JsonObject[] {
  const { $ref, allOf } = schema;
  if ($ref === undefined && allOf === undefined) return [schema];
  const parts = isJsonArray(allOf) ? [schema, ...allOf.filter(isJsonObject)] : [schema];
  return parts.flatMap((part) => withReferred(part, dialect));
}

function withReferred(schema: JsonObject, { isAlone, find }: Dialect): readonly JsonObject[] {
  const target = typeof schema["$ref"] === "string" ? find(schema)?.value : undefined;
  if (!isJsonObject(target)) return [schema];
  return isAlone ? [target] : [schema, target];
}

/**
 * Members of a choice with a `discriminator`: each that is referred to has the values that `mapping` gives it, else the
 * name of its schema. `undefined` among them, where a type has none.
 */
export function tagged(
  { discriminator }: JsonObject,
  members: readonly JsonValue[],
  types: readonly SchemaType[],
  dialect: Dialect,
): readonly SchemaType[] {
  if (!isJsonObject(discriminator)) return types;
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName !== "string") return types;
  const values = valuesByPointer(mapping, dialect);
  return types.map((type, at) => {
    const member = members[at];
    const reference = isJsonObject(member) ? member["$ref"] : undefined;
    const target = typeof reference === "string" ? dialect.find({ $ref: reference })?.pointer : undefined;
    if (typeof reference !== "string" || target === undefined) return type;
    return withTag(type, propertyName, values.get(target) ?? [schemaName(reference)]);
  });
}

/** A member of a choice with the values by which it is known, which what it says itself goes before. */
export function withTag(type: SchemaType, name: string, values: Tag["values"]): SchemaType {
  const property = { name, isRequired: true, type: literals(values) };
  return intersectionOf([type, { kind: "object", properties: [property], isTag: true }]);
}

function literals(values: Tag["values"]): SchemaType {
  return unionOf(values.map((value) => ({ kind: "literal", value })));
}

/** The type of a schema that inherits from a base, with the value by which it is known there. */
export function withValue(type: SchemaType, { name, values, schema }: Tag, dialect: Dialect): SchemaType {
  const known = { name, isRequired: true, type: literals(values) };
  const members = type.kind === "intersection" ? type.members : [type];
  const declares = (member: SchemaType): member is ObjectType =>
    member.kind === "object" && member.properties.some((property) => property.name === name);
  if (members.some(declares)) {
    const declared = members.map((member): SchemaType => {
      if (!declares(member)) return member;
      const properties = member.properties.map((property) =>
        property.name === name ? { ...property, ...known } : property,
      );
      return { ...member, properties };
    });
    return intersectionOf(declared);
  }
  const { only, isDefaulted } = schema === undefined ? {} : propertyTraits(schema, dialect);
  const isDefault = isDefaulted === true && values.some((value) => value === schema?.["default"]);
  const property = { ...known, ...(only && { only }), ...(isDefault && { isDefaulted: true }), schema };
  const at = members.findIndex((member) => member.kind === "object" && member.isBare !== true);
  const object: ObjectType = { kind: "object", properties: [property] };
  if (at === -1) return intersectionOf([...members, object]);
  return intersectionOf(members.map((member, place) => (place === at ? withFirst(property, member) : member)));
}

function withFirst(property: SchemaProperty, type: SchemaType): SchemaType {
  return type.kind === "object" ? { ...type, properties: [property, ...type.properties] } : type;
}

function schemaName(reference: string): string {
  return pointerSegments(reference).at(-1) ?? reference;
}
