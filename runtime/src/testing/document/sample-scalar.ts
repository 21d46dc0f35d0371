import type { JsonObject } from "../../config/definition.js";

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

/** A text of the format and the lengths of a schema. */
export function sampleText(schema: JsonObject, random: Random): string {
  const { format } = schema;
  const make = typeof format === "string" && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return fitted(make?.(random) ?? word(random), schema);
}

function fitted(text: string, { minLength, maxLength }: JsonObject): string {
  const long = typeof minLength === "number" ? text.padEnd(Math.min(minLength, 10_000), "a") : text;
  return typeof maxLength === "number" ? long.slice(0, Math.max(0, maxLength)) : long;
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
