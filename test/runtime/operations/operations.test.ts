import { ConfigurationError, RequestError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { type OperationWire } from "@sdkwright/runtime/generated";
import type { ProviderClient } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { ReceivedRequest, TestServer } from "../../server.js";
import { startServer, withServer } from "../../server.js";
import { acme, credentials, recordingFetch, rejection } from "../acme.js";

const test = suite<{ server: TestServer }>("operations that differ on the wire");
test.before.each(async (context) => {
  context.server = await startServer();
});
test.after.each(({ server }) => server.close());

type Wires = { readonly [operation: string]: OperationWire };

function client({ origin }: TestServer, wires: Wires, more: object = {}, options: object = {}): ProviderClient {
  const definition = acme(`${origin}/v1`, { operations: wires, ...more });
  return bindProvider(definition, {}, { credentials, ...options });
}

function only({ received }: TestServer): ReceivedRequest {
  assert.is(received.length, 1);
  return received[0] as ReceivedRequest;
}

const LISTS: Wires = { "GET /search": { query: { ids: { explode: false } } } };

test("an operation is found by method and path as they are written, and nothing else is one", async ({ server }) => {
  const pay = client(server, LISTS);
  const query = { ids: ["a", "b"] };
  await pay.get("/search", { query });
  await pay.request("/search", { method: "get", query });
  await pay.head("/search", { query });
  await pay.post("/search", { query });
  await pay.get("search", { query });
  await pay.get("/search?x=1", { query });
  await pay.get("/search#x", { query });
  await pay.get(`${server.origin}/v1/search`, { query });
  assert.equal(
    server.received.map(({ method, url }) => `${method} ${url}`),
    [
      "GET /v1/search?ids=a,b",
      "GET /v1/search?ids=a,b",
      "HEAD /v1/search?ids=a,b",
      "POST /v1/search?ids=a&ids=b",
      "GET /v1/search?ids=a&ids=b",
      "GET /v1/search?x=1&ids=a&ids=b",
      "GET /v1/search?ids=a&ids=b",
      "GET /v1/search?ids=a&ids=b",
    ],
  );
});

test("a HEAD with an entry of its own goes by that alone, though it is empty", async ({ server }) => {
  const pay = client(server, { ...LISTS, "HEAD /search": {} });
  await pay.head("/search", { query: { ids: ["a", "b"] } });
  assert.is(only(server).url, "/v1/search?ids=a&ids=b");
});

test("operations that are told apart by a fragment", async ({ server }) => {
  const box = client(server, {
    "PUT /files/{file_id}#add_shared_link": { query: { fields: { explode: false } } },
    "GET constructor": { service: "nowhere" },
  });
  const call = { params: { file_id: "a b" }, query: { fields: ["x", "y"] } };
  await box.put("/files/{file_id}#add_shared_link", call);
  await box.put("/files/{file_id}", call);
  await box.get("toString");
  assert.equal(
    server.received.map(({ url }) => url),
    ["/v1/files/a%20b?fields=x,y", "/v1/files/a%20b?fields=x&fields=y", "/v1/toString"],
  );
});

test("what the operation says nothing about goes the way of all requests, in the caller's order", async ({
  server,
}) => {
  const pay = client(server, { "GET /a/{id}": { query: { filter: { style: "deepObject" } } } });
  const query = { q: "a b,c", filter: { status: "x y" } as never, tag: ["x", "y"], none: null };
  await pay.get("/a/{id}", { params: { id: "a/b" }, query });
  assert.is(only(server).url, "/v1/a/a%2Fb?q=a+b%2Cc&filter%5Bstatus%5D=x%20y&tag=x&tag=y");
  await rejection(pay.get("/a/{id}", { params: { id: "1" }, query: { other: {} as never } }), RequestError);
  const missing = await rejection(pay.get<string>("/a/{id}"), RequestError);
  assert.is(missing.code, "missing-parameter");
  assert.match(missing.message, "the path needs a value for {id}");
});

test("an object in the query is refused where the operation does not say how it is written", async ({ server }) => {
  const error = await rejection(client(server, LISTS).get("/other", { query: { a: {} as never } }), RequestError);
  assert.is(error.code, "bad-field");
  assert.is(server.received.length, 0);
});

test("a value of a wrong kind is a RequestError that names it and shows nothing", async ({ server }) => {
  const pay = client(server, LISTS);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const value of [Symbol("s"), () => "s3cret", 1n, Number.NaN, new Map([["s3cret", 1]]), [[circle]], circle]) {
    const error = await rejection(pay.get("/search", { query: { ids: value as never } }), RequestError);
    assert.match(error.message, 'GET /search of acme: "ids" of `query`');
    assert.not.match(error.message, "s3cret");
  }
  const deep = client(server, { "GET /deep": { query: { q: { style: "deepObject" } } } });
  await rejection(deep.get("/deep", { query: { q: circle as never } }), RequestError);
  await rejection(deep.get("/deep", { query: [] as never }), RequestError);
  await rejection(deep.get("/deep", { params: new Map() as never }), RequestError);
  await rejection(deep.get("/deep", { headers: new Headers() as never }), RequestError);
  assert.is(server.received.length, 0);
});

