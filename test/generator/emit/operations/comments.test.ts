import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describedLines } from "#generator/emit/operations/comments.js";
import { emit } from "./documents.js";

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

/** The comments of a body's property and of a parameter with this schema. */
function commentsOf(schema: object): readonly string[] {
  const body = { type: "object", properties: { t: schema } };
  const parameters = [{ name: "q", in: "query", schema }];
  const responses = { 200: { description: "", content: { "application/json": { schema: body } } } };
  const schemas = { Warm: { type: "number", description: "Of the type." } };
  const document = { openapi: "3.1.0", paths: { "/x": { get: { parameters, responses } } }, components: { schemas } };
  return Array.from(emit(document)?.module.matchAll(/^ {4,}\/\*\* (.*) \*\/$/gm) ?? [], ([, comment = ""]) => comment);
}

test("K18: what the one member beside null says is said of the property", () => {
  const schema = { anyOf: [{ type: "number", description: "How warm it is." }, { type: "null" }] };
  assert.equal(commentsOf(schema), ["How warm it is.", "How warm it is."]);
});

test("K18 neighbour: also oneOf, deeper, const null, deprecated; its own text first, and nothing of several", () => {
  const warm = { type: "number", description: "How warm it is." };
  const none = { type: "null" };
  const twice = (text: string) => [text, text];
  assert.equal(commentsOf({ oneOf: [{ const: null }, warm] }), twice("How warm it is."));
  assert.equal(commentsOf({ anyOf: [{ anyOf: [warm, none] }, none] }), twice("How warm it is."));
  assert.equal(commentsOf({ anyOf: [warm, none], description: "Outside." }), twice("Outside."));
  assert.equal(
    commentsOf({ anyOf: [{ $ref: "#/components/schemas/Warm", description: "Beside." }, none] }),
    twice("Beside."),
  );
  assert.equal(commentsOf({ anyOf: [{ $ref: "#/components/schemas/Warm" }, none] }), []);
  assert.equal(commentsOf({ anyOf: [warm, { type: "string", description: "Or text." }, none] }), []);
  assert.match(commentsOf({ anyOf: [{ ...warm, deprecated: true }, none] }).join(), "How warm it is. @deprecated");
});

test.run();
