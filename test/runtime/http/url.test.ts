import { readFileSync } from "node:fs";
import { join } from "node:path";
import { array, assert as property, asyncProperty, constantFrom, oneof, string } from "fast-check";
import { ConfigurationError, RequestError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pathLabel } from "#runtime/http/url.js";
import { root } from "../../tree.js";
import { acme, acmeClient, recordingFetch, rejection, type Filling } from "../acme.js";
import { runs } from "../../effort.js";

interface Vector {
  id: string;
  baseUrl: string;
  path: string;
  expect: { url?: string; error?: string };
}

const { url: vectors } = JSON.parse(readFileSync(join(root, "test/vectors/auth.json"), "utf8")) as { url: Vector[] };
const test = suite("url");

// `base-with-query` is a mistake in a definition; should one get past the generator, the request is refused.
for (const { id, baseUrl, path, expect } of vectors) {
  test(`${id}: ${JSON.stringify(path)} below ${baseUrl}`, async () => {
    const { fetch, sent } = recordingFetch();
    const call = acmeClient(baseUrl, { fetch }).get(path);
    if (expect.url === undefined) {
      await rejection<Error>(call, expect.error === "generate" ? ConfigurationError : RequestError);
      assert.is(sent.length, 0);
    } else {
      await call;
      assert.is(sent[0]?.url, expect.url);
    }
  });
}

async function urlOf(path: string, params: Record<string, string | number | boolean>): Promise<string | undefined> {
  const { fetch, sent } = recordingFetch();
  await acmeClient("https://a.test", { fetch }).get(path, { params });
  return sent[0]?.url;
}

test("12: values do not make a URL of a path", async () => {
  const params = { doc: "https", revision: "a.test", part: "users" };
  assert.is(await urlOf("{doc}:{revision}/{part}", params), "https://a.test/https:a.test/users");
  assert.is(await urlOf("{doc}:{revision}/{part}", { ...params, doc: "abc" }), "https://a.test/abc:a.test/users");
  assert.is(await urlOf("https://a.test/{part}", { part: "users" }), "https://a.test/users");
});

test("params: values are percent-encoded", async () => {
  assert.is(await urlOf("/users/{id}", { id: "a/b c" }), "https://a.test/users/a%2Fb%20c");
  assert.is(await urlOf("/{a}/{b}", { a: 7, b: true }), "https://a.test/7/true");
  assert.is(await urlOf("/{a}", { a: "100%25" }), "https://a.test/100%2525");
  assert.is(await urlOf("/{a}?x={a}", { a: "v" }), "https://a.test/v?x={a}");
});

test("label: neither origin nor user info is shown of a path that names another host", async () => {
  const paths = [
    "//user:canary@host.test/x",
    "https://user:canary@host.test/x",
    "mailto:canary@host.test",
    "/\\user:canary@host.test/x",
    "\\\\user:canary@host.test/x",
    "ht\ntp://user:canary@host.test/x",
    "\u0001https://canary.test/x",
    "\t\u0001//canary.test/x",
  ];
  for (const path of paths) {
    const error = await rejection<Error>(acmeClient("https://a.test").get(path), RequestError);
    assert.not.match(error.message, /canary/);
  }
  assert.not.match(pathLabel("\u200bhttps://user:canary@host.test/x"), /canary/);
});

test("params: ids of prototype properties are ordinary names", async () => {
  assert.is(await urlOf("/{constructor}", { constructor: "c" }), "https://a.test/c");
  await rejection(urlOf("/{constructor}", {}), RequestError);
});

const refusedParams: [string, Record<string, unknown>][] = [
  ["/users/{id}", { id: "" }],
  ["/users/{id}", {}],
  ["/users/{id}", { id: ".." }],
  ["/users/{id}", { id: "." }],
  ["/users/{a}{b}", { a: ".", b: "." }],
  ["/users/%2E{a}", { a: "." }],
  ["/users/{a}.", { a: "." }],
  ["/users/{id}", { id: Number.NaN }],
  ["/users/{id}", { id: Infinity }],
  ["/users/{id}", { id: { toString: () => "x" } }],
  ["/users/{id}", { id: "\ud800" }],
  ["/users/{id", { id: "x" }],
];
for (const [path, params] of refusedParams) {
  test(`params-empty: ${path} with ${JSON.stringify(params)}`, async () => {
    const { fetch, sent } = recordingFetch();
    const call = acmeClient("https://a.test", { fetch }).get(path, { params: params as Record<string, string> });
    await rejection(call, RequestError);
    assert.is(sent.length, 0);
  });
}