test("a placeholder of a query takes as many values as a query does", async () => {
  const { fetch, sent } = recordingFetch();
  const api = bindProvider(acme("https://a.test", { operations: { "GET /list{?ids*}": { params: { ids: {} } } } }), {}, { fetch, credentials }); // prettier-ignore
  const ids = Array<number>(200_000).fill(1);
  await (api as ProviderClient<string, string, string, string>).get("/list{?ids*}", { params: { ids } as never });
  assert.is(sent[0]?.url.length, "https://a.test/list?".length + 6 * ids.length - 1);
});

test("operators of RFC 6570 in a placeholder are no part of its name", async ({ server }) => {
  const wires = {
    "GET /plain/{id*}/{name:3}": { params: { id: {} } },
    "GET /files/{+path}": { params: { path: { allowReserved: true } } },
    "GET /map{;point*}": { params: { point: { style: "matrix", explode: true } } },
    "GET /report{.format}": { params: { format: { style: "label" } } },
    "GET /tree{/first,second}": { params: { first: {}, second: {} } },
    "GET /list{?page,size}": { params: { page: {} }, query: { sort: { explode: false } } },
    "GET /pair/{a,b}": { params: { a: {}, b: {} } },
  } as const;
  const api = client(server, wires);
  const get = (path: string, options: object) => api.get(path, options);
  await get("/plain/{id*}/{name:3}", { params: { id: 1, name: "abcd" } });
  await get("/files/{+path}", { params: { path: "a/b c" } });
  await get("/map{;point*}", { params: { point: { x: 1, y: 2 } } });
  await get("/report{.format}", { params: { format: "csv" } });
  await get("/tree{/first,second}", { params: { first: "a", second: "b/c" } });
  await get("/list{?page,size}", { query: { sort: ["a", "b"] } });
  await get("/list{?page,size}", { params: { page: 2 } });
  await get("/pair/{a,b}", { params: { a: 1, b: 2 } });
  assert.equal(
    server.received.map(({ url }) => url.slice("/v1".length)),
    [
      "/plain/1/abcd",
      "/files/a/b%20c",
      "/map;x=1;y=2",
      "/report.csv",
      "/tree/a/b%2Fc",
      "/list?sort=a,b",
      "/list?page=2",
      "/pair/1,2",
    ],
  );
  const error = await rejection(get("/plain/{id*}/{name:3}", { params: { id: 1, nam: "x" } }), RequestError);
  assert.match(error.message, "`params.nam` is unknown; known: name");
});

test("the value of a fragment is not sent, and none is shown of a path with braces in braces", async ({ server }) => {
  const api = client(server, {
    "GET /a{#part,other*}": { params: { part: {} }, query: { ids: { explode: false } } },
    "GET /{a{x}b}": { params: { x: {} } },
  });
  await api.get("/a{#part,other*}", { params: { part: "here", other: ["x"] } as never, query: { ids: [1, 2] } });
  assert.is(only(server).url, "/v1/a?ids=1,2");
  const { message } = await rejection(api.get("/{a{x}b}", { params: { x: "s3cret" } as never }), RequestError);
  assert.match(message, "a brace without its pair");
});

