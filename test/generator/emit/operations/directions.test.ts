import { suite } from "uvu";
import * as assert from "uvu/assert";
import { declarationOf, emit } from "./documents.js";

const test = suite("requests and answers");

const text = { type: "string" };
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document that answers `answered` and is sent `sent`. */
function exchange(
  schemas: object,
  sent: readonly string[],
  answered: readonly string[],
  mediaType = "application/json",
): string {
  const content = (names: readonly string[], type: string) => ({
    [type]: { schema: { type: "array", items: { anyOf: names.map(named) } } },
  });
  const post = {
    ...(sent.length > 0 && { requestBody: { required: true, content: content(sent, mediaType) } }),
    responses: answered.length > 0 ? { 200: { description: "", content: content(answered, "application/json") } } : {},
  };
  const emitted = emit({ openapi: "3.1.0", paths: { "/x": { post } }, components: { schemas } });
  return emitted?.module ?? "";
}

const charge = {
  type: "object",
  required: ["id", "currency", "secret"],
  properties: {
    id: { ...text, readOnly: true },
    currency: { ...text, default: "EUR" },
    secret: { ...text, writeOnly: true },
  },
};

test("two declarations where the directions differ, one where they do not", () => {
  const both = exchange(
    { Charge: charge, Note: { type: "object", properties: { text } } },
    ["Charge", "Note"],
    ["Charge", "Note"],
  );
  assert.is(declarationOf(both, "Charge"), "{ id: string; currency: string }");
  assert.is(declarationOf(both, "ChargeRequest"), "{ currency?: string | undefined; secret: string }");
  assert.match(both, "options: { json: (ChargeRequest | Note)[] };");
  assert.not.match(both, "NoteRequest");
});

test("a schema that only requests reach keeps its name, whatever the vendor makes of it; where both forms exist it stays importable", () => {
  const plain = { ...charge, properties: { ...charge.properties, id: text, currency: text, secret: text } };
  const alike = exchange({ CreateA: plain }, ["CreateA"], []);
  const differing = exchange({ CreateA: charge }, ["CreateA"], []);
  assert.is(declarationOf(alike, "CreateA"), "{ id: string; currency: string; secret: string }");
  assert.is(declarationOf(differing, "CreateA"), "{ currency?: string | undefined; secret: string }");
  assert.not.match(alike + differing, "CreateARequest");
  const both = exchange({ CreateA: charge }, ["CreateA"], ["CreateA"]);
  assert.is(declarationOf(both, "CreateA"), "{ id: string; currency: string }");
  assert.is(declarationOf(both, "CreateARequest"), declarationOf(differing, "CreateA"));
});

test("neighbour: what is called a request keeps its name for requests, and answers have a name of their own", () => {
  const named = exchange({ ChargeRequest: charge }, ["ChargeRequest"], []);
  const answered = exchange({ ChargeRequest: charge }, ["ChargeRequest"], ["ChargeRequest"]);
  assert.is(declarationOf(named, "ChargeRequest"), declarationOf(answered, "ChargeRequest"));
  assert.is(declarationOf(answered, "ChargeRequestAnswer"), "{ id: string; currency: string }");
  const read = exchange({ ChargeRequest: charge }, [], ["ChargeRequest"]);
  assert.is(declarationOf(read, "ChargeRequest"), "{ id: string; currency: string }");
});

test("a schema differs where something that it refers to does, through circles too", () => {
  const schemas = {
    Order: { type: "object", properties: { charge: named("Charge"), next: named("Order") } },
    Charge: charge,
    Plain: { type: "object", properties: { next: named("Plain") } },
  };
  const module = exchange(schemas, ["Order", "Plain"], ["Order", "Plain"]);
  assert.is(
    declarationOf(module, "OrderRequest"),
    "{ charge?: ChargeRequest | undefined; next?: OrderRequest | undefined }",
  );
  assert.is(declarationOf(module, "Order"), "{ charge?: Charge | undefined; next?: Order | undefined }");
  assert.is(declarationOf(module, "PlainRequest"), "");
});

test("bytes are a Blob where they are sent and text where JSON answers them", () => {
  const upload = {
    type: "object",
    properties: {
      file: { type: "string", format: "binary" },
      image: { type: "string", contentMediaType: "image/png" },
      encoded: { type: "string", contentMediaType: "image/png", contentEncoding: "base64" },
    },
  };
  const module = exchange({ Upload: upload }, ["Upload"], ["Upload"], "multipart/form-data");
  const fields = (type: string) =>
    `{ file?: ${type} | undefined; image?: ${type} | undefined; encoded?: string | undefined }`;
  assert.is(declarationOf(module, "UploadRequest"), fields("Blob"));
  assert.is(declarationOf(module, "Upload"), fields("string"));
});

