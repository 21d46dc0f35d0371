import { runInNewContext } from "node:vm";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { commentText, docComment, objectKey, stringLiteral, typeKey } from "#generator/emit/quoting.js";

const test = suite("quoting");

const hostile = [
  "*/ alert(1) /*",
  "`${process.exit()}`",
  `both "double" and 'single'`,
  "back\\slash\\",
  "line\nbreak\r\n\ttab",
  "\u2028\u2029\u202e\u200b\ufeff\u0000\u007f",
  "lone \ud800 and \udfff",
  "tag \u{e0041} and pair \u{1f600}",
  "</script>",
  "__proto__",
];

test("hostile-text: a string literal is the text again when it is read", () => {
  for (const text of hostile) assert.is(runInNewContext(stringLiteral(text)), text);
});

test("letters, marks and signs that nobody sees are escaped too, a coloured sign in a comment loses only its colour", () => {
  for (const sign of ["\u3164", "\u115f", "\uffa0", "\u034f", "\u17b4", "\u2800"]) {
    for (const text of [stringLiteral(`a${sign}`), typeKey(`a${sign}`), commentText(`a${sign}`)])
      assert.not.match(text, sign);
  }
  assert.is(commentText("\u26a0\ufe0f mind"), "\u26a0 mind");
});

test("hostile-text: nothing invisible is in a literal or a comment", () => {
  const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
  for (const text of hostile) {
    assert.not.match(stringLiteral(text), invisible);
    assert.not.match(commentText(text), invisible);
    assert.not.match(docComment(text).replaceAll("\n", ""), invisible);
  }
});

test("hostile-text: a comment ends where it should", () => {
  for (const text of [...hostile, "*", "/", "a *", "*\u200b/"]) {
    const comment = docComment(text);
    assert.is(comment.indexOf("*/"), comment.length - 2, comment);
  }
});

test("hostile-text: a comment holds no tag and no directive", () => {
  assert.is(docComment("@ts-expect-error"), "/** \\@ts-expect-error */");
  assert.is(docComment("see {@link x}, mail a@b.example"), "/** see {\\@link x}, mail a@b.example */");
});

test("a comment of several lines keeps them, without blank ones at its ends", () => {
  assert.is(docComment("\n one\n\n two \n", "  "), "  /**\n   * one\n   *\n   * two\n   */");
  assert.is(docComment("\n \n one\n\n\t\n\u2028 two \n\n"), "/**\n * one\n *\n * two\n */");
});

test("a literal takes the quotes that need fewer escapes, as prettier does", () => {
  assert.is(stringLiteral('say "hi"'), `'say "hi"'`);
  assert.is(stringLiteral("it's"), `"it's"`);
  assert.is(stringLiteral(`"it's"`), `'"it\\'s"'`);
});

test("keys are plain where they can be, and __proto__ is an ordinary key", () => {
  assert.is(typeKey("staff"), "staff");
  assert.is(typeKey("api-key"), '"api-key"');
  assert.is(typeKey("1a"), '"1a"');
  assert.is(objectKey("constructor"), "constructor");
  const made = runInNewContext(`({ ${objectKey("__proto__")}: 1 })`) as object;
  assert.equal(Object.keys(made), ["__proto__"]);
});

test.run();
