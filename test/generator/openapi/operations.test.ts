import { existsSync } from "node:fs";
import { join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withFolder } from "../folder.js";
import { sdkwright } from "../sdkwright.js";
import { DEFINITION, documentOf, operationOf, projectWith, readDocument } from "./project.js";

const test = suite("operations of OpenAPI documents");

test("methods and paths in the document's order, with what the operation says of itself", async () => {
  const { api, issues } = await readDocument(
    documentOf({
      "/b": { post: { summary: "Make", description: "Makes it." }, get: { deprecated: true } },
      "/a": { head: {}, options: {}, put: {}, patch: {}, delete: {}, "x-own": {} },
      "x-internal": {},
    }),
  );
  assert.equal(issues, []);
  assert.equal(
    api?.operations.map(({ method, path }) => `${method} ${path}`),
    ["post /b", "get /b", "head /a", "options /a", "put /a", "patch /a", "delete /a"],
  );
  const [make, get] = api?.operations ?? [];
  assert.is(make?.summary, "Make");
  assert.is(make?.description, "Makes it.");
  assert.is(make?.pointer, "/paths/~1b/post");
  assert.is(make?.isDeprecated, false);
  assert.is(get?.isDeprecated, true);
});

test("what no client sends is left out, each with a note at its place", async () => {
  const { api, issues } = await readDocument(
    documentOf({
      "/a": { trace: {}, query: {}, get: { requestBody: { content: { "application/json": {} } } } },
      b: { get: {} },
    }),
  );
  assert.equal(
    api?.operations.map(({ method, bodies }) => [method, bodies]),
    [["get", []]],
  );
  assert.equal(issues, [
    'SW1606 client/openapi.json:9:7 /paths/~1a/trace: "trace" has no meaning in a client, and is left out',
    'SW1606 client/openapi.json:10:7 /paths/~1a/query: "query" has no meaning in a client, and is left out',
    "SW1606 client/openapi.json:12:9 /paths/~1a/get/requestBody: GET requests have no body, so this one is left out",
    "SW1605 client/openapi.json:19:5 /paths/b: a path that does not start with / is left out",
  ]);
});

test("a method of another name or case is none, and a status stands once: each is a note", async () => {
  const answer = (type: string) => ({ content: { "application/json": { schema: { type } } } });
  const responses = { "2xx": answer("string"), "2XX": answer("number"), DEFAULT: {}, default: {} };
  const { api, issues } = await readDocument(
    documentOf({ "/a": { GET: {}, fetch: {}, get: { responses }, "x-own": {}, summary: "A", servers: [] } }),
  );
  assert.equal(
    api?.operations.map(({ method, answers }) => [
      method,
      answers.map(({ status, contents }) => [status, contents.map(({ schema }) => schema?.value)]),
    ]),
    [
      [
        "get",
        [
          ["2XX", [{ type: "string" }]],
          ["default", []],
        ],
      ],
    ],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) \S+ /, "$1 ")),
    [
      'SW1605 /paths/~1a/GET: "GET" is not a method, and is left out',
      'SW1605 /paths/~1a/fetch: "fetch" is not a method, and is left out',
      "SW1605 /paths/~1a/get/responses/2XX: a second answer 2XX is left out",
      "SW1605 /paths/~1a/get/responses/DEFAULT: this is not a status, so the answer is left out",
    ],
  );
});

test("parameters of the operation replace those of its path by place and name, headers in any case", async () => {
  const { api, issues } = await readDocument(
    documentOf({
      "/things/{id}": {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "page", in: "query", schema: { type: "integer" } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
        get: {
          parameters: [
            { name: "page", in: "query", required: true, deprecated: true, description: "Which", schema: {} },
            { name: "x-trace", in: "header", schema: { type: "integer" } },
            { name: "page", in: "header", schema: {} },
          ],
        },
        delete: {},
      },
    }),
  );
  assert.equal(issues, []);
  const [get, remove] = api?.operations ?? [];
  assert.equal(
    get?.parameters.map(({ in: place, name, isRequired }) => [place, name, isRequired]),
    [
      ["path", "id", true],
      ["query", "page", true],
      ["header", "x-trace", false],
      ["header", "page", false],
    ],
  );
  const page = get?.parameters[1];
  assert.is(page?.description, "Which");
  assert.is(page?.isDeprecated, true);
  assert.equal(page?.schema, { value: {}, pointer: "/paths/~1things~1{id}/get/parameters/0/schema" });
  assert.equal(
    remove?.parameters.map(({ name }) => name),
    ["id", "page", "X-Trace"],
  );
});

