import { CANNOT_BE_JUDGED, compareType, isSame, partOfUseCase } from "#generator/diff/compare-type.js";
import { Effort } from "#generator/diff/effort.js";
import { judgeWith } from "#generator/diff/type-judge.js";
import { typeOf } from "#generator/diff/type-reader.js";
import { parseDeclarations } from "#generator/surface/type-syntax.js";
import { declarationLines } from "#generator/surface/type-text.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("types as diff reads them");

const place = (...path: string[]) => ({ file: "client", path }) as const;
const judge = () => judgeWith(new Effort());
const type = (text: string) => typeOf([`type T = ${text};`]);
const lines = (code: string) => {
  const declarations = parseDeclarations(code);
  return declarations && declarationLines(declarations, "T");
};

test("declarations: comments go, and everything has one order", () => {
  assert.equal(
    lines(`/** A */
      export type Part = "b" | "a" // c
      export interface T {
        /** \`*\\/ { */
        z?: (Part | null)[]
        [k: string]: unknown
        "first-name": [string, ...(number)[]]
      }`),
    [
      "interface T {",
      '  "first-name": [string, ...number[]];',
      "  z?: (Part | null)[];",
      "  [k: string]: unknown;",
      "}",
      'type Part = "a" | "b";',
    ],
  );
  assert.equal(lines(String.raw`export type T = "\u{1f600}" | "\"" | -1.5;`), [
    String.raw`type T = "\"" | "😀" | -1.5;`,
  ]);
});

test("declarations: anything else is not understood, and nothing is thrown", () => {
  const hostile = [
    "type T =",
    "interface T {",
    "type T = Map<string, 1>;",
    "enum T {}",
    "type T = (",
    "x",
    "type T = `a`;",
    String.raw`type T = "\u{110000}";`,
  ];
  for (const code of [...hostile, `type T = ${"(".repeat(50_000)}`, "type T = { a: 1 ]"]) {
    assert.is(parseDeclarations(code), undefined, code.slice(0, 40));
  }
});

test("a literal is accepted by what is asked for", () => {
  for (const [given, asked, verdict] of [
    ['"a"', "string", "holds"],
    ["string", '"a"', "fails"],
    ["boolean", "true | false", "holds"],
    ["{ a: string }", "{ a: string; b?: number }", "holds"],
    ["{ a: string; b: number }", "{ a: string }", "fails"],
    ["{ a: string; b: number }", "{ a: string; [k: string]: unknown }", "holds"],
    ["{ a: 1 } & { b: 2 }", "{ a: number; b: number }", "holds"],
    ['{ k: "a" | "b"; x?: 1 }', '{ k: "a"; x?: 1 } | { k: "b" } | { k: "b"; x: 1 }', "holds"],
    ["[string, number]", "(string | number)[]", "holds"],
    ["[string]", "[string, ...number[]]", "holds"],
    ["string[]", "[string]", "fails"],
    ["null", "{}", "fails"],
    ["string[]", "{}", "holds"],
    ["unknown", "{}", "fails"],
    ["Foreign", "string", "unclear"],
    ["Foreign", "Foreign", "holds"],
  ] as const) {
    assert.is(judge().gives(type(given), type(asked)), verdict, `${given} for ${asked}`);
  }
});

test("what read one type reads the other", () => {
  for (const [base, next, verdict] of [
    ["string", '"a"', "holds"],
    ['"a" | "b"', '"a"', "fails"],
    ['"a"', '"a" | "b"', "fails"],
    ["string | null", "string", "holds"],
    ["{ a?: string }", "{ a: string; b: number }", "holds"],
    ["{ a: string }", "{ a?: string }", "fails"],
    ["{ a?: string }", "{}", "fails"],
    ["{ a: 1 }[]", "{ a: 1; b: 2 }[]", "holds"],
    ['{ k: "a"; x: 1 } | { k: "b" }', '{ k: "b"; y: 1 } | { k: "a"; x: 1 }', "holds"],
    ['{ k: "a"; x: 1 } | { k: "b" }', '{ k: "a" } | { k: "b" }', "fails"],
    ['{ k: "a" } | { k: "b" }', '{ k: "a" } | { k: "b" } | { k: "c" }', "fails"],
    ["[string, 1 | 2]", "[string, 1]", "fails"],
    ["unknown", "string", "holds"],
    ["Foreign", "string", "unclear"],
  ] as const) {
    assert.is(judge().reads(type(base), type(next)), verdict, `${base} as ${next}`);
  }
});

