import { patternMatcher } from "../../validate/pattern-matcher.js";
import { patternTree } from "../../validate/pattern-tree.js";
import { expressionOf } from "../../validate/patterns.js";
import { LIMIT, type Budget } from "../../validate/run.js";
import { sampleOfPattern } from "./sample-pattern.js";

/** A regular expression of a vendor's, held against texts in steps that are counted. */
export interface BoundedPattern {
  /** `undefined` where that would take too long, or nobody can say how long. */
  readonly test: (text: string) => boolean | undefined;
  /** A text that is likely to fit; `undefined` where there is none to draw. */
  readonly sample: (random: () => number) => string | undefined;
}

/** For all patterns and texts of one request or answer: many that take long take as long as one that takes for ever. */
const MOST_STEPS = 200_000;

/** Reads patterns as validators do; `undefined` for what is no regular expression. */
export function boundedPatterns(): (source: string) => BoundedPattern | undefined {
  const budget: Budget = { steps: MOST_STEPS };
  const known = new Map<string, BoundedPattern | undefined>();
  return (source) => {
    if (!known.has(source)) known.set(source, boundedPattern(source, budget));
    return known.get(source);
  };
}

function boundedPattern(source: string, budget: Budget): BoundedPattern | undefined {
  const expression = expressionOf(source);
  if (expression === undefined) return undefined;
  const tree = patternTree(expression);
  const test = tree && patternMatcher(tree, expression.unicode, budget);
  return {
    test: (text) => test && withinLimit(() => test(text)),
    sample: (random) => tree && sampleOfPattern(tree, random, budget),
  };
}

function withinLimit(test: () => boolean): boolean | undefined {
  try {
    return test();
  } catch (thrown) {
    if (thrown !== LIMIT) throw thrown;
    return undefined;
  }
}