test("styles have OpenAPI's defaults; one of another place is a note", async () => {
  const parameters = [
    { name: "a", in: "query", schema: {} },
    { name: "b", in: "query", style: "deepObject", explode: true, schema: {} },
    { name: "c", in: "query", style: "pipeDelimited", allowReserved: true, schema: {} },
    { name: "d", in: "header", schema: {} },
    { name: "e", in: "query", explode: false, schema: {} },
    { name: "f", in: "query", style: "matrix", schema: {} },
    { name: "p", in: "path", style: "matrix", explode: true, schema: {} },
  ];
  const { api, issues } = await readDocument(documentOf({ "/{p}": { get: { parameters } } }));
  assert.equal(
    api?.operations[0]?.parameters.map(({ name, style, explode, allowReserved }) => [
      name,
      style,
      explode,
      allowReserved,
    ]),
    [
      ["a", "form", true, false],
      ["b", "deepObject", true, false],
      ["c", "pipeDelimited", false, true],
      ["d", "simple", false, false],
      ["e", "form", false, false],
      ["f", "form", true, false],
      ["p", "matrix", true, false],
    ],
  );
  assert.equal(issues.length, 1);
  assert.match(issues[0] ?? "", /^SW1605 .* \/paths\/~1\{p\}\/get\/parameters\/5\/style: "f" has a style/);
});

test("a parameter may have content of one media type, and may lack a schema", async () => {
  const parameters = [
    { name: "a", in: "query", content: { "application/JSON": { schema: { type: "object" } } } },
    { name: "b", in: "query" },
  ];
  const { api, issues } = await readDocument(operationOf({ parameters }));
  const [a, b] = api?.operations[0]?.parameters ?? [];
  assert.is(a?.contentType, "application/json");
  assert.equal(a?.schema?.value, { type: "object" });
  assert.is(b?.schema, undefined);
  assert.is(issues.length, 1);
  assert.match(issues[0] ?? "", /parameters\/1: a parameter without "schema" may have any value$/);
});

test("every name in a path is a parameter, and no other is one of the path", async () => {
  const { api, issues } = await readDocument(
    documentOf({
      "/a/{id}/{+rest}{?page,size}{#part*}": {
        get: { parameters: [{ name: "other", in: "path", required: true, schema: {} }] },
      },
    }),
  );
  assert.equal(
    api?.operations[0]?.parameters.map(({ name, schema, isRequired }) => [name, schema?.value, isRequired]),
    ["id", "rest", "page", "size", "part"].map((name) => [name, { type: "string" }, true]),
  );
  assert.is(issues.length, 6);
  assert.match(issues[0] ?? "", /^SW1607 .*"id" of the path is not a declared parameter, so it takes any text$/);
  assert.match(
    issues[5] ?? "",
    /^SW1607 .*parameters\/0: the path has no place for "other": the parameter is left out$/,
  );
});

test("cookies and headers that the client sets are left out; many alike are one note", async () => {
  const parameters = [
    { name: "session", in: "cookie", schema: {} },
    { name: "Authorization", in: "header", schema: {} },
    { name: "q", in: "querystring", content: {} },
  ];
  const { api, issues } = await readDocument(documentOf({ "/a": { get: { parameters }, post: { parameters } } }));
  assert.equal(
    api?.operations.map((operation) => operation.parameters),
    [[], []],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) .*?: /, "$1 ")),
    [
      'SW1606 the cookie "session" is left out: requests have no parameters in cookies (2 times)',
      "SW1606 the header Authorization is left out: the client sets it itself (2 times)",
      'SW1605 the parameter "q" is not in the path, query or header, and is left out',
      'SW1605 the parameter "q" is not in the path, query or header, and is left out',
    ],
  );
});

