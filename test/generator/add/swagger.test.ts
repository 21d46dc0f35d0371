import { suite } from "uvu";
import * as assert from "uvu/assert";
import { adding } from "./adding.js";
import { sdkwright } from "../sdkwright.js";

const test = suite("add: Swagger 2.0");

interface Outcome {
  /** Of operations that calls write otherwise, by method and path. */
  readonly wire: (operation: string) => unknown;
  readonly types: string;
  readonly added: readonly string[];
}

const [JSON_TYPE, FORM, MULTIPART] = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"];
const responses = { 200: { description: "ok" } };

/** What `add`, and then `generate`, make of paths. */
async function converted(paths: object, more: object = {}): Promise<Outcome> {
  const swagger = {
    swagger: "2.0",
    info: { title: "Acme", version: "1" },
    host: "api.acme.example",
    schemes: ["https"],
    consumes: [JSON_TYPE],
    ...more,
    paths,
  };
  return adding({ "acme.json": swagger }, "acme.json", {}, async ({ folder, result, diagnostics, text, json }) => {
    assert.is(result.exitCode, 0, JSON.stringify(diagnostics));
    const { status, stdout, stderr } = await sdkwright(folder, ["generate", "--verbose"]);
    assert.is(status, 0, stdout + stderr);
    const model = json("src/generated/operations/acme.model.json") as {
      readonly operations: { readonly [key: string]: { readonly wire?: unknown } };
    };
    return {
      wire: (operation) => model.operations[operation]?.wire,
      types: text("src/generated/operations/acme.ts").replaceAll(/\s+/g, " "),
      added: diagnostics.map(({ code, message }) => `${code} ${message}`),
    };
  });
}

