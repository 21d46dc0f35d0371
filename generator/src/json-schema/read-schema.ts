import { isReferenceAlone, referencedPart, type JsonObject, type SchemaPart } from "@sdkwright/runtime/config";
import { withoutCircles } from "./circles.js";
import type { Dialect } from "./dialect.js";
import { isJsonObject, onlyReference } from "./schema-part.js";
import type { SchemaNote } from "./schema-notes.js";
import { SchemaReader } from "./schema-reader.js";
import type { SchemaType } from "./schema-type.js";

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
  const types = withoutCircles(reader.read(), (pointer) => reader.note(pointer, "a schema that is defined by itself"));
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
