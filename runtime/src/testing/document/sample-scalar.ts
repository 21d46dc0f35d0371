import type { JsonObject } from "../../config/client-config.js";

type Random = () => number;

/** A number within the limits of a schema; near the least, because people read it. */
export function sampleNumber(schema: JsonObject, random: Random): number {
  const number = (keyword: string): number | undefined =>
    typeof schema[keyword] === "number" ? schema[keyword] : undefined;
  const step = number("multipleOf") ?? (schema["type"] === "number" && hasFraction(schema) ? 0.01 : 1);
  const lowest = number("minimum") ?? above(number("exclusiveMinimum"), step);
  const highest = number("maximum") ?? above(number("exclusiveMaximum"), -step);
  const least = Math.ceil((lowest ?? Math.min(1, highest ?? 1)) / step);
  const most = Math.floor(Math.min(highest ?? Infinity, (least + 99) * step) / step);
  const value = (least + Math.floor(random() * (Math.max(0, most - least) + 1))) * step;
  return Number(value.toFixed(10));
}

/** Whether no whole number fits. */
function hasFraction({ minimum, maximum }: JsonObject): boolean {
  return typeof minimum === "number" && typeof maximum === "number" && maximum - minimum < 1;
}

function above(limit: number | undefined, step: number): number | undefined {
  return limit === undefined ? undefined : limit + step;
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

/** A text of the format, the lengths and, where a likely one is found, the pattern of a schema. */
export function sampleText(schema: JsonObject, random: Random): string {
  const { format, pattern } = schema;
  const make = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  const text = fitted(make?.(random) ?? word(random), schema);
  if (typeof pattern !== "string") return text;
  const expression = compiled(pattern);
  const likely = [text, ...Object.values(FORMATS).map((likely) => likely(random)), ...OTHERS(random, schema)];
  return likely.find((candidate) => expression?.test(candidate) === true) ?? text;
}

const OTHERS = (random: Random, { minLength, maxLength }: JsonObject): readonly string[] => {
  const lengths = [minLength, maxLength, 1, 2, 3, 4, 5, 6, 8, 10, 11, 12, 16, 17, 20, 24, 32, 36, 40, 64].map(Number);
  const sizes = lengths.filter((length) => length > 0 && length <= 64);
  return sizes.flatMap((size) => [hex(random, size), "1".repeat(size), "A".repeat(size), "a".repeat(size)]).concat("1.0", "1.0.0", "+420601000000", "#a1b2c3", "en-US", "/a"); // prettier-ignore
};

function fitted(text: string, { minLength, maxLength }: JsonObject): string {
  const long = typeof minLength === "number" ? text.padEnd(Math.min(minLength, 10_000), "a") : text;
  return typeof maxLength === "number" ? long.slice(0, Math.max(0, maxLength)) : long;
}

function compiled(source: string): RegExp | undefined {
  try {
    return new RegExp(source, "u");
  } catch {
    return undefined;
  }
}

const SYLLABLES = ["ba", "do", "ka", "li", "mo", "ne", "ra", "si", "tu", "vo"];

function word(random: Random): string {
  return Array.from({ length: 3 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join("");
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join("");
}

function two(random: Random, most: number): string {
  return String(1 + Math.floor(random() * most)).padStart(2, "0");
}
