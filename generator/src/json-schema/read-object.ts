import { escapeSegment, own, type JsonObject } from "@sdkwright/runtime/config";
import { propertyTraits } from "./openapi-keywords.js";
import type { Reader } from "./reader.js";
import { isJsonArray, isJsonObject } from "./schema-part.js";
import {
  NEVER,
  unionOf,
  UNKNOWN,
  type ObjectType,
  type SchemaIndex,
  type SchemaProperty,
  type SchemaType,
} from "./schema-type.js";
import type { Placed, Scope } from "./scope.js";

/** An object: its properties, those that are required without being declared, and what others may be. */
export function readObject(reader: Reader, placed: Placed, scope: Scope): ObjectType {
  const index = indexOf(reader, placed, scope);
  const properties = [...declared(reader, placed, scope), ...undeclared(reader, placed, scope, index)];
  if (properties.length > 0) return { kind: "object", properties, index };
  if (index !== undefined) return { kind: "object", properties, index };
  if (placed.schema["additionalProperties"] === false) return { kind: "object", properties, index: { type: NEVER } };
  return { kind: "object", properties, index: { type: UNKNOWN }, isBare: true };
}

function declared(reader: Reader, { schema, pointer }: Placed, { required }: Scope): readonly SchemaProperty[] {
  if (!isJsonObject(schema["properties"])) return [];
  return Object.entries(schema["properties"]).map(([name, property]) => ({
    name,
    isRequired: required.has(name),
    type: reader.typeAt(property, `${pointer}/properties/${escapeSegment(name)}`),
    ...(isJsonObject(property) && said(reader, property)),
  }));
}

function said({ dialect }: Reader, schema: JsonObject): Pick<SchemaProperty, "schema" | "only" | "isDefaulted"> {
  return dialect.isOpenApi ? { schema, ...propertyTraits(schema, dialect) } : { schema };
}

/** Required here, and declared where it cannot be made so, or nowhere. */
function undeclared(
  reader: Reader,
  placed: Placed,
  { declared, inline }: Scope,
  index: SchemaIndex | undefined,
): readonly SchemaProperty[] {
  const { schema } = placed;
  // Whether a name matches a pattern is not looked at.
  const other = schema["patternProperties"] === undefined ? (index?.type ?? UNKNOWN) : UNKNOWN;
  const names = Array.from(requiredPlaces(schema)).filter(([name]) => !inline.has(name));
  return names.map(([name, at]) => {
    const place = declared.get(name);
    if (place === undefined) {
      if (other === UNKNOWN && reader.dialect.isOpenApi)
        noteUndeclared(reader, `${placed.pointer}/required/${at}`, name);
      return { name, isRequired: true, type: other };
    }
    const property = reader.schemaAt(place);
    const traits = reader.dialect.isOpenApi && isJsonObject(property) && propertyTraits(property, reader.dialect);
    return { name, isRequired: true, type: reader.typeOf(place), ...traits };
  });
}

/** Names that are required, each with its first place in the list. */
function requiredPlaces({ required }: JsonObject): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [at, name] of (isJsonArray(required) ? required : []).entries()) {
    if (typeof name === "string" && !places.has(name)) places.set(name, at);
  }
  return places;
}

function noteUndeclared(reader: Reader, pointer: string, name: string): void {
  reader.note(pointer, "", `${JSON.stringify(name)} is required, and declared nowhere: it is unknown`);
}

/** Patterns are no types: what they allow is allowed under any name. */
function indexOf(reader: Reader, { schema, pointer }: Placed, { isPart }: Scope): SchemaIndex | undefined {
  const { patternProperties } = schema;
  const other = othersOf(schema);
  const rest = other === undefined ? undefined : reader.typeAt(schema[other] ?? true, `${pointer}/${other}`);
  const open = rest === undefined || rest.kind === "never" ? [] : [rest];
  if (!isJsonObject(patternProperties) || Object.keys(patternProperties).length === 0) {
    return open[0] && { type: open[0], schema: commented(own(schema, other ?? "")) };
  }
  // In other parts of the same value other names may have other types.
  if (isPart) return { type: UNKNOWN };
  const patterns = Object.entries(patternProperties).map(([pattern, value]): SchemaType =>
    reader.typeAt(value, `${pointer}/patternProperties/${escapeSegment(pattern)}`),
  );
  return { type: unionOf([...patterns, ...open]) };
}

/** The keyword that says what properties of other names are. */
function othersOf(schema: JsonObject): string | undefined {
  return ["additionalProperties", "unevaluatedProperties"].find((keyword) => Object.hasOwn(schema, keyword));
}

function commented(schema: unknown): JsonObject | undefined {
  return isJsonObject(schema as JsonObject) ? (schema as JsonObject) : undefined;
}
