import { isPlainObject, own, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";

/** What each entry of `content` weighs beside its schema: 100 000 of them are as much as the largest document. */
const ENTRY = 640;

/**
 * What converting a Swagger 2.0 document comes to, in characters of a document. Each answer and each body is written for
 * every media type that it may have, which makes hundreds of megabytes of a hundred kilobytes.
 */
export function convertedSize(root: JsonObject): number {
  const items = Object.values(recordIn(root, "paths")).filter((item) => isPlainObject(item));
  const operations = items.flatMap((item) => [item, ...Object.values(item).filter((each) => isPlainObject(each))]);
  return [root, ...operations].reduce((sum, part) => sum + sizeOf(part, root), 0);
}

/** Of an operation, or of what the whole document shares. */
function sizeOf(part: JsonObject, root: JsonObject): number {
  const times = (key: string): number => typesIn(part, key) ?? typesIn(root, key) ?? 1;
  const answers = Object.values(recordIn(part, "responses")).filter((answer) => hasSchema(answer));
  const parameters = own(part, "parameters");
  const bodies = (Array.isArray(parameters) ? parameters : []).filter((each: JsonValue) => hasSchema(each));
  return times("produces") * written(answers) + times("consumes") * written(bodies);
}

function written(parts: readonly JsonValue[]): number {
  return parts.length === 0 ? 0 : parts.length * ENTRY + JSON.stringify(parts).length;
}

function hasSchema(part: JsonValue): boolean {
  return isPlainObject(part) && (own(part, "schema") !== undefined || own(part, "in") === "formData");
}

function typesIn(holder: JsonObject, key: string): number | undefined {
  const types = own(holder, key);
  return Array.isArray(types) ? types.length : undefined;
}

function recordIn(holder: JsonObject, key: string): JsonObject {
  const record = own(holder, key);
  return isPlainObject(record) ? record : {};
}
