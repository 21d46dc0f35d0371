import { sameAs } from "./canonical.js";
import { patternOf } from "./patterns.js";
import { spend, type Here, type Keyword, type Keywords } from "./run.js";
import { isAsLongAs, isMultiple, isOf, sizeOf } from "./values.js";

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

function ofNumber(holds: (value: number, limit: number) => boolean): Keyword {
  return ({ value }, limit) => !isNumber(value) || !isNumber(limit) || holds(value, limit);
}

function ofText(holds: (text: string, limit: number) => boolean): Keyword {
  return ({ run, value }, limit) => {
    if (typeof value !== "string" || typeof limit !== "number") return true;
    spend(run, sizeOf(value));
    return holds(value, limit);
  };
}

/** Of numbers far apart the division is long. */
function multipleOf({ run, value }: Here, of: unknown): boolean {
  if (!isNumber(value) || !isNumber(of) || !value || !of) return true;
  const [digits = 0, others = 0] = [value, of].map((each) => Math.log10(Math.abs(each)));
  spend(run, 9 + Math.abs(digits - others));
  return isMultiple(value, of);
}

function pattern({ run, value, isSure }: Here, source: unknown): boolean {
  if (typeof value !== "string") return true;
  return (typeof source === "string" ? patternOf(run, source)?.test(value) : undefined) ?? !isSure;
}

/** Keywords about a value without looking into it. */
export const SCALARS: Keywords = {
  type: ({ value, isSure }, types) =>
    (Array.isArray(types) ? types : [types]).some((type) => isOf(type, value) ?? !isSure),
  enum: ({ run, value, depth }, values) => !Array.isArray(values) || values.some(sameAs(run, value, depth)),
  const: ({ run, value, depth }, allowed) => sameAs(run, value, depth)(allowed),
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  exclusiveMinimum: ofNumber((value, limit) => value > limit),
  exclusiveMaximum: ofNumber((value, limit) => value < limit),
  multipleOf,
  minLength: ofText(isAsLongAs),
  maxLength: ofText((text, limit) => !isAsLongAs(text, Math.floor(limit) + 1)),
  pattern,
};
