import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, own } from "../../config/options.js";
import type { References } from "./references.js";

/** What a sample goes by. */
export interface Sampling {
  readonly references: References;
  readonly random: () => number;
  /** What is left of the optional properties that may be there. */
  left: number;
  /** What is left of the schemas that are looked at: a few lines can ask for more than anybody waits for. */
  steps: number;
}

/** Deeper within one another schemas are left out. */
const DEEPEST = 40;

/** References followed, all of `allOf` in one, one of each choice. */
export function merged(given: unknown, sampling: Sampling, hops = 0): JsonObject {
  if (hops > DEEPEST || (sampling.steps -= 1) < 0) return {};
  const { allOf, oneOf, anyOf, ...own } = wholeOf(given, sampling);
  const parts = listOf(allOf).map((part) => merged(part, sampling, hops + 1));
  const choices = [oneOf, anyOf].filter(isArray);
  const chosen = choices.map((choice) => chosenOf(choice, sampling, own, hops));
  return [...parts, ...chosen].reduce<JsonObject>(combined, own);
}

/** All that a schema says, and what its `$ref` leads to; what is nearer counts. */
function wholeOf(given: unknown, { references }: Sampling): JsonObject {
  return Object.fromEntries([...references.partsOf(given)].reverse().flatMap(Object.entries));
}

/** The first that is not just `null`, with the name that a discriminator knows it by. */
function chosenOf(choice: readonly JsonValue[], sampling: Sampling, whole: JsonObject, hops: number): JsonObject {
  const part = choice.find((one) => sampling.references.read(one, "type") !== "null") ?? choice[0];
  // What the part says of it itself counts.
  return combined(discriminated(part, own(whole, "discriminator")), merged(part, sampling, hops + 1));
}

function discriminated(part: JsonValue | undefined, discriminator: JsonValue | undefined): JsonObject {
  const ref = isPlainObject(part) ? part["$ref"] : undefined;
  const { propertyName, mapping } = recordOf(discriminator);
  if (typeof ref !== "string" || typeof propertyName !== "string") return {};
  const name = ref.split("/").at(-1) ?? "";
  const named = Object.entries(recordOf(mapping)).find(([, target]) => target === ref || target === name);
  return { properties: { [propertyName]: { type: "string", const: named?.[0] ?? name } } };
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

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

export function recordOf(value: JsonValue | undefined): JsonObject {
  return isPlainObject(value) ? value : {};
}
