import { pathPattern } from "#runtime/config/path-pattern.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("patterns of paths");

/** The same as a regular expression, which tries every way to share a path among stars. */
function expressionOf(pattern: string): RegExp {
  const segments = pattern
    .split(/(?=\/)/)
    .map((segment) => (segment === "/**" ? "(?:/[^/]*)*" : segment.split(/(\*+)/).map(pieceOf).join("")));
  return new RegExp(`^${segments.join("")}$`, "s");
}

function pieceOf(piece: string): string {
  if (/^\*+$/.test(piece)) return piece.length === 1 ? "[^/]*" : ".*";
  return piece.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

test("twenty thousand short patterns mean what they look like", () => {
  const below = randomFrom(7);
  const textOf = (letters: string, most: number) =>
    Array.from({ length: below(most + 1) }, () => letters.charAt(below(letters.length))).join("");
  let matches = 0;
  for (let round = 0; round < 20_000; round += 1) {
    const [pattern, path] = [textOf("ab/***", 8), textOf("ab//\n", 7)];
    const expected = expressionOf(pattern).test(path);
    matches += expected ? 1 : 0;
    assert.is(pathPattern(pattern)(path), expected, JSON.stringify({ pattern, path }));
  }
  assert.ok(matches > 1000, String(matches));
});

for (const stars of ["*", "**", "/**"]) {
  test(`thirty times ${stars} on a path of three thousand characters`, () => {
    const pattern = pathPattern(`/${`${stars}a`.repeat(30)}b`);
    assert.is(pattern(`/${"a".repeat(3000)}`), false);
    assert.is(pattern(`/${"/a".repeat(1500)}b`), stars !== "*");
  });
}

/** The same numbers for the same seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.run();
