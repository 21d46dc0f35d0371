import { suite } from "uvu";
import * as assert from "uvu/assert";
import { describedCall, describedLines } from "#generator/emit/operations/comments.js";
import { documentOf, emit } from "./documents.js";

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

test("39: parameters of a path, and properties that refer to a schema, have their descriptions", () => {
  const reference = { $ref: "#/components/schemas/State" };
  const properties = {
    state: reference,
    last: { anyOf: [reference, { type: "null" }] },
    next: { allOf: [reference], description: "What comes." },
    either: { oneOf: [reference, { type: "string" }] },
  };
  const schemas = { State: { type: "string", description: "Where it is." }, All: { type: "object", properties } };
  const id = { name: "id", in: "path", required: true, description: "On the label.", schema: { type: "string" } };
  const document = documentOf(schemas) as { paths: { "/all": object } };
  const { module = "" } =
    emit({ ...document, paths: { "/all/{id}": { ...document.paths["/all"], parameters: [id] } } }) ?? {};
  const commented = Array.from(module.matchAll(/\/\*\* (.*) \*\/\n +(\w+)\??:/g), ([, text, name]) => [name, text]);
  assert.equal(commented.slice(0, 1), [["id", "On the label."]]);
  assert.equal(commented.slice(-3), [
    ["state", "Where it is."],
    ["last", "Where it is."],
    ["next", "What comes."],
  ]);
});

const calls: readonly (readonly [summary: string | undefined, description: string | undefined, lines: string[]])[] = [
  [undefined, undefined, ["`GET /a`"]],
  ["List pets", undefined, ["List pets. `GET /a`"]],
  ["List pets", "All of them!\n\nMore.", ["List pets. All of them! `GET /a`"]],
  ["List pets", "Lists pets.", ["List pets. Lists pets. `GET /a`"]],
  ["List pets", "List pets, newest first", ["List pets, newest first. `GET /a`"]],
  ["", "- a\n- b", ["`GET /a`"]],
];

test("39: over a named call stand summary and description, each once, and the operation", () => {
  for (const [summary, description, lines] of calls)
    assert.equal(describedCall("`GET /a`", summary, description), lines);
  const long = describedCall("`GET /a`", "A summary", "word ".repeat(300));
  assert.is(long.length, 7);
  assert.is(long.at(-1), "`GET /a`");
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
  assert.equal(commentsOf({ anyOf: [{ $ref: "#/components/schemas/Warm" }, none] })[0], "Of the type.");
  assert.equal(commentsOf({ anyOf: [warm, { type: "string", description: "Or text." }, none] }), []);
  assert.match(commentsOf({ anyOf: [{ ...warm, deprecated: true }, none] }).join(), "How warm it is. @deprecated");
});

test.run();
