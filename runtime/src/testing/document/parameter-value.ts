import type { JsonValue } from "../../config/client-config.js";
import { isPlainObject, own } from "../../config/records.js";
import type { References } from "./references.js";

/** A parameter's texts as the value that its schema describes; `undefined` where only its style could tell. */
export function valueOf(texts: readonly string[], parameter: JsonValue, references: References): unknown {
  const read = (keyword: string): JsonValue | undefined => references.read(parameter, keyword);
  const schema = read("schema");
  if (references.partsOf(schema).length === 0) return undefined;
  const types = typesIn(references.read(schema, "type"));
  if (types.includes("object") || typeof read("style") === "string") return undefined;
  if (!types.includes("array")) return scalar(texts[0] ?? "", types);
  const isSplit = read("in") !== "query" || read("explode") === false;
  const items = references.read(schema, "items");
  const itemTypes = isPlainObject(items) ? typesIn(own(items, "type")) : [];
  return itemTypes.length === 0
    ? undefined
    : (isSplit ? (texts[0] ?? "").split(",") : texts).map((text) => scalar(text, itemTypes));
}

function typesIn(type: JsonValue | undefined): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

/** As text where it is none of the types: the check then says so. */
function scalar(text: string, types: readonly string[]): unknown {
  if (types.includes("string") || types.length === 0) return text;
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}
