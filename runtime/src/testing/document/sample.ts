import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, own } from "../../config/options.js";
import { type Part, patternTree } from "../../schema/patterns.js";
import { problemsIn } from "../../schema/check.js";
import { listOf, recordOf, type References } from "./references.js";

type Random = () => number;

/** Below this level only required parts are made. */
const DEEP = 6;
const DEEPEST = 40;
/** The most optional parts, items of a list, and required parts that are drawn by number. */
const MOST = 2000;
/** The most schemas that are looked at: a few lines can ask for more than anybody waits for. */
const MOST_STEPS = 20_000;

interface Sampling {
  readonly references: References;
  readonly random: Random;
  /** Optional parts that may still be made. */
  left: number;
  /** Schemas that may still be looked at. */
  steps: number;
}

/** A value that a schema allows: its example, else one that is drawn by lot. As answers have it: nothing write-only. */
export function sample(schema: unknown, references: References, random: Random): JsonValue {
  return sampled(schema, [], { references, random, left: MOST, steps: MOST_STEPS });
}

/** References that led to a place, the outermost first. */
type Way = readonly (string | undefined)[];

function sampled(node: unknown, outer: Way, sampling: Sampling): JsonValue {
  const schema = merged(node, sampling);
  const way = [...outer, refOf(node)];
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
      return sampledNumber(schema, sampling.random);
    case "boolean":
      return sampling.random() < 0.5;
    case "null":
      return null;
    default:
      return sampledText(schema, sampling);
  }
}

function refOf(schema: unknown): string | undefined {
  const ref = isPlainObject(schema) ? schema["$ref"] : undefined;
  return typeof ref === "string" ? ref : undefined;
}

/** The value that a schema says itself. */
function statedIn(schema: JsonObject, { random }: Sampling): JsonValue | undefined {
  const [first] = listOf(own(schema, "examples"));
  const stated = own(schema, "example") ?? first ?? own(schema, "const") ?? own(schema, "default");
  return stated ?? drawn(listOf(own(schema, "enum")), random);
}

function drawn<T>(all: readonly T[], random: Random): T | undefined {
  return all[Math.floor(random() * all.length)];
}

function typeOf(schema: JsonObject): string {
  const types = [own(schema, "type")].flat();
  const stated = types.find((one) => one !== "null") ?? types[0];
  if (typeof stated === "string") return stated;
  const has = (...keywords: readonly string[]): boolean => keywords.some((keyword) => keyword in schema);
  if (has("properties", "additionalProperties", "required", "minProperties")) return "object";
  if (has("items", "prefixItems")) return "array";
  return has("minimum", "maximum", "multipleOf") ? "number" : "string";
}

/** Leaves out optional parts: within themselves, too deep, or one too many. */
function isTooMuch(schema: unknown, way: Way, sampling: Sampling): boolean {
  const ref = refOf(schema);
  return way.length > DEEP || (ref !== undefined && way.includes(ref)) || (sampling.left -= 1) < 0;
}

function sampledObject(schema: JsonObject, way: Way, sampling: Sampling): JsonValue {
  const required = new Set(listOf(schema["required"]).map(String));
  const properties = recordOf(schema["properties"]);
  const value = new Map<string, JsonValue>();
  for (const name of new Set([...Object.keys(properties), ...required])) {
    const property = own(properties, name);
    if (sampling.references.read(property, "writeOnly") === true) continue;
    if (required.has(name) || !isTooMuch(property, way, sampling)) value.set(name, sampled(property, way, sampling));
  }
  const more = Math.min(Number(schema["minProperties"] ?? 0), MOST) - value.size;
  for (let key = 1; key <= more; key += 1)
    value.set(`key${key}`, sampled(schema["additionalProperties"], way, sampling));
  return Object.fromEntries(value);
}

function sampledArray(schema: JsonObject, way: Way, sampling: Sampling): JsonValue {
  const { items, prefixItems, minItems, maxItems } = schema;
  const first = listOf(prefixItems);
  const least = Number(minItems ?? 0);
  const wanted = isTooMuch(items, way, sampling) ? least : Math.max(least, 1, first.length);
  const length = Math.min(wanted, Number(maxItems ?? Infinity), MOST);
  return Array.from({ length }, (_, at) => sampled(first[at] ?? items, way, sampling));
}

/** A number within the limits; near the least, because people read it. */
function sampledNumber(schema: JsonObject, random: Random): number {
  const number = (keyword: string, by = 0): number | undefined =>
    typeof schema[keyword] === "number" ? schema[keyword] + by : undefined;
  const [minimum, maximum] = [number("minimum"), number("maximum")];
  // No whole number may fit.
  const isNarrow = schema["type"] === "number" && Number(maximum) - Number(minimum) < 1;
  const step = number("multipleOf") ?? (isNarrow ? 0.01 : 1);
  const lowest = minimum ?? number("exclusiveMinimum", step);
  const highest = maximum ?? number("exclusiveMaximum", -step);
  const least = Math.ceil((lowest ?? Math.min(1, highest ?? 1)) / step);
  const most = Math.floor(Math.min(highest ?? Infinity, (least + 99) * step) / step);
  const value = (least + Math.floor(random() * (Math.max(0, most - least) + 1))) * step;
  return Number(value.toFixed(10));
}

