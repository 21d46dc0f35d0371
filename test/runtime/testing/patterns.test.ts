import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { boundedPatterns } from "#runtime/testing/document/pattern.js";
import { pathPattern } from "#runtime/testing/patterns.js";

const test = suite("12: patterns of a vendor's, in steps that are counted");

const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "\\d", "\\w", "\\u0061", "\\-", "^", "$", "\\b", "\\B", "é", "[\\]a]"); // prettier-ignore
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "+?");
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie("piece"), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((choices) => choices.map((pieces) => pieces.join("")).join("|")),
  piece: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, quantifier).map((parts) => parts.join("")),
    fc.tuple(fc.constantFrom("(", "(?:"), tie("pattern"), quantifier).map(([open, inner, sign]) => `${open}${inner})${sign}`), // prettier-ignore
  ),
}));
const text = fc.string({ unit: fc.constantFrom("a", "b", "1", "-", " ", "é", "]", "😀"), maxLength: 6 });

test("they say what the platform says", () => {
  let judged = 0;
  const check = (source: string, value: string): void => {
    const expression = compiled(source, "u") ?? compiled(source, "");
    const said = boundedPatterns()(source)?.test(value);
    if (said !== undefined) judged += 1;
    assert.ok(said === undefined || said === expression?.test(value), `${source} of ${JSON.stringify(value)}`);
  };
  fc.assert(fc.property(pattern, text, check), { numRuns: 5000, seed: 12 });
  assert.ok(judged > 1500, String(judged));
});

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

const FIXED: readonly (readonly [source: string, value: string, said: boolean | undefined])[] = [
  ["^(a+)+$", `${"a".repeat(5000)}b`, false],
  ["^(a|a)*$", "a".repeat(5000), true],
  [`^${"(".repeat(17)}a${"*)".repeat(17)}b$`, "a".repeat(500), false],
  ["^\\p{L}+$", "Žluťoučký", true],
  ["^[\\uD83D\\uDE00]$", "😀", true],
  ["^\\uD83D\\uDE00$", "😀", true],
  ["^[\\w\\-]+\\-$", "a-", true],
  ["^(?:(?:b{1000}){1000}){1000}c$", "b", undefined],
  ["(?=a)a", "a", undefined],
  ["(?<=a)b", "ab", undefined],
  ["(a)\\1", "aa", undefined],
  ["(".repeat(20_000) + ")".repeat(20_000), "a", undefined],
  [`^${"a?".repeat(2400)}$`, "a".repeat(10_000), undefined],
];

for (const [source, value, said] of FIXED) {
  test(`${source.slice(0, 40)}: ${said ?? "nothing is said"}`, () => {
    assert.is(boundedPatterns()(source)?.test(value), said);
  });
}

/** Paths as they are matched by an expression, which tries each way on its own. */
function byExpression(path: string): RegExp {
  const places = { "{a}": "([^/]+?)", "{b}": "([^/]+?)", "*": "(.*)" } as Record<string, string>;
  return new RegExp(`^${path.replaceAll(/\{.\}|\*|[.!]/g, (piece) => places[piece] ?? `\\${piece}`)}$`);
}

test("paths fill their places as an expression would", () => {
  const path = fc.array(fc.constantFrom("/", "x", "y", "!", "{a}", "{b}", "*"), { maxLength: 7 }).map((parts) => parts.join("")); // prettier-ignore
  const asked = fc.string({ unit: fc.constantFrom("/", "x", "y", "!"), maxLength: 8 });
  const check = (pattern: string, value: string): void => {
    const found = byExpression(pattern).exec(value);
    const names = pattern.match(/\{.\}|\*/g)?.map((name) => name.replaceAll(/[{}]/g, "")) ?? [];
    const expected = found === null ? undefined : Object.fromEntries(names.map((name, at) => [name, found[at + 1]]));
    assert.equal(pathPattern(pattern).match(value, new URLSearchParams()), expected, `${pattern} of ${value}`);
  };
  fc.assert(fc.property(path, asked, check), { numRuns: 10_000, seed: 12 });
});

test("many places in a path are no more work than their number by its length", () => {
  const path = `/${Array.from({ length: 40 }, (_, at) => `{p${at}}a`).join("")}!`;
  assert.is(pathPattern(path).match(`/${"a".repeat(2000)}`, new URLSearchParams()), undefined);
});

test.run();
