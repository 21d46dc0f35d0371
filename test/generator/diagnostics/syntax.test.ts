import { syntaxMistake } from "#generator/diagnostics/syntax.js";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";

const test = suite("syntax");

const cases: readonly (readonly [text: string, message: string, offset: number])[] = [
  ["", "the file is empty", 0],
  [" \n", "the file is empty", 0],
  ['{"a":1,}', "the comma before this is one too many", 7],
  ["[1,]", "the comma before this is one too many", 3],
  ['{"a":1 "b":2}', "a comma is missing before this", 7],
  ['{"a" 1}', "a colon is expected here", 5],
  ["{a:1}", "keys and texts need double quotes, and this is not a number, true, false or null", 1],
  ['{"a":}', "a value is expected here", 5],
  ['{"a":yes}', "keys and texts need double quotes, and this is not a number, true, false or null", 5],
  ["{} {}", "the document ends before this", 3],
  ["{ // x\n}", "comments are not JSON", 2],
  ['{"a":"b\n"}', "this string does not end on its line", 5],
  ['["a\\x"]', "this string has a backslash that escapes nothing", 1],
  ['["\t"]', "this string has a control character: write it as an escape like \\t", 1],
];

for (const [text, message, offset] of cases) {
  test(`syntax: ${JSON.stringify(text)}`, () => {
    const mistake = syntaxMistake(text);
    assert.is(mistake.message, message);
    assert.is(mistake.span.offset, offset);
  });
}

test("syntax: there is a mistake with a place in whatever JSON.parse rejects", () => {
  const piece = fc.constantFrom(...Array.from("{}[]:,\"\\/ \t\n\r\u00a0\ufeff01-+.eEtrufalsn'#\u0000"));
  const text = fc
    .array(fc.oneof(piece, fc.constantFrom("true", '"a"', "null")), { maxLength: 12 })
    .map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(text, (broken) => {
      fc.pre(!isJson(broken));
      assert.is.not(syntaxMistake(broken).message, "this is not JSON");
    }),
    { numRuns: runs(2000) },
  );
});

test("syntax: the parser never goes beyond the first mistake", () => {
  assert.is(syntaxMistake(`[ "\n${"[".repeat(50_000)}`).span.offset, 2);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.run();
