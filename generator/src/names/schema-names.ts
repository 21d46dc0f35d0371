import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { pascalCase } from "./identifiers.js";

/**
 * Type names of the parts of a schema that its `$ref`s point to, by pointer: `#/definitions/address` of `SendInput` is
 * `SendInputAddress`, the root is the type itself.
 */
export function schemaTypeNames(schema: JsonObject, typeName: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const pointer of referencesIn(schema)) names.set(pointer, typeName + partName(pointer));
  return names;
}

function partName(pointer: string): string {
  const segments = pointer.split("/").slice(1);
  return pascalCase(segments.filter((segment) => !CONTAINERS.has(segment)).join("-"));
}

const CONTAINERS: ReadonlySet<string> = new Set(["definitions", "$defs", "properties"]);

/** Values of `$ref`, also where it is the name of a property: such a name points nowhere and is not asked for. */
function referencesIn(value: JsonValue): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, JsonValue]) =>
    key === "$ref" && typeof item === "string" ? [item] : referencesIn(item),
  );
}
