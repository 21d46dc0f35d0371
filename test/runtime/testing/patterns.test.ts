import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { boundedPatterns } from "#runtime/testing/document/pattern.js";
import { pathPattern } from "#runtime/testing/patterns.js";
import { runs } from "../../effort.js";

const test = suite("12: patterns of a vendor's, and of paths, in bounded work");

const UNJUDGED = {
  "too many states": ["^(?:(?:b{1000}){1000}){1000}c$", "b"],
  "a reference to a group": ["(a)\\1", "aa"],
  "too deep": ["(".repeat(20_000) + ")".repeat(20_000), "a"],
  "too many steps": [`^(?:${"[ab]?".repeat(2000)}){2}$`, "ab".repeat(20_000)],
} as const;

for (const [reason, [source, value]] of Object.entries(UNJUDGED)) {
  test(`a vendor's pattern judges nothing: ${reason}`, () => {
    assert.is(boundedPatterns()(source)?.test(value), undefined);
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
  fc.assert(fc.property(path, asked, check), { numRuns: runs(10_000), seed: 12 });
});

test("many places in a path are no more work than their number by its length", () => {
  const path = `/${Array.from({ length: 40 }, (_, at) => `{p${at}}a`).join("")}!`;
  assert.is(pathPattern(path).match(`/${"a".repeat(2000)}`, new URLSearchParams()), undefined);
});

test("12: a path with more places than the path that is asked for has characters is no work", () => {
  const { match } = pathPattern(`/${"{p}-".repeat(200_000)}`);
  assert.is(match(`/${"-".repeat(60_000)}a`, new URLSearchParams()), undefined);
});

test.run();
