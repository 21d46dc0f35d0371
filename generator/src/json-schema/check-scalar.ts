import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { isJsonArray, isJsonObject } from "./schema-part.js";

/** The name of a value's type, as `type` of JSON Schema has it; whole numbers are numbers. */
export function typeName(value: JsonValue): string {
  if (value === null) return "null";
  return isJsonArray(value) ? "array" : typeof value;
}

/** Takes steps from the budget of the run. */
export type Spend = (steps: number) => void;

/** How a value is looked at. */
export interface Look {
  /** Whether a call adds to it. */
  readonly isPartial: boolean;
  readonly spend: Spend;
}

/** What is wrong with a value by itself, its type apart; the value is not shown. */
export function scalarMistake(schema: JsonObject, value: JsonValue, { isPartial, spend }: Look): string | undefined {
  // What an object will be is not known while parts of it are missing.
  if (isPartial && isJsonObject(value)) return undefined;
  const { const: only, enum: values } = schema;
  if (only !== undefined && !isSame(value, only, spend))
    return `is not ${shown(only)}, the one value that the schema allows`;
  if (isJsonArray(values) && !values.some((each) => isSame(value, each, spend))) {
    return `is none of the values that the schema allows: ${values.slice(0, 20).map(shown).join(", ")}`;
  }
  if (typeof value === "number") return numberMistake(schema, value);
  if (typeof value === "string") return textMistake(schema, value, spend);
  return isJsonArray(value) ? lengthMistake(value.length, schema["minItems"], schema["maxItems"], "items") : undefined;
}

function numberMistake(schema: JsonObject, value: number): string | undefined {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const types = isJsonArray(type) ? type : [type];
  if (types.includes("integer") && !types.includes("number") && !Number.isInteger(value))
    return "is not a whole number";
  if (typeof minimum === "number" && value < minimum) return `is less than ${minimum}`;
  if (typeof maximum === "number" && value > maximum) return `is more than ${maximum}`;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) return `is not more than ${exclusiveMinimum}`;
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) return `is not less than ${exclusiveMaximum}`;
  return undefined;
}

function textMistake({ minLength, maxLength, pattern }: JsonObject, value: string, spend: Spend): string | undefined {
  if (typeof minLength === "number" || typeof maxLength === "number") {
    spend(value.length);
    const length = lengthMistake(Array.from(value).length, minLength, maxLength, "characters");
    if (length !== undefined) return length;
  }
  if (typeof pattern !== "string" || isMatching(pattern, value, spend) !== false) return undefined;
  return `does not match \`${pattern}\``;
}

function lengthMistake(
  length: number,
  least: JsonValue | undefined,
  most: JsonValue | undefined,
  what: string,
): string | undefined {
  if (typeof least === "number" && length < least) return `has fewer than ${least} ${what}`;
  return typeof most === "number" && length > most ? `has more than ${most} ${what}` : undefined;
}

/**
 * `undefined` if it is not judged: by a pattern that this engine does not know, or one that could take long, with a
 * repeated group, more than two repetitions, many alternatives, or for a long text. Each repetition tries as many ways as
 * the text is long, for each beginning.
 */
export function isMatching(pattern: string, value: string, spend: Spend): boolean | undefined {
  const repetitions = pattern.match(/[*+?{]/g)?.length ?? 0;
  const alternatives = pattern.split("|").length;
  if (/\)[*+?{]/.test(pattern) || repetitions > 2 || alternatives > 8) return undefined;
  const beginnings = pattern.startsWith("^") && alternatives === 1 ? 0 : 1;
  if (value.length > 1000) return undefined;
  spend(value.length ** (repetitions + beginnings) + pattern.length);
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return undefined;
  }
}

function isSame(value: JsonValue, other: JsonValue, spend: Spend): boolean {
  spend(1);
  if (isJsonArray(value) && isJsonArray(other)) {
    return value.length === other.length && value.every((item, index) => isSame(item, other[index] ?? null, spend));
  }
  if (!isJsonObject(value) || !isJsonObject(other)) return value === other;
  const keys = Object.keys(value);
  spend(keys.length);
  if (keys.length !== Object.keys(other).length) return false;
  return keys.every((key) => Object.hasOwn(other, key) && isSame(value[key] ?? null, other[key] ?? null, spend));
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
