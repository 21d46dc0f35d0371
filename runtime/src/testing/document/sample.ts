import type { JsonObject, JsonValue } from "../../config/client-config.js";
import { isArray, isPlainObject, own } from "../../config/records.js";
import { resolved } from "./readable.js";
import { sampleNumber, sampleText } from "./sample-scalar.js";

/** What a sample goes by. */
interface Sampling {
  readonly root: JsonObject;
  readonly random: () => number;
  /** What is left of the optional properties that may be there. */
  left: number;
  /** What is left of the schemas that are looked at: a few lines can ask for more than anybody waits for. */
  steps: number;
}

/** Below, only what has to be there is. */
const DEEP = 6;
const DEEPEST = 40;
const MOST = 2000;
const MOST_STEPS = 20_000;
/** Names that are put together, or characters, of which all are as much work as a schema. */
const AS_ONE = 100;

/** A value that a schema allows: its example, else one that is drawn by lot. As answers have it: nothing write-only. */
export function sample(schema: unknown, root: JsonObject, random: () => number): JsonValue {
  return sampled(schema, [], { root, random, left: MOST, steps: MOST_STEPS });
}

function sampled(given: unknown, outer: Way, sampling: Sampling): JsonValue {
  const schema = merged(given, sampling, 0);
  const way = [...outer, refOf(given)];
  if (way.length > DEEPEST || sampling.steps < 0) return null;
  const stated = statedIn(schema, sampling);
  if (stated !== undefined) return charged(stated, JSON.stringify(stated).length, sampling);
  switch (typeOf(schema)) {
    case "object":
      return sampledObject(schema, way, sampling);
    case "array":
      return sampledArray(schema, way, sampling);
    case "integer":
    case "number":
      return sampleNumber(schema, sampling.random);
    case "boolean":
      return sampling.random() < 0.5;
    case "null":
      return null;
    default:
      return sampledText(schema, sampling);
  }
}

/** A value that takes work by its size: a few lines can ask for it again and again. */
function charged<T>(value: T, size: number, sampling: Sampling): T {
  sampling.steps -= size / AS_ONE;
  return value;
}

function sampledText(schema: JsonObject, sampling: Sampling): string {
  const text = sampleText(schema, sampling.random);
  return charged(text, text.length, sampling);
}

/** References that led to a place, the outermost first. */
type Way = readonly (string | undefined)[];

function refOf(schema: unknown): string | undefined {
  const ref = isPlainObject(schema) ? schema["$ref"] : undefined;
  return typeof ref === "string" ? ref : undefined;
}

/** Whether what need not be there is left out: within itself, too deep, or one too many. */
function isTooMuch(schema: unknown, way: Way, sampling: Sampling): boolean {
  const ref = refOf(schema);
  return way.length > DEEP || (ref !== undefined && way.includes(ref)) || (sampling.left -= 1) < 0;
}

/** What a schema says by itself. */
function statedIn(schema: JsonObject, { random }: Sampling): JsonValue | undefined {
  const [example, examples, values] = [own(schema, "example"), own(schema, "examples"), own(schema, "enum")];
  const [first] = isArray(examples) ? examples : [];
  const stated = example ?? first ?? own(schema, "const") ?? own(schema, "default");
  if (stated !== undefined) return stated;
  return isArray(values) ? values[Math.floor(random() * values.length)] : undefined;
}

function typeOf(schema: JsonObject): string {
  const type = own(schema, "type");
  const types = isArray(type) ? type : [type];
  const stated = types.find((one) => one !== "null") ?? types[0];
  if (typeof stated === "string") return stated;
  if (["properties", "additionalProperties", "required", "minProperties"].some((keyword) => keyword in schema))
    return "object";
  if ("items" in schema || "prefixItems" in schema) return "array";
  return ["minimum", "maximum", "multipleOf"].some((keyword) => keyword in schema) ? "number" : "string";
}

