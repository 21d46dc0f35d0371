import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, own } from "../../config/options.js";
import { problemsIn } from "../../schema/problems.js";
import { listOf, merged, recordOf, type Sampling } from "./merged.js";
import type { References } from "./references.js";
import { sampleOfPattern } from "./sample-pattern.js";
import { sampleNumber, sampleText } from "./sample-scalar.js";

/** Below, only what has to be there is. */
const DEEP = 6;
const DEEPEST = 40;
const MOST = 2000;
const MOST_STEPS = 20_000;

/** A value that a schema allows: its example, else one that is drawn by lot. As answers have it: nothing write-only. */
export function sample(schema: unknown, references: References, random: () => number): JsonValue {
  return sampled(schema, [], { references, random, left: MOST, steps: MOST_STEPS });
}

function sampled(given: unknown, outer: Way, sampling: Sampling): JsonValue {
  const schema = merged(given, sampling);
  const way = [...outer, refOf(given)];
  if (way.length > DEEPEST || sampling.steps < 0) return null;
  const stated = statedIn(schema, sampling);
  if (stated !== undefined) return stated;
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

/** A text of the format and the lengths; of the pattern where that one does not fit, and another can be drawn that does. */
function sampledText(schema: JsonObject, { random, references }: Sampling): string {
  const { pattern } = schema;
  const text = sampleText(schema, random);
  const fits = (one: string): boolean => problemsIn({ pattern }, one, references).length === 0;
  if (typeof pattern !== "string" || fits(text)) return text;
  const drawn = sampleOfPattern(pattern, random);
  return drawn !== undefined && fits(drawn) ? drawn : text;
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

function sampledObject(schema: JsonObject, way: Way, sampling: Sampling): JsonValue {
  const required = new Set(listOf(schema["required"]));
  const properties = recordOf(schema["properties"]);
  const value = new Map<string, JsonValue>();
  for (const name of namesOf(schema)) {
    const property = own(properties, name);
    const isOptional = !required.has(name);
    if (sampling.references.read(property, "writeOnly") === true) continue;
    if (isOptional && isTooMuch(property, way, sampling)) continue;
    value.set(name, sampled(property, way, sampling));
  }
  const more = Math.min(Number(schema["minProperties"] ?? 0), MOST) - value.size;
  for (let key = 1; key <= more; key += 1)
    value.set(`key${key}`, sampled(schema["additionalProperties"], way, sampling));
  return Object.fromEntries(value);
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
