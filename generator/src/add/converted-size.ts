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
  const written = lengths();
  return [root, ...operations].reduce((sum, part) => sum + sizeOf(part, root, written), 0);
}

/** Of an operation, or of what the whole document shares. */
function sizeOf(part: JsonObject, root: JsonObject, written: Lengths): number {
  const times = (key: string): number => typesIn(part, key) ?? typesIn(root, key) ?? 1;
  const answers = Object.values(recordIn(part, "responses")).filter((answer) => hasSchema(answer));
  const parameters = own(part, "parameters");
  const bodies = (Array.isArray(parameters) ? parameters : []).filter((each: JsonValue) => hasSchema(each));
  return times("produces") * written(answers) + times("consumes") * written(bodies);
}

type Lengths = (parts: readonly JsonValue[]) => number;

/** Operations may have one parameter together, which is measured once. */
function lengths(): Lengths {
  const known = new Map<JsonValue, number>();
  const lengthOf = (part: JsonValue): number => {
    const length = known.get(part) ?? ENTRY + JSON.stringify(part).length;
    known.set(part, length);
    return length;
  };
  return (parts) => parts.reduce<number>((sum, part) => sum + lengthOf(part), 0);
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