/** References followed, all of `allOf` in one, one of each choice. */
function merged(given: unknown, sampling: Sampling, hops: number): JsonObject {
  const { allOf, oneOf, anyOf, ...own } = resolved(given, sampling.root) ?? {};
  if (hops > DEEPEST || (sampling.steps -= 1) < 0) return own;
  const parts = isArray(allOf) ? allOf.map((part) => merged(part, sampling, hops + 1)) : [];
  const chosen = [oneOf, anyOf].flatMap((choice) => (isArray(choice) ? chosenOf(choice, sampling, own, hops) : []));
  return [...parts, ...chosen].reduce<JsonObject>((one, other) => {
    if (sampling.steps < 0) return one;
    const both = combined(one, other);
    return charged(both, namesOf(both).length, sampling);
  }, own);
}

/** The first that is not just `null`, with the name that a discriminator knows it by. */
function chosenOf(
  choice: readonly JsonValue[],
  sampling: Sampling,
  whole: JsonObject,
  hops: number,
): readonly JsonObject[] {
  const isNull = (part: JsonValue): boolean => own(resolved(part, sampling.root), "type") === "null";
  const part = choice.find((one) => !isNull(one)) ?? choice[0];
  const named = discriminated(part, own(whole, "discriminator"));
  // What the part says of it itself counts.
  return [combined(named, merged(part, sampling, hops + 1))];
}

function discriminated(part: JsonValue | undefined, discriminator: JsonValue | undefined): JsonObject {
  const ref = isPlainObject(part) ? part["$ref"] : undefined;
  const property = isPlainObject(discriminator) ? discriminator["propertyName"] : undefined;
  if (typeof ref !== "string" || typeof property !== "string" || !isPlainObject(discriminator)) return {};
  const mapping = Object.entries(isPlainObject(discriminator["mapping"]) ? discriminator["mapping"] : {});
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
  const saying = Object.entries(one).filter(([name, schema]) => saysValue(schema) && !saysValue(other[name]));
  return { ...one, ...other, ...Object.fromEntries(saying) };
}

function saysValue(schema: JsonValue | undefined): boolean {
  return isPlainObject(schema) && ("const" in schema || "enum" in schema);
}

function sampledObject(schema: JsonObject, way: Way, sampling: Sampling): JsonValue {
  const required = new Set(listOf(schema["required"]));
  const properties = recordOf(schema["properties"]);
  const names = charged(namesOf(schema), namesOf(schema).length, sampling);
  const value: { [name: string]: JsonValue } = {};
  for (const name of names) {
    const property = own(properties, name);
    const isOptional = !required.has(name);
    if (own(resolved(property, sampling.root), "writeOnly") === true) continue;
    if (isOptional && isTooMuch(property, way, sampling)) continue;
    value[name] = sampled(property, way, sampling);
  }
  const more = Math.min(Number(schema["minProperties"] ?? 0), MOST) - Object.keys(value).length;
  for (let key = 1; key <= more; key += 1) value[`key${key}`] = sampled(schema["additionalProperties"], way, sampling);
  return value;
}

function namesOf(schema: JsonObject): readonly string[] {
  return [...new Set([...Object.keys(recordOf(schema["properties"])), ...listOf(schema["required"]).map(String)])];
}

function sampledArray(schema: JsonObject, way: Way, sampling: Sampling): JsonValue {
  const first = listOf(schema["prefixItems"]);
  const least = Number(schema["minItems"] ?? 0);
  const wanted = isTooMuch(schema["items"], way, sampling) ? least : Math.max(least, 1, first.length);
  const count = Math.min(wanted, Number(schema["maxItems"] ?? Infinity), MOST);
  return Array.from({ length: count }, (_, at) => sampled(first[at] ?? schema["items"], way, sampling));
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

function recordOf(value: JsonValue | undefined): JsonObject {
  return isPlainObject(value) ? value : {};
}