test("no value leaves the base path or the origin", async ({ server }) => {
  const api = client(server, {
    "GET /a/{x}{y}": { params: { x: { style: "label" }, y: {} } },
    "GET {+url}": { params: { url: { allowReserved: true } } },
    "GET /{+path}": { params: { path: { allowReserved: true } } },
  });
  const calls: readonly [string, object][] = [
    ["/a/{x}{y}", { x: [""], y: ["."] }],
    ["{+url}", { url: "https://evil.example/" }],
    ["{+url}", { url: "//evil.example/" }],
    ["/{+path}", { path: "/evil.example/" }],
    ["/{+path}", { path: "../admin" }],
    ["/{+path}", { path: "x/%2e%2e/%2e%2e/admin" }],
    ["/{+path}", { path: "x/..;/admin" }],
  ];
  for (const [path, params] of calls) {
    await rejection(api.get(path, { params: params as never }), RequestError);
  }
  assert.is(server.received.length, 0);
});

test("parameters of the provider fill a path of an operation", async ({ server }) => {
  const wires = { "GET /{account}/x": { query: { ids: { explode: false } }, params: { account: {} } } };
  const parameters = { account: { default: "main" } };
  await client(server, wires, { parameters }).get<string>("/{account}/x", { query: { ids: [1, 2] } });
  assert.is(only(server).url, "/v1/main/x?ids=1,2");
});

test("the service of an operation, unless the request names one", async ({ server }) => {
  await withServer(
    (_, response) => response.end("{}"),
    async (upload) => {
      const services = { default: { baseUrl: server.origin }, upload: { baseUrl: `${upload.origin}/up` } };
      const box = client(server, { "POST /files": { service: "upload" } }, { services });
      await box.post("/files", { json: {} });
      await box.post("/files", { json: {}, service: "default" });
      assert.equal(
        [upload.received.map(({ url }) => url), server.received.map(({ url }) => url)],
        [["/up/files"], ["/files"]],
      );
    },
  );
});

test("schemes: the request's, else the operation's, else the client's, else the definition's", async ({ server }) => {
  const wires: Wires = { "GET /public": { security: [] }, "GET /admin": { security: ["basic"] } };
  const byDefault = client(server, wires, { security: ["bearer"] });
  const byClient = client(server, wires, { security: ["bearer"] }, { security: "header" });
  const without = client(server, wires, { security: ["bearer"] }, { security: [] });
  for (const path of ["/public", "/admin", "/other"]) {
    for (const api of [byDefault, byClient, without]) await api.get(path);
    await byDefault.get(path, { security: [] });
    await byDefault.get(path, { security: "header" });
  }
  const sent = server.received.map(({ headers }) => headers["x-api-key"] ?? headers.authorization?.split(" ")[0] ?? "");
  const key = "header-secret";
  assert.equal(sent.slice(0, 5), ["", "", "", "", key]);
  assert.equal(sent.slice(5, 10), ["Basic", "Basic", "Basic", "", key]);
  assert.equal(sent.slice(10), ["Bearer", key, "", "", key]);
});

test("a scheme of an operation without credentials is a ConfigurationError before sending", async ({ server }) => {
  const definition = acme(server.origin, { operations: { "GET /admin": { security: ["basic"] } } });
  const error = await rejection(bindProvider(definition, {}, {}).get("/admin"), ConfigurationError);
  assert.is(error.code, "missing-credential");
  assert.is(server.received.length, 0);
});

test("K14 14a: `accept` of an operation is sent whatever reads the answer, unless the caller says another", async ({
  server,
}) => {
  const api = client(server, {
    "GET /a": { accept: "application/vnd.acme+json" },
    "PUT /pdf": { accept: "application/pdf" },
  });
  await api.get("/a").json();
  await api.get("/a").text();
  await api.get("/a", { headers: { Accept: "text/csv" } }).json();
  await api.get("/b").json();
  await api.put("/pdf").bytes();
  const accepted = server.received.map(({ headers }) => headers.accept);
  const vendors = "application/vnd.acme+json";
  assert.equal(accepted, [vendors, vendors, "text/csv", "application/json", "application/pdf"]);
});