test("parameter-authority: a value cannot reach beyond its place", async () => {
  for (const value of ["evil.com/", "evil.com#", "a@evil.com:80/", "x\\y"]) {
    const { fetch, sent } = recordingFetch();
    const definition = acme("https://{S}.example", { parameters: { S: {} } });
    const client = bindProvider(definition, {}, { parameters: { S: value }, fetch });
    await rejection(client.get("/x"), ConfigurationError);
    assert.is(sent.length, 0);
  }
});

test("a missing parameter of the path is a ConfigurationError, an unknown placeholder a RequestError", async () => {
  const { fetch, sent } = recordingFetch();
  const definition = acme("https://a.test", { parameters: { sid: {} } });
  const client = bindProvider<Filling<"sid">>(definition, {}, { fetch });
  const error = await rejection(client.get("/{sid}"), ConfigurationError);
  assert.is(error.message, 'parameter "sid" of acme is missing: pass it in `parameters`');
  await rejection(client.get<string>("/{sdi}"), RequestError);
  assert.is(sent.length, 0);
});

/** Ways up that `URL` leaves as they are, and some server or proxy does not. */
const waysUp = [
  "../../admin/x",
  "a/../../admin",
  "x/..",
  "./x",
  "..\\admin",
  "x\\..\\..\\admin",
  "%2e%2e",
  "%2e%2e/admin",
  "..%2fadmin",
  "..%5cadmin",
  "%252e%252e%252fadmin",
  "..;",
  "..;/admin",
  "..;a=b/admin",
  ".;/..;/admin",
  "..\0/admin",
  ".. /admin",
  "../?x",
  "..?x",
  "..#x",
  "\u2024\u2024/admin",
  "\uff0e\uff0e\uff0fadmin",
  "..\u2215admin",
  // What trims text, and what normalises it, knows more than ASCII.
  "..\u00a0/admin",
  "\ufeff..\u3000\u2028",
  ".\u0085./admin",
  "\u2025/admin",
  "\ufe52\ufe52\ufe68admin",
];

test("12.4: a value that goes up once it is decoded is refused, in params and as a key, and nothing is sent", async () => {
  for (const id of waysUp) {
    const { fetch, sent } = recordingFetch();
    const client = acmeClient("https://a.test/v1", { fetch, credentials: { path: { apikey: id } } });
    const inParams = await rejection(client.get("/x/{id}", { params: { id } }), RequestError);
    assert.not.ok(inParams.message.includes("admin"), inParams.message);
    await rejection(client.get("/x/{id}/y", { params: { id } }), RequestError);
    await rejection(client.get("/x;{id}", { params: { id: `/${id}` } }), RequestError);
    // A key with a control character is no key.
    const asKey = await rejection<Error>(client.get("/x/{token}", { security: "path" }), Error);
    assert.ok(/\p{Cc}/u.test(id) ? asKey instanceof ConfigurationError : asKey instanceof RequestError, id);
    assert.is(sent.length, 0);
  }
});

test("12.4: a path that goes up once it is decoded, once, twice or three times, is refused", async () => {
  const encoded = [
    "..%2fadmin",
    "%2e%2e%2fadmin",
    "..%5cadmin",
    "..%5Cadmin",
    "..;/admin",
    "..;x=y/admin",
    "x%2f..%2f..",
    ".%2fx",
  ];
  const strange = ["..%3b/x", "..%00/x", "..%20/x", "..%3fx", "..%e3%80%80/x", "..%a0/x", "%e2%80%a5/x"];
  const twice = (path: string): string => path.replaceAll("%", "%25");
  for (const path of [...encoded, ...strange]) {
    for (const form of [path, twice(path), twice(twice(path))]) {
      const { fetch, sent } = recordingFetch();
      const client = acmeClient("https://a.test/v1", { fetch });
      for (const start of ["", "/", "/a/b/", "https://a.test/v1/"]) {
        // Without an escape they are the same three times.
        await rejection(client.get(`${start}${form}`), RequestError);
      }
      assert.is(sent.length, 0);
    }
  }
});

