import {
  escapeSegment,
  SCHEMA_DATA,
  SCHEMAS_BY_NAME,
  type Issue,
  type JsonObject,
  type JsonValue,
} from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";

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

function isPattern(source: string): boolean {
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(source, flags) instanceof RegExp;
    } catch {
      return false;
    }
  });
}

function unread(what: string, pointer: string): Issue {
  const message = `\`validate\` does not read ${what}; that part holds for everything`;
  return { code: "SW1504", severity: "note", pointer, message };
}
