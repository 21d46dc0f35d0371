import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../../folder.js";
import { diagnosticsOf, sdkwright } from "../../sdkwright.js";

const test = suite("wire formats of operations");

const DEFINITION = {
  name: "acme",
  defaultService: "default",
  services: [
    { id: "default", baseUrl: "https://api.acme.example/v1" },
    { id: "upload", baseUrl: "https://upload.acme.example/{ACCOUNT}/" },
    { id: "beta", baseUrl: "https://api.acme.example/beta" },
  ],
  parameters: [{ name: "ACCOUNT", default: "main" }],
  securitySchemes: [
    { id: "user", type: "http", scheme: "bearer" },
    { id: "admin", type: "http", scheme: "basic" },
    { id: "app", type: "apiKey", in: "header", name: "X-App" },
  ],
  security: "user",
  openapi: "../openapi/acme.json",
};

interface Outcome {
  readonly wires: { readonly [operation: string]: unknown };
  readonly notes: readonly string[];
  /** Types of what calls give beside a body. */
  readonly options: readonly string[];
}

/** What comes of operations by `get /path`, each of which answers nothing where it says nothing of answers. */
async function outcomeOf(
  operations: { readonly [key: string]: object },
  more: object = {},
  definition: object = {},
): Promise<Outcome> {
  const paths: { [path: string]: { [method: string]: object } } = {};
  for (const [key, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = key.split(" ");
    (paths[path] ??= {})[method] = { responses: {}, ...operation };
  }
  const document = { openapi: "3.1.0", info: { title: "Acme", version: "1" }, paths, ...more };
  const files = {
    "client/client.json": { providers: { acme: "file:providers/acme.json" } },
    "client/providers/acme.json": { ...DEFINITION, ...definition },
    "client/openapi/acme.json": document,
  };
  return withFolder(files, async (folder) => {
    const { status, stdout, stderr } = await sdkwright(folder, ["generate", "--quiet"]);
    assert.is(status, 0, stdout + stderr);
    const model = readFileSync(join(folder, "src/generated/operations/acme.model.json"), "utf8");
    const { operations: found } = JSON.parse(model) as {
      operations: { [key: string]: { wire?: unknown; options: string } };
    };
    const wires = Object.entries(found).flatMap(([key, { wire }]) => (wire === undefined ? [] : [[key, wire]]));
    const notes = (await diagnosticsOf(files)).filter((each) => each.code.startsWith("SW164"));
    return {
      wires: Object.fromEntries(wires) as Outcome["wires"],
      notes: notes.map((each) => `${each.code} ${each.message}`),
      options: Object.values(found).map(({ options }) => options),
    };
  });
}

/** The wire of one parameter, for each of several. */
async function parameterWires(
  parameters: { readonly [id: string]: object },
  path = "/a",
): Promise<{ [id: string]: unknown }> {
  const ids = Object.keys(parameters);
  const operations = ids.map((id, index) => [
    `get /${index}${path}`,
    { parameters: [{ name: "p", required: true, ...parameters[id] }] },
  ]);
  const { wires } = await outcomeOf(Object.fromEntries(operations) as { [key: string]: object });
  return Object.fromEntries(ids.map((id, index) => [id, wires[`GET /${index}${path}`] ?? null]));
}

const [TEXT, NUMBER, LIST, RECORD] = [
  { type: "string" },
  { type: "integer" },
  { type: "array", items: { type: "string" } },
  { type: "object" },
];
const query = (schema: object, more: object = {}) => ({ in: "query", schema, ...more });
const path = (schema: object, more: object = {}) => ({ in: "path", schema, ...more });
const header = (schema: object, more: object = {}) => ({ in: "header", schema, ...more });

test("parameters of a query: what untyped requests write as the document says has no entry", async () => {
  const nested = { type: "array", items: LIST };
  const found = await parameterWires({
    text: query(TEXT),
    list: query(LIST),
    "text, not exploded": query(TEXT, { explode: false }),
    "number, reserved": query(NUMBER, { allowReserved: true }),
    "list, not exploded": query(LIST, { explode: false }),
    "list or text, not exploded": query({ oneOf: [LIST, TEXT] }, { explode: false }),
    "nullable list": query({ type: ["array", "null"], items: TEXT }, { style: "pipeDelimited" }),
    "list with spaces": query(LIST, { style: "spaceDelimited", explode: false }),
    record: query(RECORD),
    "list of lists": query(nested),
    deep: query(RECORD, { style: "deepObject", explode: true }),
    reserved: query(TEXT, { allowReserved: true }),
    content: { in: "query", content: { "application/json": { schema: RECORD } } },
    anything: query({}),
  });
  assert.equal(found, {
    text: null,
    list: null,
    "text, not exploded": null,
    "number, reserved": null,
    "list, not exploded": { query: { p: { explode: false } } },
    "list or text, not exploded": { query: { p: { explode: false } } },
    "nullable list": { query: { p: { style: "pipeDelimited" } } },
    "list with spaces": { query: { p: { style: "spaceDelimited" } } },
    record: { query: { p: {} } },
    "list of lists": { query: { p: {} } },
    deep: { query: { p: { style: "deepObject" } } },
    reserved: { query: { p: { allowReserved: true } } },
    content: { query: { p: { content: "application/json" } } },
    anything: { query: { p: {} } },
  });
});

test("parameters of a path and headers", async () => {
  const inPath = await parameterWires(
    {
      text: path(TEXT),
      list: path(LIST),
      record: path(RECORD, { explode: true }),
      label: path(TEXT, { style: "label" }),
      matrix: path(LIST, { style: "matrix", explode: true }),
    },
    "/{p}",
  );
  assert.equal(inPath, {
    text: null,
    list: { params: { p: {} } },
    record: { params: { p: { explode: true } } },
    label: { params: { p: { style: "label" } } },
    matrix: { params: { p: { style: "matrix", explode: true } } },
  });
  const inHeader = await parameterWires({
    text: header(TEXT),
    number: header(NUMBER),
    nullable: header({ type: ["string", "null"] }),
    list: header(LIST),
    record: header(RECORD, { explode: true }),
    content: { in: "header", content: { "application/json": { schema: NUMBER } } },
  });
  assert.equal(inHeader, {
    text: null,
    number: { headers: { p: {} } },
    nullable: { headers: { p: {} } },
    list: { headers: { p: {} } },
    record: { headers: { p: { explode: true } } },
    content: { headers: { p: { content: "application/json" } } },
  });
});

test("operators of RFC 6570 in a path: the document's style goes first", async () => {
  const parameters = (schema: object, more: object = {}) => ({
    parameters: [{ name: "p", required: true, ...path(schema, more) }],
  });
  const { wires } = await outcomeOf({
    "get /a/{p*}": parameters(TEXT),
    "get /b/{p*}": parameters(RECORD),
    "get /c/{+p}": parameters(TEXT),
    "get /d{.p}": parameters(TEXT),
    "get /e{;p*}": parameters(LIST),
    "get /f/{.p}": parameters(LIST, { style: "matrix" }),
    "get /g/{p}": parameters(TEXT),
  });
  assert.equal(wires, {
    "GET /a/{p*}": { params: { p: {} } },
    "GET /b/{p*}": { params: { p: { explode: true } } },
    "GET /c/{+p}": { params: { p: { allowReserved: true } } },
    "GET /d{.p}": { params: { p: { style: "label" } } },
    "GET /e{;p*}": { params: { p: { style: "matrix", explode: true } } },
    "GET /f/{.p}": { params: { p: { style: "matrix" } } },
  });
});

test("what a scheme of the definition sets is no parameter", async () => {
  const parameters = [{ name: "x-app", ...header(NUMBER) }];
  assert.equal(
    (
      await outcomeOf({
        "get /a": {
          security: [{ app: [] }, { user: [] }],
          parameters,
        },
      })
    ).wires,
    {},
  );
});

test("security: what is open to everybody says so, also where there is no default that `create…` goes over", async () => {
  const { wires } = await outcomeOf({ "get /none": { security: [] }, "get /unsaid": {} }, {}, { security: undefined });
  assert.equal(wires, { "GET /none": { security: [] } });
});

test("security: an entry for another requirement than the definition's, where it is one", async () => {
  const [user, admin, app] = [{ user: [] }, { admin: [] }, { app: [] }];
  const securitySchemes = {
    account: { type: "oauth2", flows: {} },
    key: { type: "apiKey", in: "header", name: "x-app" },
    both: { type: "apiKey", in: "header", name: "Authorization" },
    elsewhere: { type: "apiKey", in: "query", name: "key" },
  };
  const { wires, notes } = await outcomeOf(
    {
      "get /none": { security: [] },
      "get /optional": { security: [{}] },
      "get /default": { security: [user] },
      "get /absent": {},
      "get /other": { security: [admin] },
      "get /together": { security: [{ user: [], app: ["scope"] }] },
      "get /several": { security: [admin, app] },
      "get /among": { security: [admin, user] },
      "get /twice": { security: [app, app] },
      "get /carried": { security: [{ elsewhere: [] }, admin] },
      "get /same": { security: [{ key: [] }] },
      "get /bearer": { security: [{ account: [] }] },
      "get /lost": { security: [{ elsewhere: [] }] },
      "get /meeting": { security: [{ user: [], admin: [] }] },
    },
    { components: { securitySchemes } },
  );
  assert.equal(wires, {
    "GET /none": { security: [] },
    "GET /optional": { security: [] },
    "GET /other": { security: ["admin"] },
    "GET /together": { security: ["user", "app"] },
    "GET /twice": { security: ["app"] },
    "GET /carried": { security: ["admin"] },
    "GET /same": { security: ["app"] },
  });
  assert.is(notes.length, 2);
  assert.match(notes[0] ?? "", 'SW1640 "elsewhere" is not a security scheme of the definition');
});

test("security: a root that asks for something else than the definition's default is told", async () => {
  const scheme = { type: "apiKey", in: "query", name: "key" };
  const noteOf = async (security: unknown, definition: object = {}, operation: object = {}): Promise<string> => {
    const components = { securitySchemes: { elsewhere: scheme } };
    const { wires, notes } = await outcomeOf({ "get /a": operation }, { components, security }, definition);
    assert.equal([wires, notes.length < 2], [{}, true]);
    return notes[0] ?? "";
  };
  const sent = '1 operation without its own is sent with the definition\'s default, "user"';
  assert.match(await noteOf([]), `SW1640 the document requires no credentials by default; ${sent}`);
  assert.match(await noteOf([{}]), `SW1640 the document requires none by default; ${sent}`);
  assert.match(await noteOf([{ app: [] }]), `SW1640 the document requires "app" by default; ${sent}`);
  assert.match(await noteOf([{ app: [], admin: [] }]), `requires "app" and "admin" by default; ${sent}`);
  assert.match(await noteOf([{ app: [] }, { admin: [] }]), `requires "app" or "admin" by default; ${sent}`);
  assert.match(await noteOf([{ elsewhere: [] }]), `requires "elsewhere" by default; ${sent}`);
  const none = { security: [] };
  assert.match(await noteOf([{ app: [] }], none), "with the definition's default, none");
  for (const security of [[{ user: [] }], [{ app: [] }, { user: [] }], undefined])
    assert.is(await noteOf(security), "");
  assert.is(await noteOf([{}, { app: [] }], none), "");
  assert.is(await noteOf([{ app: [] }], {}, { security: [{ user: [] }] }), "");
});

const USER = { security: [{ user: [] }] };

for (const [what, operations, more, open] of [
  [
    "FastAPI's way: silence is open beside operations that name the default",
    { a: USER, b: USER, c: {} },
    {},
    ["GET /c"],
  ],
  [
    "the default among alternatives is named too",
    { a: { security: [{ app: [] }, { user: [] }] }, c: {} },
    {},
    ["GET /c"],
  ],
  [
    "neighbour: beside an operation with another scheme, silence is no statement",
    { a: USER, b: { security: [{ app: [] }] }, c: {} },
    {},
    [],
  ],
  ["neighbour: where few say it, silence is no statement", { a: USER, b: {}, c: {} }, {}, []],
  ["neighbour: a root says it", { a: USER, c: {} }, { security: [{ user: [] }] }, []],
] as const) {
  test(`security: ${what}`, async () => {
    const gets = Object.entries(operations).map(([name, operation]) => [`get /${name}`, operation as object]);
    const { wires, notes } = await outcomeOf(Object.fromEntries(gets) as { [key: string]: object }, more);
    const opened = Object.entries(wires).filter(([, wire]) => JSON.stringify(wire) === '{"security":[]}');
    assert.equal([opened.map(([key]) => key), notes], [open, []]);
  });
}

test("security: a scheme of the definition that the document calls by its id is no other scheme of the document", async () => {
  const bearer = { type: "http", scheme: "bearer" };
  const written = { user: bearer, admin: bearer, app: { type: "apiKey", in: "header", name: "X-App" } };
  const securitySchemes = [
    { id: "user", ...bearer },
    { id: "key", ...written.app },
  ];
  const { wires, notes } = await outcomeOf(
    {
      "get /user": { security: [{ user: [] }] },
      "get /admin": { security: [{ admin: [] }] },
      "get /app": { security: [{ app: [] }] },
    },
    { components: { securitySchemes: written } },
    { securitySchemes, security: "key" },
  );
  assert.equal(wires, { "GET /user": { security: ["user"] } });
  assert.equal(notes.length, 1);
  assert.match(notes[0] ?? "", 'SW1640 "admin" is not a security scheme of the definition');
});

test("security: OAuth 2 is OAuth 2, else what is sent as a bearer token", async () => {
  const tokenUrl = "https://auth.acme.example/token";
  const oauth2 = (id: string) => ({ id, type: "oauth2", flow: "clientCredentials", tokenUrl });
  const bearer = { id: "token", type: "http", scheme: "bearer" };
  const written = {
    app: { type: "oauth2", flows: {} },
    plain: { type: "http", scheme: "bearer" },
    oidc: { type: "openIdConnect" },
  };
  const operations = {
    "get /oauth2": { security: [{ app: ["scope"] }] },
    "get /bearer": { security: [{ plain: [] }] },
    "get /oidc": { security: [{ oidc: [] }] },
  };
  const wiresOf = async (...securitySchemes: object[]) => {
    const more = { components: { securitySchemes: written } };
    return (await outcomeOf(operations, more, { securitySchemes, security: [] })).wires;
  };
  const each = (id: string) => ({ security: [id] });
  assert.equal(await wiresOf(oauth2("client"), bearer), {
    "GET /oauth2": each("client"),
    "GET /bearer": each("token"),
  });
  const all = (id: string) => ({ "GET /oauth2": each(id), "GET /bearer": each(id), "GET /oidc": each(id) });
  assert.equal(await wiresOf(oauth2("client")), all("client"));
  assert.equal(await wiresOf(bearer), all("token"));
});

test("servers: those that are services; an origin is never taken from a document", async () => {
  const servers = (...urls: string[]) => ({ servers: urls.map((url) => ({ url })) });
  const { wires, notes } = await outcomeOf({
    "get /default": servers("https://API.acme.example/v1/"),
    "get /upload": servers("https://nowhere.example", "https://upload.acme.example/{account}"),
    "get /relative": servers("/beta"),
    "get /unknown": servers("https://evil.example"),
    "get /unknown2": servers("https://evil.example"),
    "get /above": servers("https://upload.acme.example/"),
  });
  assert.equal(wires, { "GET /upload": { service: "upload" }, "GET /relative": { service: "beta" } });
  assert.equal(
    notes.map((note) => note.slice(0, 60)),
    [
      'SW1642 the server "https://evil.example" is not a service of',
      'SW1642 the server "https://upload.acme.example/" is not a se',
    ],
  );
  assert.match(notes[0] ?? "", "(2 times)");
});

test("servers: variables are told apart by name and default, and a relative one is at the default origin", async () => {
  const server = (url: string, name: string, value?: string, values?: readonly string[]) => ({
    servers: [{ url, variables: { [name]: { default: value, enum: values } } }],
  });
  const regional = (name: string, value?: string, values?: readonly string[]) =>
    server(`https://{${name}}.acme.example/v1`, name, value, values);
  const definition = {
    services: [
      { id: "default", baseUrl: "https://{region}.acme.example/v1" },
      { id: "env", baseUrl: "https://{env}.acme.example/v1" },
      { id: "eu", baseUrl: "https://{region_2}.acme.example/v1" },
      { id: "legacy", baseUrl: "https://legacy.acme.example/v2" },
      { id: "beta", baseUrl: "https://{region}.acme.example/beta" },
    ],
    parameters: [
      { name: "region", default: "us" },
      { name: "env", default: "upload" },
      { name: "region_2", default: "eu" },
    ],
  };
  const { wires, notes } = await outcomeOf(
    {
      "get /same": regional("region", "us"),
      "get /up": regional("env", "upload"),
      "get /eu": regional("region", "eu", ["eu"]),
      "get /renamed": regional("place", "eu"),
      "get /allowed": regional("env", "files", ["files", "upload"]),
      "get /open": regional("region"),
      "get /beta": { servers: [{ url: "/beta" }] },
      "get /asia": regional("region", "asia", ["asia"]),
      "get /legacy": { servers: [{ url: "/v2" }] },
      "get /unknown": regional("tenant"),
    },
    {},
    definition,
  );
  assert.equal(wires, {
    "GET /up": { service: "env" },
    "GET /eu": { service: "eu" },
    "GET /renamed": { service: "eu" },
    "GET /allowed": { service: "env" },
    "GET /beta": { service: "beta" },
  });
  assert.equal(
    notes.map((note) => note.slice(0, 6)),
    ["SW1642", "SW1642", "SW1642"],
  );
  assert.match(notes.join("\n"), /tenant/);
});

test("servers: http is the https twin that is a service", async () => {
  const { wires, notes } = await outcomeOf({
    "get /a": { servers: [{ url: "http://upload.acme.example/{ACCOUNT}" }] },
  });
  assert.equal([wires, notes], [{ "GET /a": { service: "upload" } }, []]);
});

test("a HEAD that the document has is its own: nothing of its GET holds for it", async () => {
  const servers = [{ url: "https://upload.acme.example/{ACCOUNT}" }];
  const fields = { parameters: [{ name: "q", in: "query", schema: TEXT }] };
  const { wires } = await outcomeOf({
    "get /a": { servers, security: [{ admin: [] }] },
    "head /a": fields,
    "get /b": { servers },
    "head /b": { security: [] },
    "head /plain": fields,
    "get /plain": fields,
    "get /alone": { servers },
  });
  assert.equal(wires, {
    "GET /a": { service: "upload", security: ["admin"] },
    "HEAD /a": {},
    "GET /b": { service: "upload" },
    "HEAD /b": { security: [] },
    "GET /alone": { service: "upload" },
  });
});

test("a parameter of the definition fills a path, unless a base URL uses it", async () => {
  const parameters = ["ACCOUNT", "tenant"].map((name) => ({ name, in: "path", required: true, schema: TEXT }));
  const { options } = await outcomeOf(
    { "delete /x/{ACCOUNT}/{tenant}": { parameters } },
    {},
    {
      parameters: [
        { name: "ACCOUNT", default: "main" },
        { name: "tenant", default: "main" },
      ],
    },
  );
  assert.equal(options, ["{ params: { ACCOUNT: string; tenant?: string } }"]);
});

test("content types of bodies and answers", async () => {
  const body = (...types: string[]) => ({
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema: RECORD }])) },
  });
  const answer = (status: string, ...types: string[]) => ({
    responses: { [status]: { description: "", content: Object.fromEntries(types.map((type) => [type, {}])) } },
  });
  const { wires, notes } = await outcomeOf({
    "post /json": body("application/json", "application/x-www-form-urlencoded", "multipart/form-data"),
    "post /vendor": body("application/vnd.acme+json; charset=utf-8"),
    "post /patches": body("application/merge-patch+json", "application/json-patch+json"),
    "post /any": body("*/*"),
    "post /octets": body("application/octet-stream"),
    "post /plain": body("text/plain"),
    "post /several": body("image/png", "image/jpeg"),
    "post /images": body("image/*"),
    // K15, and a neighbour.
    "post /bytes": body("image/*", "application/octet-stream"),
    "post /texts": body("application/octet-stream", "text/csv", "text/plain"),
    "post /mixed": body("application/json", "text/xml"),
    "get /json": answer("200", "application/json", "application/hal+json"),
    "get /hal": answer("200", "application/hal+json", "text/csv", "application/vnd.acme+json"),
    "get /default": answer("default", "application/hal+json"),
    "get /error": answer("400", "application/problem+json"),
    "get /csv": answer("200", "text/csv"),
    // K14 14a, and neighbours.
    "put /pdf": answer("200", "application/pdf"),
    "get /pictures": answer("2XX", "image/png", "image/jpeg"),
    "get /any-picture": answer("200", "image/*"),
    "get /either": answer("200", "application/pdf", "application/json"),
    "get /pdf-error": answer("400", "application/pdf"),
  });
  assert.equal(wires, {
    "POST /vendor": { contentTypes: { json: "application/vnd.acme+json" } },
    "POST /patches": { contentTypes: { json: "application/merge-patch+json" } },
    "POST /octets": { contentTypes: { body: "application/octet-stream" } },
    "POST /mixed": { contentTypes: { body: "text/xml" } },
    "POST /bytes": { contentTypes: { body: "application/octet-stream" } },
    "POST /texts": { contentTypes: { body: "application/octet-stream", text: "text/csv" } },
    "GET /hal": { accept: "application/hal+json, application/vnd.acme+json" },
    "GET /default": { accept: "application/hal+json" },
    "GET /csv": { accept: "text/csv" },
    "PUT /pdf": { accept: "application/pdf" },
    "GET /pictures": { accept: "image/png, image/jpeg" },
  });
  assert.equal(notes, [
    "SW1641 `json` is sent as application/merge-patch+json; for application/json-patch+json a call sets the header content-type",
    "SW1641 `body` is sent as image/png or image/jpeg: a call sets the header content-type, or passes a Blob with a type",
  ]);
});

