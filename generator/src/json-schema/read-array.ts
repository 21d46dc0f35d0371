import type { JsonValue } from "@sdkwright/runtime/config";
import type { Reader } from "./reader.js";
import { isJsonArray } from "./schema-part.js";
import { NEVER, UNKNOWN, type SchemaType } from "./schema-type.js";
import type { Placed, Scope } from "./scope.js";

/** An array, or a tuple: `prefixItems`, and before 2020-12 a list of `items`. In silence a tuple has no more items. */
export function readArray(reader: Reader, { schema, pointer }: Placed, { isPart }: Scope): SchemaType {
  const { prefixItems, items, additionalItems, unevaluatedItems } = schema;
  const first = isJsonArray(prefixItems) ? "prefixItems" : "items";
  const [others, rest] = isJsonArray(items)
    ? (["additionalItems", additionalItems] as const)
    : (["items", items] as const);
  const typeOfMore =
    rest === undefined
      ? typeIn(reader, `${pointer}/unevaluatedItems`, unevaluatedItems)
      : typeIn(reader, `${pointer}/${others}`, rest);
  const list = schema[first];
  if (!isJsonArray(list)) return { kind: "array", items: typeOfMore ?? UNKNOWN };
  const { minItems, maxItems } = schema;
  const length = typeof maxItems === "number" ? Math.min(list.length, maxItems) : list.length;
  const types = list.slice(0, length).map((item, index) => reader.typeAt(item, `${pointer}/${first}/${index}`));
  const least = typeof minItems === "number" ? Math.min(Math.max(minItems, 0), length) : 0;
  const isEnd = length < list.length || typeOfMore?.kind === "never";
  return {
    kind: "tuple",
    items: types,
    least,
    rest: isEnd ? undefined : (typeOfMore ?? (isPart ? UNKNOWN : undefined)),
  };
}

/** Under a keyword that may be absent. */
function typeIn(reader: Reader, pointer: string, schema: JsonValue | undefined): SchemaType | undefined {
  if (schema === undefined || isJsonArray(schema)) return undefined;
  return schema === false ? NEVER : reader.typeAt(schema, pointer);
}
