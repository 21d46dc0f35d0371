import { patternMatcher } from "./pattern-matcher.js";
import { patternTree } from "./pattern-tree.js";
import { LIMIT, spend, step, type Pattern, type Run } from "./run.js";

/** The regular expression of a pattern; unanchored. `undefined` for what is none. */
export function patternOf(run: Run, source: string): Pattern | undefined {
  const { patterns, compile = () => readPattern(run, source) } = run;
  if (!patterns.has(source)) patterns.set(source, compile(source));
  return patterns.get(source);
}

/** Holds at one place only, and repeats no more than one character: the platform goes through a text once. */
const LINEAR = /^\^(?:(?:\\.|\[(?:\\.|[^\]\\])*\]|[^*+?{(|[\\])(?:\{\d+\})?)*(?:[*+?]|\{\d+,\d*\})?\$?$/su;

function readPattern(run: Run, source: string): Pattern | undefined {
  const expression = expressionOf(source);
  if (expression === undefined) return undefined;
  const tree = LINEAR.test(source) ? undefined : patternTree(expression);
  const test = tree && patternMatcher(tree, expression.unicode, run);
  return { test: test ?? ((text) => testByPlatform(run, expression, text)) };
}

/** With the flag that JSON Schema asks for where it can be. */
export function expressionOf(source: string): RegExp | undefined {
  return compiled(source, "u") ?? compiled(source, "");
}

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/**
 * The platform tries one way after the other. Whatever may be repeated may be so from each place of a text on, and each choice
 * doubles the ways; where what is repeated is repeated or chosen in turn, they multiply with each character. An expression
 * that is too large is known by running it.
 */
function testByPlatform(run: Run, expression: RegExp, text: string): boolean {
  const { length } = text;
  const { source } = expression;
  const degree = (source.match(/[^(]\?|[*+{]/g)?.length ?? 0) + Number(!source.startsWith("^"));
  const choices = source.split("|").length - 1;
  const ways = /\)[*+{]/.test(source) ? (2 + choices) ** length : (length ** degree * 2 ** choices) / 10;
  spend(run, LINEAR.test(source) ? length / 4 : length + ways);
  step(run, 0);
  try {
    return expression.test(text);
  } catch {
    throw LIMIT;
  }
}