test("bodies and answers by media type, in the document's order", async () => {
  const { api, issues } = await readDocument(
    operationOf({
      requestBody: {
        required: true,
        content: {
          "multipart/form-data": { schema: { type: "object" }, encoding: { file: { contentType: "image/png" } } },
          "Application/JSON; charset=utf-8": { schema: true },
          nonsense: {},
          "text/\u0142": {},
        },
      },
      responses: {
        default: { description: "Wrong", content: { "application/problem+json": { schema: {} } } },
        "2xx": { content: { "*/*": {}, "text/csv": null, "application/\u0142+json": {}, "text/(csv)": {} } },
        201: {},
        "20": {},
        "x-more": {},
      },
    }),
  );
  const [operation] = api?.operations ?? [];
  assert.is(operation?.isBodyRequired, true);
  assert.equal(
    operation?.bodies.map(({ mediaType, schema }) => [mediaType, schema?.value]),
    [
      ["multipart/form-data", { type: "object" }],
      ["application/json", true],
    ],
  );
  const place = "/paths/~1things/post/requestBody/content/multipart~1form-data";
  assert.equal(operation?.bodies[0]?.encoding, {
    file: { value: { contentType: "image/png" }, pointer: `${place}/encoding/file` },
  });
  assert.equal(
    operation?.answers.map(({ status, description, contents }) => [
      status,
      description,
      contents.map(({ mediaType }) => mediaType),
    ]),
    [
      ["201", undefined, []],
      ["default", "Wrong", ["application/problem+json"]],
      ["2XX", undefined, ["*/*", "text/csv"]],
    ],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) .*?: /, "$1 ")),
    [
      "SW1605 this is not a status, so the answer is left out",
      ...Array.from({ length: 4 }, () => "SW1605 this is not a media type, so the content is left out"),
    ],
  );
});

test("what cannot be read of a body or an answer is JSON of any form", async () => {
  const { api, issues } = await readDocument(
    operationOf({
      requestBody: { $ref: "#/components/requestBodies/Gone" },
      responses: { 200: { $ref: "#/components/responses/Gone" } },
    }),
  );
  const [operation] = api?.operations ?? [];
  const contents = [...(operation?.bodies ?? []), ...(operation?.answers[0]?.contents ?? [])];
  assert.equal(
    contents.map(({ mediaType, schema }) => [mediaType, schema]),
    [
      ["application/json", undefined],
      ["application/json", undefined],
    ],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) .*?: /, "$1 ")),
    [
      'SW1602 the $ref "#/components/responses/Gone" leads to nothing: this answer may be anything',
      'SW1602 the $ref "#/components/requestBodies/Gone" leads to nothing: this request body may be anything',
    ],
  );
});

test("security and servers of an operation; the path's servers hold where it has none", async () => {
  const { api, issues } = await readDocument(
    documentOf({
      "/a": {
        servers: [{ url: "https://path.example" }],
        get: { security: [{ key: [], app: [] }, {}], servers: [{ url: "https://own.example/{v}" }, {}] },
        put: { security: [], servers: [] },
        post: {},
      },
    }),
  );
  assert.equal(
    api?.operations.map(({ security, servers }) => [security, servers?.map(({ url }) => url)]),
    [
      [[["key", "app"], []], ["https://own.example/{v}"]],
      [[], ["https://path.example"]],
      [undefined, ["https://path.example"]],
    ],
  );
  assert.is(issues.length, 1);
  assert.match(issues[0] ?? "", /servers\/1: a server without "url" is left out$/);
});

test("a part of another form is left out, and the rest is read", async () => {
  const { api, issues } = await readDocument(
    documentOf({
      "/a": 5,
      "/b": { get: "text", put: { parameters: {}, responses: [], security: "key", requestBody: 1 } },
      "/c": { post: { parameters: [null, { in: "query" }, { name: "x" }], responses: { 200: 7 } } },
    }),
  );
  assert.equal(
    api?.operations.map(({ method, path }) => `${method} ${path}`),
    ["put /b", "post /c"],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\S+) \S+ /, "$1 ")),
    [
      "SW1605 /paths/~1a: this path is not an object, and is left out",
      "SW1605 /paths/~1b/get: this operation is not an object, and is left out",
      'SW1605 /paths/~1b/put/parameters: "parameters" is not an array, and is left out',
      'SW1605 /paths/~1b/put/responses: "responses" is not an object, and is left out',
      'SW1605 /paths/~1b/put/security: "security" is not an array, and is left out',
      "SW1605 /paths/~1b/put/requestBody: this request body is not an object, and may be anything",
      "SW1605 /paths/~1c/post/parameters/0: this parameter is not an object, and is left out",
      'SW1605 /paths/~1c/post/parameters/1: a parameter without "name" or "in" is left out',
      'SW1605 /paths/~1c/post/parameters/2: a parameter without "name" or "in" is left out',
      "SW1605 /paths/~1c/post/responses/200: this answer is not an object, and may be anything",
    ],
  );
});

