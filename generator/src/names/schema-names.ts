import { pointerSegments, type JsonObject } from "@sdkwright/runtime/config";
import { readSchema } from "../json-schema/read-schema.js";
import { pascalCase } from "./identifiers.js";
import { latin } from "./operation-names.js";

/**
 * Type names of the parts of a schema that are referred to, by JSON pointer: `/definitions/address` of `SendInput` is
 * `SendInputAddress`, the root is the type itself.
 */
export function schemaTypeNames(schema: JsonObject, typeName: string): ReadonlyMap<string, string> {
  const pointers = [...readSchema(schema).types.keys()];
  return new Map(pointers.map((pointer) => [pointer, pointer === "" ? typeName : typeName + partName(pointer)]));
}

function partName(pointer: string): string {
  const segments = pointerSegments(pointer);
  const telling = segments.filter((segment) => !CONTAINERS.has(segment));
  const name = pascalCase((telling.length === 0 ? segments : telling).map(latin).join("-"));
  return name === "" ? "Part" : name;
}

const CONTAINERS: ReadonlySet<string> = new Set(["definitions", "$defs", "properties"]);
