import type { JsonObject, JsonValue } from "../../config/client-config.js";
import { isArray, isPlainObject } from "../../config/records.js";
import type { BoundedPattern } from "./pattern.js";
import type { References } from "./references.js";

/** What a sample goes by. */
export interface Sampling {
  readonly references: References;
  readonly random: () => number;
  readonly patternOf: (source: string) => BoundedPattern | undefined;
  /** What is left of the optional properties that may be there. */
  left: number;
  /** What is left of the schemas that are looked at: a few lines can ask for more than anybody waits for. */
  steps: number;
}

/** Names, entries of lists, references that are followed, or characters, of which all are as much work as a schema. */
const AS_ONE = 100;

/** A value that takes work by its size: a few lines can ask for it again and again. */
export function charged<T>(value: T, size: number, sampling: Sampling): T {
  sampling.steps -= size / AS_ONE;
  return value;
}

/** How much there is to look at in a schema, without what is within its parts. */
export function sizeOf(schema: JsonObject): number {
  return Object.values(schema).reduce<number>((sum, part) => sum + 1 + sizeOfPart(part), 0);
}

function sizeOfPart(part: JsonValue): number {
  if (isPlainObject(part)) return Object.keys(part).length;
  return isArray(part) ? part.length : 0;
}

/** What a node says, its references followed. */
export function read(node: unknown, keyword: string, sampling: Sampling): JsonValue | undefined {
  const { references } = sampling;
  return charged(references.read(node, keyword), references.partsOf(node).length, sampling);
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

export function recordOf(value: JsonValue | undefined): JsonObject {
  return isPlainObject(value) ? value : {};
}