test("types that go in circles are compared to their end", () => {
  const tree = (part: string) =>
    typeOf([
      "interface T {",
      `  below?: ${part}[];`,
      "  name: string;",
      "}",
      `interface ${part} {`,
      `  below?: ${part}[];`,
      "  name: string;",
      "}",
    ]);
  assert.ok(isSame(tree("A"), tree("B"), judge()));
  const other = typeOf(["interface T {", "  below?: T[];", "  name: number;", "}"]);
  assert.is(judge().gives(tree("A"), other), "fails");
  assert.equal(typeOf(["type T = T;"]).members(), []);
});

test("what cannot be judged counts as breaking, and says so; a type made to have no end has one", () => {
  const subject = { ...partOfUseCase("input", "x", place), who: "callers", use: "give" } as const;
  const told = (base: string, next: string) =>
    compareType(subject, type(base), type(next), judge()).map((change) => `${change.class}: ${change.sentence}`);
  assert.equal(told("{ a: Foreign }", "{ a: Other }"), [
    `breaking: the type of input "a" of x changed${CANNOT_BE_JUDGED}`,
  ]);
  const names = Array.from({ length: 9 }, (_, index) => `p${String(index)}`);
  const objectOf = (valueOf: (index: number) => string) =>
    `{ ${names.map((name, index) => `${name}: ${valueOf(index)}`).join("; ")} }`;
  const each = Array.from({ length: 2 ** names.length }, (_, bits) =>
    objectOf((index) => String(((bits >> index) & 1) + 1)),
  );
  assert.equal(
    told(
      objectOf(() => "1 | 2"),
      each.join(" | "),
    ),
    [`breaking: the type of the input of x changed${CANNOT_BE_JUDGED}`],
  );
});

test("choices and mixtures that lead back to themselves are read to their end", () => {
  const object = (names: string) => `{ ${names}; note?: string }`;
  const plain = (text: string) => text.replaceAll("; note?: string", "");
  for (const [lines, verdict] of [
    [[`type T = ${object('op: "and"; left: T; right: T')} | ${object('op: "or"; left: T; right: T')};`], "holds"],
    [[`type T = ${object("a: string; left?: T")} | ${object("b: string; left?: T")};`], "holds"],
    [[`type T = { p?: (T | string) & ${object("p?: T")} };`], "unclear"],
    [[`type T = { p?: (T | U) & ${object("p?: T")} };`, "type U = { p?: T; b?: string };"], "unclear"],
    [
      [`type T = ${Array.from({ length: 12 }, (_, at) => object(`k: ${kinds(at)}; a${at}: string`)).join(" | ")};`],
      "unclear",
    ],
  ] as const) {
    assert.is(judge().reads(typeOf(lines.map(plain)), typeOf(lines)), verdict, lines[0].slice(0, 60));
  }
  for (const next of ["T", "U"]) {
    const circle = [`type T = { next: ${next}; other: ${next} };`, "type U = { next: T; other: T };"];
    assert.is(judge().gives(typeOf(circle), type("{ a: string } | { b: string }")), "fails");
  }
});

/** All kinds but one. */
function kinds(but: number): string {
  const others = Array.from({ length: 12 }, (_, at) => at).filter((at) => at !== but);
  return others.map((at) => `"${at}"`).join(" | ");
}

test("a lock that was made to be deep is read to some depth", () => {
  const chain = Array.from(
    { length: 20_000 },
    (_, index) => `interface T${String(index)} { a: T${String(index + 1)} }`,
  );
  const aliases = Array.from({ length: 20_000 }, (_, index) => `type T${String(index)} = T${String(index + 1)};`);
  for (const lines of [chain, aliases, [`type T = ${"(".repeat(50_000)}`]]) {
    const [base, next] = [typeOf(lines), typeOf([...lines, "type Other = 1;"])];
    const subject = { ...partOfUseCase("input", "x", place), who: "callers", use: "give" } as const;
    assert.not.throws(() => compareType(subject, base, next, judge()), String(lines[0]).slice(0, 30));
    assert.not.throws(
      () => compareType({ ...subject, use: "read" }, base, next, judge()),
      String(lines[0]).slice(0, 30),
    );
  }
});

test.run();