test("bytes in a JSON body are text: JSON has no files; a schema that a multipart body reaches as well has them", () => {
  const upload = { type: "object", properties: { file: { type: "string", format: "binary" } } };
  const json = exchange({ Upload: upload, Deep: { type: "array", items: named("Upload") } }, ["Deep"], []);
  assert.is(declarationOf(json, "Upload"), "{ file?: string | undefined }");
  const content = (type: string, schema: object) => ({
    requestBody: { content: { [type]: { schema } } },
    responses: {},
  });
  const paths = {
    "/a": { post: content("application/json", upload), put: content("multipart/form-data", upload) },
    "/b": { post: content("application/json", named("Upload")), put: content("multipart/form-data", named("Upload")) },
  };
  const both = emit({ openapi: "3.1.0", paths, components: { schemas: { Upload: upload } } })?.module ?? "";
  assert.match(both, "json?: { file?: string | undefined } | undefined");
  assert.match(both, "multipart?: { file?: Blob | undefined } | FormData | undefined");
  assert.is(declarationOf(both, "Upload"), "{ file?: Blob | undefined }");
});

test("K16: an object in a field of a multipart body is JSON, so bytes in it are text", () => {
  const file = { type: "string", format: "binary" };
  const nested = { type: "object", properties: { f: file } };
  const schemas = {
    File: file,
    Nested: nested,
    Upload: {
      type: "object",
      properties: {
        file: named("File"),
        files: { type: "array", items: named("File") },
        either: { oneOf: [file, nested] },
        nested,
        named: named("Nested"),
        list: { type: "array", items: nested },
      },
    },
  };
  const text = "{ f?: string | undefined }";
  const module = exchange(schemas, ["Upload"], [], "multipart/form-data");
  assert.is(declarationOf(module, "File"), "Blob");
  assert.is(declarationOf(module, "Nested"), text);
  assert.is(
    declarationOf(module, "Upload"),
    `{ file?: File | undefined; files?: File[] | undefined; either?: Blob | ${text} | undefined; nested?: ${text} | undefined; named?: Nested | undefined; list?: ${text}[] | undefined }`,
  );
});

test("K16 neighbour: a form has texts alone", () => {
  const upload = { type: "object", properties: { file: { type: "string", format: "binary" } } };
  const module = exchange({ Upload: upload }, ["Upload"], [], "application/x-www-form-urlencoded");
  assert.is(declarationOf(module, "Upload"), "{ file?: string | undefined }");
});

test("readOnly and defaults are seen through references and allOf", () => {
  const schemas = {
    Id: { ...text, readOnly: true },
    T: {
      type: "object",
      required: ["a", "b", "c"],
      properties: { a: named("Id"), b: { allOf: [named("Id")] }, c: { allOf: [named("Text")], default: "x" } },
    },
    Text: text,
    Extended: { allOf: [named("T"), { required: ["a", "c"] }] },
  };
  const module = exchange(schemas, ["T", "Extended"], ["T", "Extended"]);
  assert.is(declarationOf(module, "TRequest"), "{ c?: Text | undefined }");
  assert.is(declarationOf(module, "T"), "{ a: Id; b: Id; c: Text }");
  assert.is(declarationOf(module, "ExtendedRequest"), "TRequest & { c?: Text | undefined }");
});

test("other headers are texts where the documented ones are, also by the name of a schema", () => {
  const optionsWith = (...schemas: object[]): string => {
    const parameters = schemas.map((schema, at) => ({ name: `X-${at}`, in: "header", schema }));
    const paths = { "/x": { get: { parameters, responses: {} } } };
    const components = {
      schemas: { Version: { enum: ["a", "b"] }, Maybe: { enum: ["a", null] }, Size: { type: "number" } },
    };
    return emit({ openapi: "3.1.0", paths, components })?.module.replaceAll(/\s+/g, " ") ?? "";
  };
  assert.match(optionsWith(named("Version"), text), "readonly [name: string]: string | undefined");
  for (const schema of [named("Maybe"), named("Size"), { anyOf: [named("Version"), named("Size")] }, {}]) {
    assert.match(optionsWith(text, schema), "readonly [name: string]: unknown");
  }
});

test("only what is reached is emitted, in the document's order", () => {
  const schemas = {
    B: { type: "object", properties: { a: named("A") } },
    Unused: charge,
    A: { type: "object", properties: { text } },
  };
  const module = exchange(schemas, [], ["B"]);
  assert.equal(
    Array.from(module.matchAll(/^export \w+ (\w+)/gm), ([, name]) => name),
    ["AcmePayOperations", "PostX", "B", "A"],
  );
});

test.run();