test("K16: lists are joined by what the operation has for them, in lists too", async ({ server }) => {
  const api = client(server, {
    "POST /a/{p}": {
      params: { p: { delimiters: "|" } },
      query: {
        tabs: { style: "form", explode: false, delimiters: "\t" },
        rows: { style: "form", explode: false, delimiters: ",|" },
        many: { style: "form", explode: true, delimiters: "," },
      },
      headers: { "x-list": { delimiters: " " } },
      form: { t: { explode: false, delimiters: "\t" } },
    },
  });
  const rows = [["a", "b"], ["c"], "d"];
  const given = {
    params: { p: [1, "a|b"] },
    query: { tabs: [1, 2], rows, many: rows },
    headers: { "x-list": ["a", "b"] },
  };
  await api.post("/a/{p}", { ...given, form: { t: [1, 2] } } as never);
  const [sent] = server.received;
  assert.is(sent?.url, "/v1/a/1%7Ca%7Cb?tabs=1%092&rows=a%7Cb,c,d&many=a%2Cb&many=c&many=d");
  assert.equal([sent?.headers["x-list"], sent?.body], ["a b", "t=1%092"]);
});

test("K15: bytes of several types have one; texts say another", async ({ server }) => {
  const api = client(server, {
    "POST /a": { contentTypes: { body: "application/octet-stream" } },
    "POST /b": { contentTypes: { body: "application/octet-stream", text: "text/csv" } },
  });
  const bytes = new Uint8Array([65]);
  for (const path of ["/a", "/b"]) for (const body of [bytes, new Blob(["A"]), "A"]) await api.post(path, { body });
  await api.post("/a", { body: new Blob(["A"], { type: "image/png" }) });
  await api.post("/b", { body: bytes, headers: { "content-type": "image/png" } });
  const sent = server.received.map(({ headers }) =>
    headers["content-type"]?.replace("application/octet-stream", "bytes"),
  );
  assert.equal(sent, ["bytes", "bytes", "bytes", "bytes", "bytes", "text/csv", "image/png", "image/png"]);
});

test("content types of bodies, unless the caller or a Blob says another", async ({ server }) => {
  const wire = { contentTypes: { json: "application/merge-patch+json", form: "application/x-acme", body: "text/xml" } };
  const api = client(server, { "PATCH /a": wire });
  await api.patch("/a", { json: { a: 1 } });
  await api.patch("/a", { form: { a: 1 } });
  await api.patch("/a", { body: "<a/>" });
  await api.patch("/a", { body: new Uint8Array([65]) });
  await api.patch("/a", { body: new Blob(["x"]) });
  await api.patch("/a", { body: new Blob(["x"], { type: "image/png" }) });
  await api.patch("/a", { json: {}, headers: { "Content-Type": "application/json" } });
  await api.patch("/a");
  assert.equal(
    server.received.map(({ headers, body }) => [headers["content-type"], body]),
    [
      ["application/merge-patch+json", '{"a":1}'],
      ["application/x-acme", "a=1"],
      ["text/xml", "<a/>"],
      ["text/xml", "A"],
      ["text/xml", "x"],
      ["image/png", "x"],
      ["application/json", "{}"],
      [undefined, ""],
    ],
  );
});

test("several bodies stay the mistake that they are", async ({ server }) => {
  const api = client(server, { "POST /a": { form: { a: {} }, multipart: { b: {} }, contentTypes: { json: "a/b" } } });
  const error = await rejection(api.post("/a", { json: {}, form: {}, multipart: { b: {} } } as never), RequestError);
  assert.match(error.message, "only one of `json`, `form`, `multipart` is allowed");
});