for (const [version, expected] of [
  ["3.0.3", "3.0"],
  ["3.1.1", "3.1"],
  ["3.2.0", "3.1"],
] as const) {
  test(`version ${version} is read as ${expected}`, async () => {
    const { api } = await readDocument({ ...documentOf({ "/a": { get: {} } }), openapi: version });
    assert.is(api?.document.version, expected);
  });
}

for (const [document, message] of [
  [{ swagger: "2.0", paths: {} }, /a Swagger 2.0 document/],
  [{ openapi: "4.0.0", paths: {} }, /not a version of OpenAPI 3/],
  [{ paths: {} }, /it has no "openapi"/],
  [[], /not even an object/],
] as const) {
  test(`${JSON.stringify(document)} is the one expected error`, async () => {
    const { api, issues } = await readDocument(document);
    assert.is(api, undefined);
    assert.is(issues.length, 1);
    assert.match(issues[0] ?? "", /^SW1601 client\/openapi\.json:\d+:\d+ /);
    assert.match(issues[0] ?? "", message);
  });
}

test("a document with webhooks alone is no mistake: only a note says how to receive them", async () => {
  const { api, issues } = await readDocument({ openapi: "3.1.0", webhooks: { made: { post: {} } } });
  assert.equal(api?.operations, []);
  assert.is(issues.length, 1);
  assert.match(issues[0] ?? "", /^SW1661 client\/openapi\.json:\d+:\d+ /);
});

test("a document of a definition for one profile alone is not used, and that is said", async () => {
  const profiles = { "communication/send-sms": { version: "1.0.0", providers: { acme: { file: "own/acme.json" } } } };
  const { "client/client.json": _, ...files } = projectWith(operationOf({}), {});
  const project = {
    ...files,
    "client/client.json": { profiles, providers: { acme: {} } },
    "client/providers/acme.json": DEFINITION,
    "client/own/acme.json": { ...DEFINITION, openapi: "../openapi.json" },
  };
  await withFolder(project, async (folder) => {
    const { stderr, status } = await sdkwright(folder, []);
    assert.is(status, 0, stderr);
    assert.match(stderr, /warning SW1611/);
    assert.not(existsSync(join(folder, "src/generated/operations")));
  });
});

test("an operation whose path no request can have is left out, with the reason; others stay", async () => {
  const unsent = [
    "/../a",
    "//host/x",
    "/\\x",
    "/a\nb",
    "/{{id}}",
    "/{id",
    "/id}",
    "/a/..%2f",
    "/{}",
    "/a ",
    "/{a}/..;b",
  ];
  const sent = [
    "/",
    "/a//b",
    "/{a}..",
    "/.{a}",
    "/{+a}",
    "/x{?q}",
    "/a{/b}",
    "/a#b",
    "/a b",
    "/a/../b",
    "/a?b=1",
    "/a%",
  ];
  const paths = Object.fromEntries([...unsent, ...sent].map((path) => [path, { get: {} }]));
  const { api, issues } = await readDocument(documentOf(paths));
  assert.equal(
    api?.operations.map(({ path }) => path),
    sent,
  );
  const reasons = issues.flatMap(
    (issue) => /: no request can have this path: (.*); the operation is/.exec(issue)?.[1] ?? [],
  );
  assert.is(reasons.length, unsent.length);
  assert.is(reasons[0], "the path leaves the base URL's path");
  assert.is(reasons[1], "the path starts with `//`, which names another host");
  assert.is(reasons[8], "the path has a placeholder without a name");
});

test("names in the query of a path and behind # are filled by nothing, and that is said", async () => {
  const get = { get: { parameters: [{ name: "q", in: "path", required: true, schema: { type: "string" } }] } };
  const paths = ["/a?q={q}", "/b#one={q}", "/c/{q}?again={q}#{q}", "/d{?q}", "/e{#q}"];
  const { api, issues } = await readDocument(documentOf(Object.fromEntries(paths.map((path) => [path, get]))));
  assert.equal(
    api?.operations.map(({ path, parameters }) => [path, parameters.length]),
    [
      ["/b#one={q}", 0],
      ["/c/{q}?again={q}#{q}", 1],
      ["/d{?q}", 1],
      ["/e{#q}", 1],
    ],
  );
  assert.equal(
    issues.map((issue) => issue.replace(/^(\w+) .*?: /, "$1 ")),
    [
      'SW1607 "q" is in the query of the path, which cannot be filled: the operation is left out',
      'SW1607 "q" is after # in the path, which is never sent: the parameter is left out',
    ],
  );
});

test.run();
