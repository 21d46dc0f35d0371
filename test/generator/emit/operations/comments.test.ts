import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describedLines } from "#generator/emit/operations/comments.js";

const test = suite("comments of operations");

const cases: readonly (readonly [what: string, description: string, comment: string])[] = [
  ["the first paragraph on one line", "One\nand two.\n\nMore.", "One and two."],
  ["links by their text", "See [the guide](https://x.example/a) and [this][1].", "See the guide and this."],
  ["what is no link", "Sets `a[0][1]` or items[0][1].", "Sets `a[0][1]` or items[0][1]."],
  ["tags of HTML", "A <b>bold</b> word.<br/>", "A bold word."],
  ["tags of Markdoc within a line", 'Use {% link href="x" %}this{% /link %}.', "Use this."],
  ["a block of Markdoc ends a paragraph", 'Lists.\n{% admonition type="info" %}\nMore.\n{% /admonition %}', "Lists."],
  ["a block of Markdoc before it", "{% admonition %}\nNo way back.\n{% /admonition %}", "No way back."],
  ["a heading", "# Charges\nAll of them.", "Charges"],
  ["a list is no sentence", "- one\n- two", ""],
];

for (const [what, description, comment] of cases) {
  test(what, () => {
    assert.equal(describedLines("", description), comment === "" ? [] : [comment]);
  });
}

test("three lines at most, cut between words", () => {
  const lines = describedLines("`GET /charges`", "word ".repeat(200));
  assert.is(lines.length, 3);
  assert.match(lines.at(-1) ?? "", /word…$/);
  assert.ok(lines.every((line) => line.length <= 117));
});

test.run();