test("fields of a form: objects as JSON, others by their style, the rest as ever; a key in the body fits in", async ({
  server,
}) => {
  const form = { address: {}, ids: { explode: false }, meta: { style: "deepObject" } } as const;
  const api = client(server, { "POST /a": { form } });
  const fields = { plain: "a b", address: { street: "x y" }, ids: [1, 2], meta: { a: { b: 1 } }, none: null };
  await api.post("/a", { form: fields as never, security: "body" });
  const { body, headers } = only(server);
  assert.is(body, "plain=a+b&address=%7B%22street%22%3A%22x+y%22%7D&ids=1,2&meta%5Ba%5D%5Bb%5D=1&key=body-secret");
  assert.is(headers["content-type"], "application/x-www-form-urlencoded");
  await rejection(api.post("/a", { form: { ids: [], key: "x" }, security: "body" }), RequestError);
});

test("headers: numbers, lists and objects, found in whatever case, left out where there is nothing", async ({
  server,
}) => {
  const headers = {
    "X-Ids": {},
    "X-Page": {},
    "X-Filter": { explode: true },
    "X-None": {},
    "X-Json": { content: "application/json" },
  };
  const given = {
    "x-ids": [1, "b"],
    "X-PAGE": 2,
    "x-filter": { a: 1, b: true },
    "x-none": [],
    "x-json": ["ü"],
    other: "o",
  };
  const api = client(server, { "GET /a": { headers } });
  await api.get("/a", { headers: given as never });
  const sent = only(server).headers;
  assert.equal(
    ["x-ids", "x-page", "x-filter", "x-none", "x-json", "other"].map((name) => sent[name]),
    ["1,b", "2", "a=1,b=true", undefined, '["\\u00fc"]', "o"],
  );
  for (const value of ["a\r\nb: c", "€", { "a\n": 1 }]) {
    await rejection(api.get("/a", { headers: { "x-ids": value as never } }), RequestError);
  }
});

test("what JSON would empty is refused wherever an operation writes JSON", async ({ server }) => {
  const json = { content: "application/json" };
  const form = { a: { contentType: "application/json" }, plain: {}, deep: { style: "deepObject" } } as const;
  const api = client(server, {
    "POST /a/{p}": { params: { p: json }, query: { q: json, list: {} }, headers: { "X-Json": json }, form },
  });
  for (const lost of [
    new Map([["a", 1]]),
    Promise.resolve(1),
    new ArrayBuffer(2),
    new Uint8Array([1]),
    new Blob(["x"]),
  ]) {
    for (const value of [lost, { within: lost }, [[lost]]]) {
      for (const place of [
        { params: { p: value } },
        { query: { q: value } },
        { query: { list: value } },
        { headers: { "x-json": value } },
        ...Object.keys(form).map((name) => ({ form: { [name]: value } })),
      ]) {
        const given = { params: { p: 1 }, ...place };
        const error = await rejection(api.post("/a/{p}", given as never), RequestError);
        assert.match(error.message, /(?:has values that JSON loses|is not well-formed text)/);
      }
    }
  }
  assert.is(server.received.length, 0);
});

test("the caller's objects stay as they are, and what it does with them later changes nothing", async ({ server }) => {
  const api = client(server, { "POST /a/{id}": { params: { id: {} }, query: { q: {} }, form: { f: {} } } });
  const call = { params: { id: ["a", "b"] }, query: { q: { x: [1] } }, form: { f: { y: 1 } } };
  const copy = structuredClone(call);
  const sending = api.post("/a/{id}", call as never);
  assert.equal(call, copy);
  call.params.id.push("c");
  call.query.q.x.push(2);
  call.form.f.y = 3;
  await sending;
  const { url, body } = only(server);
  assert.equal([url, body], ["/v1/a/a,b?x=1", "f=%7B%22y%22%3A1%7D"]);
});

test("an `accept` that no header can carry is refused as the caller's headers are, before anything is sent", async ({
  server,
}) => {
  const pay = client(server, { "GET /x": { accept: "application/\u0142+json" } });
  const error = await rejection(pay.get("/x").json(), RequestError);
  assert.is(error.code, "bad-header");
  assert.match(error.message, "`headers.accept` is not valid in a header");
  assert.is(server.received.length, 0);
});

test.run();
