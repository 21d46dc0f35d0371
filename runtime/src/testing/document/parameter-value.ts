import type { JsonObject } from "../../config/client-config.js";
import { isPlainObject, own } from "../../config/records.js";

/** A parameter's texts as the value that its schema describes; `undefined` where only its style could tell. */
export function valueOf(texts: readonly string[], schema: JsonObject | undefined, parameter: JsonObject): unknown {
  if (schema === undefined) return undefined;
  const types = typesOf(schema);
  if (types.includes("object") || typeof own(parameter, "style") === "string") return undefined;
  if (!types.includes("array")) return scalar(texts[0] ?? "", types);
  const isSplit = own(parameter, "in") !== "query" || own(parameter, "explode") === false;
  const items = own(schema, "items");
  const itemTypes = isPlainObject(items) ? typesOf(items) : [];
  return itemTypes.length === 0
    ? undefined
    : (isSplit ? (texts[0] ?? "").split(",") : texts).map((text) => scalar(text, itemTypes));
}

function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, "type");
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

/** As text where it is none of the types: the check then says so. */
function scalar(text: string, types: readonly string[]): unknown {
  if (types.includes("string") || types.length === 0) return text;
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}