test("12.4: slashes, dots and semicolons that lead nowhere are values like any other", async () => {
  const fine = [
    "group/project",
    "a.b",
    "...",
    "..a",
    "a..",
    "a/..b/c",
    "v1.2;x=1",
    ".well-known",
    "100%",
    "a\\b",
    "..é",
    "½.",
    "…",
    "50%2f",
    "...",
  ];
  for (const id of fine) assert.is(await urlOf("/{id}", { id }), `https://a.test/${encodeURIComponent(id)}`);
  const { fetch, sent } = recordingFetch();
  await acmeClient("https://a.test/v1", { fetch }).get("/a%2Fb;v=1/c?next=..%2f..%2fadmin", { query: { up: "../.." } });
  assert.is(sent[0]?.url, "https://a.test/v1/a%2Fb;v=1/c?next=..%2f..%2fadmin&up=..%2F..");
});

test("whatever the path, the request goes below the base URL or is refused", async () => {
  const pieces = [
    "/",
    "..",
    ".",
    "%2e",
    "%2E",
    "%2f",
    "%252f",
    "%5c",
    ";",
    "%c0%ae",
    "\\",
    "?",
    "#",
    "@",
    ":",
    "evil.test",
    "//",
    "https:",
    "{a}",
    "v1",
    " ",
    "\t",
    "é",
    "\ud800",
  ];
  const paths = array(oneof(constantFrom(...pieces), string({ maxLength: 3 })), { maxLength: 8 });
  await property(
    asyncProperty(paths, string({ maxLength: 6 }), async (parts, a) => {
      const { fetch, sent } = recordingFetch();
      const call = acmeClient("https://a.test/v1", { fetch }).get(parts.join(""), {
        params: { a },
        security: "header",
      });
      await call.catch((error: unknown) => assert.instance(error, RequestError));
      for (const { url } of sent) {
        const { origin, pathname } = new URL(url);
        assert.is(origin, "https://a.test");
        assert.ok(pathname === "/v1" || pathname.startsWith("/v1/"), url);
        for (let round = 0, path = pathname; round < 3; round += 1) {
          path = path.replaceAll(/%([0-9a-f]{2})/gi, (_, octet: string) => String.fromCharCode(parseInt(octet, 16)));
          const segments = path.split(/[/\\]/).map((segment) => segment.replace(/;.*/s, ""));
          assert.not.ok(segments.includes(".."), url);
        }
      }
    }),
    { numRuns: runs(1500) },
  );
});

test("12.4: a path of millions of letters is a RequestError, an operation's too, and a value of as many is sent", async () => {
  const long = "a1".repeat(6e6);
  const paths = [`/${long}`, `https://a.test/${long}`, `/{x}/${long}`];
  const definition = acme("https://a.test", { operations: { [`GET ${paths[2]}`]: { params: { x: {} } } } });
  const { fetch, sent } = recordingFetch();
  const api = bindProvider(definition, {}, { fetch }) as Filling<string>;
  for (const path of paths) {
    const { message } = await rejection(api.get(path, { params: { x: 1 } }), RequestError);
    assert.match(message, "the path is longer than 65536 characters");
  }
  await api.get("/{x}", { params: { x: long } });
  assert.is(sent[0]?.url.length, "https://a.test/".length + long.length);
});

test("refusing a hostile path takes linear time", async () => {
  const client = acmeClient("https://a.test", { fetch: recordingFetch().fetch });
  for (const path of [
    "{".repeat(60_000),
    "{a".repeat(30_000),
    "/".repeat(60_000),
    "%2e/".repeat(16_000),
    "a:".repeat(30_000),
  ]) {
    await client.get(path).catch((error: unknown) => assert.instance(error, RequestError));
  }
});

test.run();
