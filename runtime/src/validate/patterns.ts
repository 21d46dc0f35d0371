import { patternMatcher } from "./pattern-matcher.js";
import { movesOf } from "./pattern-moves.js";
import { patternTree } from "./pattern-tree.js";
import { LIMIT, spend, step, type Pattern, type Run } from "./run.js";

/** The regular expression of a pattern; unanchored. `undefined` for what is none. */
export function patternOf(run: Run, source: string): Pattern | undefined {
  const { patterns } = run;
  if (!patterns.has(source)) patterns.set(source, readPattern(run, source));
  return patterns.get(source);
}

/** Holds at one place only, and repeats no more than one character: the platform goes through a text once. */
const LINEAR = /^\^(?:(?:\\.|\[(?:\\.|[^\]\\])*\]|[^*+?{(|[\\])(?:\{\d+\})?)*(?:[*+?]|\{\d+,\d*\})?\$?$/su;

function readPattern(run: Run, source: string): Pattern | undefined {
  const expression = expressionOf(source);
  if (expression === undefined) return undefined;
  if (LINEAR.test(source)) return { test: byPlatform(run, expression, (length) => length / 4) };
  const tree = patternTree(expression);
  const test = tree && patternMatcher(tree, expression.unicode, run);
  return { test: test ?? byPlatform(run, expression, (length) => movesOf(tree, length)) };
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

/** The platform tries one way after the other. An expression that is too large for it is known by running it. */
function byPlatform(run: Run, expression: RegExp, moves: (length: number) => number): (text: string) => boolean {
  return (text) => {
    spend(run, text.length + moves(text.length));
    step(run, 0);
    try {
      return expression.test(text);
    } catch {
      throw LIMIT;
    }
  };
}