const PROPERTIES = {
  text: TEXT,
  list: LIST,
  record: RECORD,
  records: { type: "array", items: RECORD },
  deep: RECORD,
  commas: LIST,
  file: { type: "string", format: "binary" },
  image: { type: "string", format: "binary" },
  images: { type: "string", format: "binary" },
  note: TEXT,
  xml: RECORD,
  seen: { ...RECORD, readOnly: true },
};
const ENCODING = {
  deep: { style: "deepObject", explode: true },
  commas: { explode: false },
  record: { contentType: "application/json" },
  image: {
    contentType: "image/png",
    headers: {
      "X-Kind": { schema: { const: "logo" } },
      "X-Free": { schema: TEXT },
      "X-Account": { schema: { const: 2 ** 53 } },
    },
  },
  images: { contentType: "image/png, image/jpeg" },
  note: { contentType: "text/markdown" },
  xml: { contentType: "application/xml" },
};

test("fields of forms and parts of multipart bodies", async () => {
  const body = (type: string) => ({
    requestBody: { content: { [type]: { schema: { $ref: "#/components/schemas/Body" }, encoding: ENCODING } } },
  });
  const operations = {
    "post /form": body("application/x-www-form-urlencoded"),
    "post /parts": body("multipart/form-data"),
  };
  const components = { schemas: { Body: { allOf: [{ type: "object", properties: PROPERTIES }] } } };
  const { wires, notes } = await outcomeOf(operations, { components });
  assert.equal(wires, {
    "POST /form": {
      form: {
        record: {},
        records: {},
        deep: { style: "deepObject" },
        commas: { style: "form", explode: false },
        xml: {},
      },
    },
    "POST /parts": {
      multipart: {
        record: {},
        records: {},
        deep: { style: "deepObject" },
        commas: { style: "form", explode: false },
        image: { contentType: "image/png", headers: { "X-Kind": "logo" } },
        note: { contentType: "text/markdown" },
        xml: {},
      },
    },
  });
  assert.equal(notes, [
    "SW1641 an object cannot be sent as application/xml, so it is sent as JSON (2 times)",
    'SW1641 the header "X-Free" of a part is left out, because calls have no place for it',
    'SW1641 the header "X-Account" of a part is left out, because calls have no place for it',
  ]);
  const before = await outcomeOf(operations, { components, openapi: "3.0.3" });
  assert.equal((before.wires["POST /parts"] as { multipart: object }).multipart, {
    record: {},
    records: {},
    deep: {},
    image: { contentType: "image/png", headers: { "X-Kind": "logo" } },
    note: { contentType: "text/markdown" },
    xml: {},
  });
});

