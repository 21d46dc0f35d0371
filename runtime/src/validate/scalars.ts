import { isSame } from "./canonical.js";
import { spend, step, type Here, type Keyword, type Keywords, type Pattern, type Run } from "./run.js";
import { isAsLongAs, isMultiple, isOf, sizeOf } from "./values.js";

function ofNumber(holds: (value: number, limit: number) => boolean): Keyword {
  return ({ value }, limit) =>
    !Number.isFinite(value) || !Number.isFinite(limit) || holds(value as number, limit as number);
}

function ofText(holds: (text: string, limit: number) => boolean): Keyword {
  return ({ run, value }, limit) => {
    if (typeof value !== "string" || typeof limit !== "number") return true;
    spend(run, sizeOf(value));
    return holds(value, limit);
  };
}

/** The regular expression of a pattern, with the flag that JSON Schema asks for where it can be; unanchored. */
export function patternOf(run: Run, source: string): Pattern | undefined {
  const { patterns, compile = () => ofPlatform(run, source) } = run;
  if (!patterns.has(source)) patterns.set(source, compile(source));
  return run.patterns.get(source);
}

/** Holds at one place only, and repeats no more than one character: its time grows with the text. */
const LINEAR = /^\^(?:\\.|\[(?:\\.|[^\]])*\]|[^*+?{(|[\\])*[*+]?\$?$/su;

/** The time of others grows with the square of a text, if not faster, and so does what they cost. */
function ofPlatform(run: Run, source: string): Pattern | undefined {
  const expression = compiled(source, "u") ?? compiled(source, "");
  const isLinear = LINEAR.test(source);
  return (
    expression && {
      test: (text) => {
        spend(run, isLinear ? text.length / 4 : text.length ** 2 / 10);
        step(run, 0);
        return expression.test(text);
      },
    }
  );
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function pattern({ run, value, isSure }: Here, source: unknown): boolean {
  return typeof value !== "string" || (patternOf(run, String(source))?.test(value) ?? !isSure);
}

/** Keywords about a value without looking into it. */
export const SCALARS: Keywords = {
  type: ({ value, isSure }, types) =>
    (Array.isArray(types) ? types : [types]).some((type) => isOf(type, value) ?? !isSure),
  enum: ({ run, value, depth }, values) =>
    !Array.isArray(values) || values.some((allowed) => isSame(run, allowed, value, depth)),
  const: ({ run, value, depth }, allowed) => isSame(run, allowed, value, depth),
  minimum: ofNumber((value, limit) => value >= limit),
  maximum: ofNumber((value, limit) => value <= limit),
  exclusiveMinimum: ofNumber((value, limit) => value > limit),
  exclusiveMaximum: ofNumber((value, limit) => value < limit),
  multipleOf: ofNumber(isMultiple),
  minLength: ofText(isAsLongAs),
  maxLength: ofText((text, limit) => !isAsLongAs(text, Math.floor(limit) + 1)),
  pattern,
};