test("bodies and form fields of a path are those of its operations, by name too", async () => {
  const body = {
    name: "b",
    in: "body",
    required: true,
    schema: { type: "object", properties: { x: { type: "string" } } },
  };
  const [field, other] = [
    { name: "f", in: "formData", type: "string", required: true },
    { name: "g", in: "formData", type: "integer" },
  ];
  const { types, added } = await converted(
    {
      "/a": { parameters: [{ $ref: "#/parameters/B" }], post: { responses }, put: { parameters: [], responses } },
      "/b": {
        parameters: [{ $ref: "#/parameters/F" }, other],
        post: { consumes: [FORM], responses },
        put: { consumes: [FORM], parameters: [{ ...field, type: "boolean" }], responses },
      },
      "/c": {
        parameters: [body],
        post: { parameters: [{ ...body, name: "c", schema: { type: "integer" } }], responses },
      },
    },
    { parameters: { B: body, F: field } },
  );
  assert.equal(added, []);

  assert.match(types, /PostA \{ options: \{ json: B \}/);
  assert.match(types, /PutA \{ options: \{ json: B \}/);
  assert.match(types, /PostB \{ options: \{ form: \{ f: string; g\?: number/);

  assert.match(types, /PutB \{ options: \{ form: \{ f: boolean; g\?: number/);
  assert.match(types, /PostC \{ options: \{ json: number \}/);
});

test("references are read by what they mean, and one that leads nowhere is told", async () => {
  const { types, added } = await converted(
    {
      "/a": {
        get: { parameters: [{ $ref: "#/parameters/page%20size" }, { $ref: "#/parameters/other" }], responses },
      },
      "/b": { post: { parameters: [{ $ref: "#/parameters/b~1c" }], responses } },
      "/c": {
        get: { parameters: [{ $ref: "#/parameters/missing" }], responses: { 200: { $ref: "#/responses/r~1%20r" } } },
      },
      "/d": { parameters: [{ $ref: "#/parameters/lost" }], get: { responses } },
    },
    {
      parameters: {
        "page size": { name: "size", in: "query", required: true, type: "integer" },
        other: { name: "other", in: "query", required: true, type: "string" },
        "b/c": { name: "b", in: "body", required: true, schema: { $ref: "#/definitions/d%20e" } },
      },
      responses: { "r/ r": { description: "r", schema: { type: "boolean" } } },
      definitions: { "d e": { type: "object", properties: { a: { type: "string" } } } },
      produces: [JSON_TYPE],
    },
  );

  assert.match(types, /query: \{ size: number; other: string \}/);
  assert.match(types, /PostB \{ options: \{ json: DE/);
  assert.match(types, /GetC \{ options: \{\}; answers: \{ 200: boolean \}/);
  assert.equal(added, [
    'SW0705 a parameter is left out: "#/parameters/missing" leads to nothing',
    'SW0705 a parameter is left out: "#/parameters/lost" leads to nothing',
  ]);
});

test("lists of form fields are joined as the document says", async () => {
  const list = (collectionFormat?: string): object => ({ type: "array", items: { type: "integer" }, collectionFormat });
  const field = (name: string, collectionFormat?: string): object => ({
    name,
    in: "formData",
    ...list(collectionFormat),
  });
  const formats = [field("a"), field("b", "csv"), field("c", "pipes"), field("d", "ssv"), field("e", "multi")];
  const { wire, added } = await converted({
    "/a": { post: { consumes: [FORM], parameters: formats, responses } },
    "/b": { post: { consumes: [MULTIPART, FORM], parameters: [field("a")], responses } },
    "/c": { post: { consumes: [FORM], parameters: [field("a", "pipes")], responses } },
  });
  const form = { style: "form", explode: false };
  const expected = { a: form, b: form, c: { style: "pipeDelimited" }, d: { style: "spaceDelimited" } };
  const wireOf = (each: { readonly [name: string]: object }): object => ({
    form: Object.fromEntries(Object.entries(each).map(([name, how]) => [name, { ...how, explode: false }])),
  });
  const simplified = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(/("style":"\w+")(?:,"explode":false)?/g, '$1,"explode":false'));
  assert.equal(simplified(wire("POST /a")), wireOf(expected));
  assert.equal(simplified(wire("POST /b")), wireOf({ a: form }));
  assert.equal(simplified(wire("POST /c")), wireOf({ a: { style: "pipeDelimited" } }));
  assert.equal(added, []);
});

test("K16: lists are joined as Swagger 2.0 has it, also where OpenAPI 3 has no words for it", async () => {
  const list = (name: string, place: string, collectionFormat?: string, items: object = { type: "integer" }) => ({
    name,
    in: place,
    type: "array",
    items,
    collectionFormat,
    ...(place === "path" && { required: true }),
  });
  const rows = { type: "array", items: { type: "string" }, collectionFormat: "pipes" };
  const { added, wire, types } = await converted(
    {
      "/a/{p}": {
        parameters: [list("p", "path", "pipes"), { $ref: "#/parameters/t" }],
        get: { parameters: [list("h", "header", "ssv"), list("plain", "header")], responses },
        post: {
          consumes: [MULTIPART],
          parameters: [
            list("c", "formData", "csv"),
            list("m", "formData", "multi"),
            list("files", "formData", undefined, { type: "file" }),
          ],
          responses,
        },
      },
      "/b": {
        get: { parameters: [list("r", "query", undefined, rows), list("m", "query", "multi", rows)], responses },
      },
      "/c": { post: { consumes: [FORM], parameters: [list("t", "formData", "tsv")], responses } },
    },
    { parameters: { t: list("t", "query", "tsv") } },
  );
  const form = { style: "form", explode: false };
  const query = { t: { ...form, delimiters: "\t" } };
  const params = { p: { delimiters: "|" } };
  assert.equal(wire("GET /a/{p}"), { params, query, headers: { h: { delimiters: " " }, plain: {} } });
  assert.equal(wire("POST /a/{p}"), { params, query, multipart: { c: { explode: false, delimiters: "," } } });
  assert.match(types, /files\?: Blob\[\] \| undefined/);
  assert.equal(wire("GET /b"), {
    query: { r: { ...form, delimiters: ",|" }, m: { style: "form", explode: true, delimiters: "|" } },
  });
  assert.equal(wire("POST /c"), { form: { t: { explode: false, delimiters: "\t" } } });
  assert.equal(added, []);
});

test("what OpenAPI 3 has no words for is a note", async () => {
  const body = { name: "b", in: "body", schema: { type: "object" } };
  const { added, types } = await converted({
    "/c": { post: { consumes: [FORM], parameters: [{ name: "f", in: "formData", type: "file" }], responses } },
    "/d": { post: { parameters: [body, { name: "f", in: "formData", type: "string" }], responses } },
  });
  assert.equal(added, ['SW0705 "f" is left out: an operation has either one body or form fields']);
  assert.match(types, /PostC \{ options: \{ multipart\?: /);
  assert.match(types, /PostD \{ options: \{ json\?: /);
});

test("K4 4a: a form is demanded if any of its fields is required, whichever is the first", async () => {
  const field = (name: string, more: object = {}) => ({ name, in: "formData", type: "string", ...more });
  const [opt, req] = [field("opt"), field("req", { required: true })];
  const post = (parameters: readonly object[], type = FORM) => ({ post: { consumes: [type], parameters, responses } });
  const { types, added } = await converted({
    "/a": post([opt, req]),
    "/b": post([req, opt]),
    "/c": post([opt]),
    // Neighbours: a file behind a field, a field of the path, and one that the operation replaces.
    "/d": post([opt, field("file", { type: "file", required: true })], MULTIPART),
    "/e": { parameters: [req], ...post([opt]) },
    "/g": post([opt, req, field("alike")]),
    "/h": post([opt, req, field("alike")]),
    "/f": { parameters: [req], ...post([opt, field("req")]) },
  });
  assert.ok(
    added.every((note) => note.startsWith("SW1621")),
    added.join("\n"),
  );
  assert.match(types, /PostA \{ options: \{ form: \{ opt\?: string \| undefined; req: string \} \| URLSearchParams \}/);
  assert.match(types, /PostBOperation \{ options: \{ form: PostB \|/);
  assert.match(types, /PostC \{ options: \{ form\?: \{ opt\?:/);
  assert.match(types, /PostD \{ options: \{ multipart: \{ opt\?: string \| undefined; file: Blob \} \|/);
  assert.match(types, /PostE \{ options: \{ form: PostB \|/);
  assert.match(types, /PostGOperation \{ options: \{ form: PostG \|/);
  assert.match(types, /PostH \{ options: \{ form: PostG \|/);
  assert.match(types, /PostF \{ options: \{ form\?: \{ req\?: /);
});

test("K5 5a, 5c: a download is bytes, and its errors are what their schema says", async () => {
  const schema = { $ref: "#/definitions/Err" };
  const error = { description: "no", schema };
  const file = { description: "ok", schema: { type: "file" } };
  const bytes = ["application/octet-stream"];
  const { types, wire, added } = await converted(
    {
      "/logs": {
        get: {
          produces: bytes,
          responses: { 200: file, 404: { ...error, examples: { [JSON_TYPE]: { message: "x" } } }, 500: error },
        },
      },
      "/file": { get: { responses: { 200: file, default: error } } },
      // Neighbours: what XML holds, what a name holds, and what is text.
      "/xml": { get: { produces: ["application/xml"], responses: { 200: error, 400: error } } },
      "/shared": { get: { produces: ["image/png", JSON_TYPE], responses: { 200: { $ref: "#/responses/File" } } } },
      "/text": {
        get: {
          produces: ["text/plain"],
          responses: { 200: file, 400: { description: "no", schema: { $ref: "#/definitions/Text" } } },
        },
      },
      "/named": { post: { responses: { 200: { $ref: "#/responses/File" }, 404: { $ref: "#/responses/Gone" } } } },
      "/default": { get: { produces: bytes, responses: { default: error } } },
    },
    {
      produces: [JSON_TYPE],
      definitions: { Err: { type: "object", properties: { message: { type: "string" } } }, Text: { type: "string" } },
      responses: { File: file, Gone: { ...error, examples: { "text/html": "<p>" } } },
    },
  );
  assert.match(types, /besides JSON: 200 `application\/octet-stream`. \*\/ export interface GetLogs/);
  assert.match(types, /GetLogs \{ options: \{\}; answers: \{ 200: never \}; errors: \{ 404: Err; 500: Err \}; \}/);
  assert.match(types, /besides JSON: 200 bytes. \*\/ export interface GetFile/);
  assert.match(types, /GetFile \{ options: \{\}; answers: \{ 200: never \}; errors: \{ default: Err \}; \}/);
  assert.match(types, /GetXml \{ options: \{\}; answers: \{ 200: never \}; errors: \{ 400: never \}; \}/);
  assert.match(types, /GetShared \{ options: \{\}; answers: \{ 200: never \}/);
  assert.match(types, /GetText \{ options: \{\}; answers: \{ 200: never \}; errors: \{ 400: never \}; \}/);
  assert.match(types, /200 bytes. \*\/ export interface PostNamed/);
  assert.match(types, /PostNamed \{ options: \{\}; answers: \{ 200: never \}; errors: \{ 404: Err \}; \}/);
  assert.match(types, /GetDefault \{ options: \{\}; answers: \{ default: never \}/);
  assert.equal(wire("GET /logs"), { accept: "application/octet-stream" });
  assert.is(wire("GET /file"), undefined);
  assert.equal(added, []);
});

test("names that meet when they are converted are said", async () => {
  const scheme = (name: string) => ({ type: "apiKey", in: "header", name });
  const swagger = {
    swagger: "2.0",
    info: { title: "Acme", version: "1" },
    host: "api.acme.example",
    securityDefinitions: { "a b": scheme("X-A"), a_b: scheme("X-B") },
    paths: { "/x": { get: { responses } } },
  };
  await adding({ "acme.json": swagger }, "acme.json", {}, ({ result, diagnostics }) => {
    assert.is(result.exitCode, 2);
    const said = 'this Swagger 2.0 document cannot be converted: the converter says "Duplicate sanitised';
    assert.match(diagnostics[0]?.message ?? "", said);
  });
});

test.run();