test("the definition brings its operations along, and one without any brings nothing", async () => {
  const files = (schema: object) => ({
    "client/client.json": { providers: { acme: "file:providers/acme.json" } },
    "client/providers/acme.json": { ...DEFINITION, openapi: { file: "../openapi/acme.json", exclude: ["/left-out"] } },
    "client/openapi/acme.json": {
      openapi: "3.1.0",
      info: { title: "Acme", version: "1" },
      paths: {
        "/search": { get: { parameters: [{ name: "ids", ...query(schema, { explode: false }) }] } },
        "/left-out": { get: { security: [] } },
      },
    },
  });
  const definitionOf = (schema: object): Promise<string> =>
    withFolder(files(schema), async (folder) => {
      assert.is((await sdkwright(folder, ["generate"])).status, 0);
      return readFileSync(join(folder, "src/generated/providers/acme.definition.ts"), "utf8");
    });
  const listed = await definitionOf(LIST);
  assert.match(listed, 'import type { ProviderDefinition } from "@sdkwright/runtime/generated";');
  assert.match(listed, '  operations: {\n    "GET /search": { query: { ids: { explode: false } } },\n  } as const,\n');
  assert.not.match(await definitionOf(TEXT), "operations");
});

test("parameters of media types are sent, charset apart; of several raw types a call says which", async () => {
  const body = (...types: readonly string[]): object => ({
    content: Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }])),
  });
  const operations = {
    "post /a": {
      requestBody: body("application/vnd.acme+json; version=2; charset=utf-8"),
      responses: { 200: { description: "", ...body('Application/JSON ;profile="a b"') } },
    },
    "post /b": { requestBody: body("application/json; profile=a", "application/json; profile=b") },
    "post /c": { requestBody: body("text/csv; header=absent") },
    "post /d": { requestBody: body("application/xml", "text/csv") },
    "post /e": { requestBody: body("application/json; charset=utf-8") },
    "post /f": { requestBody: body("application/xml", "text/plain") },
    "post /g": { requestBody: body("application/json; a=b\r\nX-Evil: 1", "text/csv; a") },
  };
  const { wires, notes } = await outcomeOf(operations);
  assert.equal(wires, {
    "POST /a": {
      accept: 'application/json; profile="a b"',
      contentTypes: { json: "application/vnd.acme+json; version=2" },
    },
    "POST /b": { contentTypes: { json: "application/json; profile=a" } },
    "POST /c": { contentTypes: { body: "text/csv; header=absent" } },
    "POST /g": { contentTypes: { body: "text/csv" } },
  });
  assert.equal(notes, [
    "SW1641 `json` is sent as application/json; profile=a; for application/json; profile=b a call sets the header content-type",
    "SW1641 `body` is sent as application/xml or text/csv: a call sets the header content-type, or passes a Blob with a type",
  ]);
});

test("what a body cannot be sent as is told: JSON of a list in a form, and parts of its own kind", async () => {
  const json = { list: { contentType: "application/json" }, record: { contentType: "application/json" } };
  const properties = { list: LIST, record: { type: "object" } };
  const { wires, notes } = await outcomeOf({
    "post /form": {
      requestBody: {
        content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties }, encoding: json } },
      },
    },
    "post /mixed": { requestBody: { content: { "multipart/mixed": {} } } },
  });
  assert.equal(wires, { "POST /form": { form: { record: {} } } });
  assert.equal(notes, [
    "SW1641 a list in a form is not sent as JSON, but repeats the field",
    "SW1641 `body` has no boundary of its own: for multipart/mixed a call sets the header content-type with one",
  ]);
});

test.run();
