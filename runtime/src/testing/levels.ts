import { isPlainObject } from "../config/records.js";
import { wrongUse } from "./wrong-use.js";

/** No provider comes near; what walks through values calls itself for each level. */
export const DEEPEST = 500;

/** All that stands on each level of a JSON value, the outermost first. */
export function* levelsOf(value: unknown): Generator<readonly unknown[]> {
  for (let level = [value]; level.length > 0; level = level.flatMap(partsOf)) yield level;
}

/** Throws for a value that is nested deeper than anybody sends one. */
export function requireShallow(value: unknown, what: string): void {
  let depth = 0;
  for (const _ of levelsOf(value)) requireDepth((depth += 1), what);
}

/** The same for who counts by itself. */
export function requireDepth(depth: number, what: string): void {
  if (depth > DEEPEST) throw wrongUse(`${what} is nested more than ${DEEPEST} levels deep`);
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
}
