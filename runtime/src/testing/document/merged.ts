import type { JsonObject, JsonValue } from "../../config/client-config.js";
import { isArray, isPlainObject, own } from "../../config/records.js";
import { charged, listOf, read, recordOf, sizeOf, type Sampling } from "./sampling.js";

/** Deeper within one another schemas are left out. */
const DEEPEST = 40;

/** References followed, all of `allOf` in one, one of each choice. */
export function merged(given: unknown, sampling: Sampling, hops = 0): JsonObject {
  if (hops > DEEPEST || (sampling.steps -= 1) < 0) return {};
  const { allOf, oneOf, anyOf, ...own } = wholeOf(given, sampling);
  const parts = isArray(allOf) ? allOf.map((part) => merged(part, sampling, hops + 1)) : [];
  const chosen = [oneOf, anyOf].flatMap((choice) => (isArray(choice) ? chosenOf(choice, sampling, own, hops) : []));
  return [...parts, ...chosen].reduce<JsonObject>((one, other) => {
    if (sampling.steps < 0) return one;
    return combined(one, charged(other, sizeOf(one) + sizeOf(other), sampling));
  }, own);
}

/** All that a schema says, and what its `$ref` leads to; what is nearer counts. */
function wholeOf(given: unknown, sampling: Sampling): JsonObject {
  const parts = sampling.references.partsOf(given);
  const size = parts.reduce((sum, part) => sum + sizeOf(part), 0);
  return charged(Object.fromEntries([...parts].reverse().flatMap(Object.entries)), size, sampling);
}

/** The first that is not just `null`, with the name that a discriminator knows it by. */
function chosenOf(
  choice: readonly JsonValue[],
  sampling: Sampling,
  whole: JsonObject,
  hops: number,
): readonly JsonObject[] {
  const isNull = (part: JsonValue): boolean => read(part, "type", sampling) === "null";
  const part = choice.find((one) => !isNull(one)) ?? choice[0];
  const named = discriminated(part, own(whole, "discriminator"), sampling);
  // What the part says of it itself counts.
  return [combined(named, merged(part, sampling, hops + 1))];
}

function discriminated(
  part: JsonValue | undefined,
  discriminator: JsonValue | undefined,
  sampling: Sampling,
): JsonObject {
  const ref = isPlainObject(part) ? part["$ref"] : undefined;
  const property = isPlainObject(discriminator) ? discriminator["propertyName"] : undefined;
  if (typeof ref !== "string" || typeof property !== "string" || !isPlainObject(discriminator)) return {};
  const mapping = charged(Object.entries(recordOf(discriminator["mapping"])), sizeOf(discriminator), sampling);
  const name = ref.split("/").at(-1) ?? "";
  const value = mapping.find(([, target]) => target === ref || target === name)?.[0] ?? name;
  return { properties: { [property]: { type: "string", const: value } } };
}

function combined(one: JsonObject, other: JsonObject): JsonObject {
  const required = [...new Set([...listOf(one["required"]), ...listOf(other["required"])])];
  const properties = bothOf(recordOf(one["properties"]), recordOf(other["properties"]));
  return {
    ...one,
    ...other,
    ...(required.length === 0 ? {} : { required }),
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
  };
}

/** Of a property that both describe, the one that says a value. */
function bothOf(one: JsonObject, other: JsonObject): JsonObject {
  const saying = Object.entries(one).filter(([name, schema]) => saysValue(schema) && !saysValue(own(other, name)));
  return { ...one, ...other, ...Object.fromEntries(saying) };
}

function saysValue(schema: JsonValue | undefined): boolean {
  return isPlainObject(schema) && ("const" in schema || "enum" in schema);
}
