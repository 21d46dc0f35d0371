import type { JsonValue } from "@sdkwright/runtime/config";
import { isJsonArray } from "./schema-part.js";
import { NULL, type SchemaType } from "./schema-type.js";

/** The type of one value. */
export function literalType(value: JsonValue): SchemaType {
  if (value === null) return NULL;
  if (typeof value !== "object") return { kind: "literal", value };
  if (isJsonArray(value)) {
    const items = value.map(literalType);
    return { kind: "tuple", items, least: items.length };
  }
  const properties = Object.entries(value).map(([name, item]) => ({ name, isRequired: true, type: literalType(item) }));
  return { kind: "object", properties };
}
