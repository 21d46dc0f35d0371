import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationOf, documentOf, emit, type Emitted } from "./documents.js";

// `openEnums` of a definition: vendors add values, so answers may have others than a document lists.
const test = suite("open enums");

const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const status = { type: "string", enum: ["a", "b"] };
const open = (document: object): Emitted | undefined => emit(document, {}, { openEnums: true });

test("an enum of an answer may be another text, and is completed", () => {
  const module = open(documentOf({ T: { properties: { status } }, Named: status }))?.module ?? "";
  assert.is(declarationOf(module, "T"), '{ status?: "a" | "b" | (string & {}) | undefined }');
  assert.is(declarationOf(module, "Named"), '"a" | "b" | (string & {})');
  const closed = emit(documentOf({ Named: status }))?.module ?? "";
  assert.is(declarationOf(closed, "Named"), '"a" | "b"', "without it they stay what is listed");
});

test("requests take what is listed", () => {
  const content = { "application/json": { schema: named("T") } };
  const post = { requestBody: { content }, responses: { 200: { description: "", content } } };
  const schemas = { T: { properties: { status: named("Status") } }, Status: status };
  const module = open({ openapi: "3.1.0", paths: { "/x": { post } }, components: { schemas } })?.module ?? "";
  assert.is(declarationOf(module, "Status"), '"a" | "b" | (string & {})');
  assert.is(declarationOf(module, "StatusRequest"), '"a" | "b"');
  assert.is(declarationOf(module, "TRequest"), "{ status?: StatusRequest | undefined }");
});

test("neighbour: one value, const, numbers and null stay; what tells members of a union apart stays as well", () => {
  const cat = { properties: { kind: { enum: ["cat", "kitten"] }, mood: status }, required: ["kind"] };
  const dog = { properties: { kind: { enum: ["dog", "puppy"] }, mood: status }, required: ["kind"] };
  const schemas = {
    T: {
      properties: {
        one: { enum: ["a"] },
        only: { const: "a" },
        numbers: { enum: [1, 2] },
        orNull: { enum: ["a", "b", null] },
        pet: { anyOf: [named("Cat"), named("Dog")] },
      },
    },
    Cat: cat,
    Dog: dog,
  };
  const module = open(documentOf(schemas))?.module ?? "";
  assert.is(
    declarationOf(module, "T"),
    '{ one?: "a" | undefined; only?: "a" | undefined; numbers?: 1 | 2 | undefined; orNull?: "a" | "b" | (string & {}) | null | undefined; pet?: Cat | Dog | undefined }',
  );
  assert.is(declarationOf(module, "Cat"), '{ kind: "cat" | "kitten"; mood?: "a" | "b" | (string & {}) | undefined }');
});

test.run();