/** A text of the format and the lengths; of the pattern if that one does not fit, and another can be drawn that does. */
function sampledText(schema: JsonObject, { random, references }: Sampling): string {
  const { format, pattern, minLength, maxLength } = schema;
  const make = typeof format === "string" ? own(FORMATS, format) : undefined;
  const least = typeof minLength === "number" ? Math.min(minLength, 10_000) : 0;
  const most = typeof maxLength === "number" ? Math.max(0, maxLength) : Infinity;
  const text = (make ?? word)(random).padEnd(least, "a").slice(0, most);
  const fits = (one: string): boolean => problemsIn({ pattern }, one, references).length === 0;
  if (typeof pattern !== "string" || fits(text)) return text;
  const other = textOfPattern(pattern, random);
  return other !== undefined && fits(other) ? other : text;
}

/** Texts of formats that JSON Schema and OpenAPI name. */
const FORMATS: { readonly [format: string]: (random: Random) => string } = {
  "date-time": (random) => `2026-01-${two(random, 28)}T${two(random, 23)}:00:00Z`,
  date: (random) => `2026-01-${two(random, 28)}`,
  time: (random) => `${two(random, 23)}:00:00Z`,
  duration: () => "PT1H",
  email: (random) => `${word(random)}@example.com`,
  hostname: (random) => `${word(random)}.example`,
  ipv4: (random) => `192.0.2.${1 + Math.floor(random() * 254)}`,
  ipv6: (random) => `2001:db8::${hex(random, 4)}`,
  uri: (random) => `https://example.com/${word(random)}`,
  url: (random) => `https://example.com/${word(random)}`,
  "uri-reference": (random) => `/${word(random)}`,
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  byte: (random) => btoa(word(random)),
};

const SYLLABLES = ["ba", "do", "ka", "li", "mo", "ne", "ra", "si", "tu", "vo"];

function word(random: Random): string {
  return Array.from({ length: 3 }, () => drawn(SYLLABLES, random)).join("");
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
}

function two(random: Random, most: number): string {
  return String(1 + Math.floor(random() * most)).padStart(2, "0");
}

/** Random numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const READABLE: readonly string[] = `${LOWER}${LOWER.toUpperCase()}0123456789 -_.,:;/+=@#!?`.split("");
/** How often a part is repeated that may be repeated without end. */
const SOME = 3;
/** The most parts that are written for one text. */
const MOST_PARTS = 10_000;

/** A text that probably fits an expression; `undefined` for an expression that cannot be read. */
function textOfPattern(source: string, random: Random): string | undefined {
  const tree = patternTree(source);
  let left = MOST_PARTS;
  const write = (part: Part): string => {
    if ((left -= 1) < 0) return "";
    switch (part.kind) {
      case "character":
        return drawn(charactersOf(part), random) ?? "";
      case "sequence":
        return part.parts.map(write).join("");
      case "choice":
        return write(drawn(part.parts, random) ?? part);
      case "repeated": {
        const count = Math.min(part.most, Math.max(part.least, SOME), MOST_PARTS);
        return Array.from({ length: count }, () => write(part.part)).join("");
      }
      case "edge":
      case "look":
        return "";
    }
  };
  return tree && write(tree);
}

function charactersOf({ source, fits }: Extract<Part, { kind: "character" }>): readonly string[] {
  if (source === ".") return LOWER.split("");
  return fits(source) ? [source] : READABLE.filter(fits);
}

/** Follows references, takes all of `allOf` in one, and one of each choice. */
function merged(node: unknown, sampling: Sampling, hops = 0): JsonObject {
  if (hops > DEEPEST || (sampling.steps -= 1) < 0) return {};
  // The nearest part of a chain of references counts.
  const parts = [...sampling.references.partsOf(node)].reverse();
  const { allOf, oneOf, anyOf, ...whole } = Object.fromEntries(parts.flatMap(Object.entries));
  const others = listOf(allOf).map((part) => merged(part, sampling, hops + 1));
  for (const choice of [oneOf, anyOf].filter(isArray)) {
    const part = choice.find((one) => sampling.references.read(one, "type") !== "null") ?? choice[0];
    others.push(combined(discriminated(part, whole["discriminator"]), merged(part, sampling, hops + 1)));
  }
  return others.reduce<JsonObject>(combined, whole);
}

/** The property by which a discriminator knows a part. */
function discriminated(part: JsonValue | undefined, discriminator: JsonValue | undefined): JsonObject {
  const ref = refOf(part);
  const { propertyName, mapping } = recordOf(discriminator);
  if (ref === undefined || typeof propertyName !== "string") return {};
  const name = ref.split("/").at(-1) ?? "";
  const named = Object.entries(recordOf(mapping)).find(([, target]) => target === ref || target === name);
  return { properties: { [propertyName]: { type: "string", const: named?.[0] ?? name } } };
}

/** Both in one; of a property that both describe, the one that says a value. */
function combined(one: JsonObject, other: JsonObject): JsonObject {
  const required = [...listOf(one["required"]), ...listOf(other["required"])];
  const [before, after] = [recordOf(one["properties"]), recordOf(other["properties"])];
  const saying = Object.entries(before).filter(([name, schema]) => saysValue(schema) && !saysValue(own(after, name)));
  const properties = { ...before, ...after, ...Object.fromEntries(saying) };
  return {
    ...one,
    ...other,
    ...(required.length > 0 && { required }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function saysValue(schema: JsonValue | undefined): boolean {
  return isPlainObject(schema) && ("const" in schema || "enum" in schema);
}
