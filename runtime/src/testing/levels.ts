import { isPlainObject } from "../config/options.js";
import { wrongUse } from "./wrong-use.js";

/** No provider comes near; what walks through values calls itself for each level. */
const DEEPEST = 500;

/** Throws for a value that is nested deeper than anybody sends one. */
export function requireShallow(value: unknown, what: string): void {
  let level: readonly unknown[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw wrongUse(`${what} is nested more than ${DEEPEST} levels deep`);
    level = level.flatMap(partsOf);
  }
}

function partsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isPlainObject(value) ? Object.values(value) : [];
}
