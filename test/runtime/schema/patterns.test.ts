// Patterns are matched by an automaton: the platform may take longer than anybody waits.
import * as fc from "fast-check";
import { check } from "@sdkwright/runtime/validate";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";

const test = suite("patterns of schemas");

const atom = fc.constantFrom("a", "b", ".", "[ab]", "[^a]", "[^]", "[]", "\\d", "\\w", "\\W", "\\s", "\\S", "^", "$", "\\b", "\\B", "é", "[\\]a]", "😀", "\\u0061", "\\u{61}", "\\u{1F600}", "\\ud83d\\ude00", "\\ud83d", "\\x61", "\\X41", "\\U0041", "\\p{L}", "\\P{Lu}", "[😀a]", "\\-", "\\0", "\\cJ", "\\n", "{", "]", "[a-c-]", "[\\w-]", "(?:)"); // prettier-ignore
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}", "*?", "+?", "??");
const opening = fc.constantFrom("(", "(?:", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>");
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie("piece"), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((choices) => choices.map((pieces) => pieces.join("")).join("|")),
  piece: fc.oneof(
    { maxDepth: 3 },
    fc.tuple(atom, quantifier).map((parts) => parts.join("")),
    fc.tuple(opening, tie("pattern"), quantifier).map(([open, inner, sign]) => `${open}${inner})${sign}`),
  ),
}));
const characters = ["a", "b", "A", "U", "1", "-", " ", "é", "]", "{", "😀", "\ud83d", "\ude00", "\n", "\0", "\\", "c"];
const text = fc.array(fc.constantFrom(...characters), { maxLength: 7 }).map((parts) => parts.join(""));

test("they say what the platform says, with and without the flag `u`", () => {
  const judged = { u: 0, "": 0 };
  const compare = (source: string, value: string): void => {
    for (const whole of [source, `^${source}`, `(?:${source})$`]) {
      const expression = compiled(whole, "u") ?? compiled(whole, "");
      if (expression === undefined) return;
      judged[expression.flags as "u" | ""] += 1;
      const holds = check({ pattern: whole }, value).length === 0;
      assert.is(holds, expression.test(value), `${whole} of ${JSON.stringify(value)}`);
    }
  };
  fc.assert(fc.property(pattern, text, compare), { numRuns: runs(8000), seed: 12 });
  assert.ok(judged.u > runs(8000) / 2 && judged[""] > runs(8000) / 5, JSON.stringify(judged));
});

function compiled(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** What an answer is made of to be slow: many ways to the end, and a wrong end. */
const slow = (length: number): string => `${"@".repeat(length)}${".".repeat(length)}${"a".repeat(length)} `;

const FIXED: readonly (readonly [source: string, value: string, holds: boolean])[] = [
  ["^\\S+@\\S+\\.\\S+$", slow(70_000), false],
  ["^\\S+@\\S+\\.\\S+\\.\\S+$", slow(70_000), false],
  ["^.*@.*\\..*$", slow(70_000).replaceAll(".", "\n"), false],
  ["^.+/.+/.+\\.json$", "/".repeat(200_000), false],
  ["\\d+$", `${"1".repeat(200_000)}x`, false],
  ["^(a+)+$", `${"a".repeat(200_000)}b`, false],
  ["^(a|a)*$", "a".repeat(200_000), true],
  ["^([a-z]+ ?)*$", `${"lorem ipsum ".repeat(20_000)}!`, false],
  ["^(?:a|aa)+$", "a".repeat(200_000), true],
  ["^(?=.*[A-Z])(?=.*\\d)(?!.*--)(?:\\w+-?)+$", "aB1".repeat(50_000), true],
  ["(?<=a.*)b(?!.*c)", `${"ab".repeat(50_000)}c`, false],
  [`^${"(".repeat(17)}a${"*)".repeat(17)}b$`, "a".repeat(500), false],
  [`^${"a?".repeat(2400)}$`, "a".repeat(10_000), false],
  ["^[a-z]{1,3000}-[a-z]{1,3000}$", `${"a".repeat(2000)}-b`, true],
  ["^(?:[a-z]{1,100}-){1,80}$", "abc-".repeat(60), true],
  ["^[\\s\\S]{1,100000}$", "lorem ipsum\n".repeat(8000), true],
  ["^[A-Za-z0-9+/]*={0,2}$", `${"A".repeat(1_000_000)}==`, true],
  [`^(?:${Array.from({ length: 3000 }, (_, at) => `w${at}`).join("|")})*$`, "w1w2w2999".repeat(100), true],
  ["^\\p{L}+$", "Žluťoučký", true],
  ["^[\\w\\-]+\\-$", "a-", true],
  [`^(?<é>a|a)${"(?:a|a)".repeat(39)}$`, `${"a".repeat(40)}!`, false],
];

for (const [source, value, holds] of FIXED) {
  test(`${source.slice(0, 40)}: ${holds ? "holds" : "does not hold"}, and stops at no limit`, () => {
    assert.equal(
      check({ pattern: source }, value).map(({ keyword }) => keyword),
      holds ? [] : ["pattern"],
    );
  });
}

test("an expression of too many states is a limit", () => {
  for (const source of ["^(?:){2000000000}$", `^(?:b{50001})?${"(?:a|a)".repeat(40)}$`]) {
    assert.equal(
      check({ pattern: source }, `${"a".repeat(40)}!`).map(({ keyword }) => keyword),
      ["limit"],
    );
  }
});

test("references to groups, modifiers and deep groups are not read: they hold for everything, at once", () => {
  const unread = ["^(a|aa)+\\1$", "^(?<n>a+)+\\k<n>$", "^(?i:(?:a|a)+)+$", "(?:^\\101)$"];
  const deep = `^${"(?:".repeat(200)}a${")".repeat(200)}${"(?:a|a)".repeat(39)}$`;
  for (const pattern of [...unread, deep]) {
    assert.equal(check({ pattern }, `${"a".repeat(60)}b`), []);
    assert.equal(check({ not: { pattern } }, `${"a".repeat(60)}b`), []);
  }
});

test("an expression that the platform reads and cannot run is a limit, and says nothing of itself", () => {
  for (const pattern of [`^${".{3}".repeat(22_500)}`, `^${"\\w".repeat(90_000)}`]) {
    assert.ok(new RegExp(pattern, "u"));
    for (const schema of [{ pattern }, { not: { pattern } }, { patternProperties: { [pattern]: false } }]) {
      const keywords = check(schema, "patternProperties" in schema ? { aa: 1 } : "aa").map(({ keyword }) => keyword);
      assert.equal(keywords, ["limit"], pattern.slice(0, 10));
    }
  }
});

test.run();
