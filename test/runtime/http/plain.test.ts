import * as fc from "fast-check";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { SdkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { plainJoin } from "#runtime/http/url.js";
import { acme, recordingFetch } from "../acme.js";
import { regExpWork } from "../security/regexp-work.js";
import { runs } from "../../effort.js";

// A plain request is planned at once, all others by code that comes late: where both can, they do the same.
const test = suite("plain requests and all others");

/** Mostly one that is good. */
const mostly = <Good, Other>(good: readonly Good[], other: readonly Other[]) =>
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...other) });
const segment = mostly(
  ["a", "items", "v1.2", "~x", "{id}"],
  [".", "..", "%2e", "é", " ", "", "a:b", "x{id}", "{id}{n}"],
);
const path = fc
  .tuple(
    mostly(["/"], ["", "//", "https://evil.test/"]),
    fc.array(segment, { maxLength: 4 }),
    mostly([""], ["?a=1", "?", "#b"]),
  )
  .map(([start, segments, end]) => start + segments.join("/") + end);
const value = mostly<unknown, unknown>(
  ["a", "1-2", 7, true],
  [".", "..", "", "a b", "/", "é", "\ud800", Infinity, null],
);
const record = fc.dictionary(fc.constant("id"), value, { maxKeys: 1 });
const key = mostly(["k3y"], ["k3y-ü", "", " k3y", "k3y\n", "Bearer k3y", "Key k3y", "key", "k 3"]);
const call = fc.record(
  {
    params: mostly<unknown, unknown>(
      [{ id: "a" }, { id: 7 }],
      [{ id: ".." }, { id: "a b" }, { id: "é" }, { other: 1 }, {}],
    ),
    query: record,
    headers: fc.dictionary(mostly(["accept", "x-a"], ["x-api-key", "Authorization", "content-type", "host"]), value, {
      maxKeys: 1,
    }),
    security: mostly<unknown, unknown>(
      ["header", "bearer", "prefixed", ["header"]],
      [[], ["header", "bearer"], "none", ["header", "header"]],
    ),
    service: mostly(["default", "other"], ["none"]),
    json: fc.constantFrom<unknown>({ a: 1 }, "text", null),
  },
  { requiredKeys: ["params"] },
);
const method = mostly(["POST", "PUT", "post"], ["GET", "get", "DELETE", "QUERY", "TRACE", ""]);
const base = fc.constantFrom(
  "https://a.example",
  "https://a.example/v1",
  "https://A.example:8443/v1/",
  "https://a.example/v1/./b",
);
const source = fc.constantFrom("text", "fields", "variable");

test("a call is sent, or refused, in the same way with and without the late code", async () => {
  let sent = 0;
  const property = fc.asyncProperty(
    base,
    method,
    path,
    call,
    key,
    source,
    async (base, method, path, options, key, from) => {
      // An empty variable is none, and an empty text is one.
      fc.pre(from !== "variable" || key !== "");
      const plain = await outcome(base, from, key, path, { ...options, method });
      // With a list of statuses a request is no plain one, and with functions its credentials are none.
      const other = await outcome(base, "function", key, path, { ...options, method, handle: [] });
      assert.equal(plain, other, JSON.stringify([base, from, key, path, options, method]));
      if (plain.length === 4) sent += 1;
    },
  );
  await fc.assert(property, { numRuns: runs(100_000, 3000) });
  assert.ok(sent > 100, `only ${sent} calls were sent`);
});

test("a plain path takes work that grows with it", () => {
  const units = ["{", "}", "{a}", "/", ".", "%2e", "../", "a", "?", ":", "{a", "a}", "/.{a}."];
  const url = { origin: "https://a.example", path: "/v1", segments: [] };
  const property = fc.property(fc.array(fc.constantFrom(...units), { minLength: 1, maxLength: 4 }), (shape) => {
    const long = shape.join("").repeat(200);
    assert.ok(regExpWork(() => plainJoin(url, long, { a: "x" })) <= 40 * long.length, shape.join(""));
  });
  fc.assert(property, { numRuns: runs(200) });
});

test.run();

/** What went over the wire; else the error. */
async function outcome(
  baseUrl: string,
  from: string,
  key: string,
  path: string,
  options: object,
): Promise<readonly unknown[]> {
  const { fetch, sent } = recordingFetch();
  const definition: ProviderDefinition = acme(baseUrl, {
    services: { default: { baseUrl }, other: { baseUrl: "https://other.example/{id}" } },
    parameters: { id: { default: "seven" } },
    securitySchemes: {
      header: { type: "apiKey", in: "header", name: "X-Api-Key" },
      prefixed: { type: "apiKey", in: "header", name: "X-Api-Key", prefix: "Key " },
      bearer: { type: "http", scheme: "bearer" },
    },
  });
  const { configured, given } = sourceOf(from, key);
  const client = bindProvider(definition, { credentials: configured as never }, { ...given, fetch, retries: 0 });
  try {
    await client.request(path, options as never);
  } catch (error) {
    assert.instance(error, SdkError);
    return [(error as SdkError).code, sent.length];
  }
  const [request] = sent;
  return [request?.method, request?.url, [...(request?.headers ?? [])], request?.body];
}

/** The same key for all schemes: as text or by a function from code, in client.json, or in a variable that it names. */
function sourceOf(from: string, key: string): { readonly configured: object; readonly given: object } {
  const all = (value: unknown): object => ({
    header: { apikey: value },
    prefixed: { apikey: value },
    bearer: { token: value },
  });
  if (from === "text") return { configured: {}, given: { credentials: all(key), env: {} } };
  if (from === "fields") return { configured: all("$OLD"), given: { credentials: all(key), env: {} } };
  if (from === "variable") return { configured: all("$KEY"), given: { env: { KEY: key } } };
  return { configured: all("$KEY"), given: { credentials: all(() => key), env: { KEY: key } } };
}
