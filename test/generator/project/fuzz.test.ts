import { brief, diagnosticsOf } from "../sdkwright.js";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";

const test = suite("any documents");

const definition = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://{REGION}.acme.example/v1" }],
  defaultService: "default",
  securitySchemes: [
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
    { id: "digest", type: "http", scheme: "digest", statusCode: 401 },
  ],
  parameters: [{ name: "REGION", default: "eu" }],
};
const profile = {
  name: "send",
  version: "1.0.0",
  usecases: {
    Send: {
      input: { type: "object", properties: { to: { type: "string" } } },
      result: { properties: { up: { $ref: "#" } } },
    },
  },
};
const client = {
  profiles: {
    send: {
      file: "send.json",
      priority: ["acme"],
      defaults: { Send: { input: { to: "$TO" }, providerFailover: true, failoverAfter: "retries" } },
      providers: {
        acme: {
          defaults: { Send: { failoverOn: [404], retryPolicy: { kind: "circuit-breaker", backoff: "exponential" } } },
        },
      },
    },
  },
  providers: { acme: { security: [{ id: "key", apikey: "$KEY" }], parameters: { REGION: "us" } } },
};

type Json = fc.JsonValue;

/** Values that mean something somewhere, in places where they do not. */
const value: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    1.5,
    "",
    "$X",
    "$$",
    "file:",
    "file:%",
    "1.0.0",
    "key",
    "acme",
    {},
    [],
    [[]],
  ),
  fc.constantFrom<Json>(
    "../x.json",
    "__proto__",
    "constructor",
    "\u2028",
    "\ud800",
    "{REGION}",
    { $ref: "#/x" },
    "a\u0000b",
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const key = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "toString", "", "then", "file", "name", "id", "in", "input", "a/b~c"),
  fc.string({ unit: "binary", maxLength: 4 }),
);

/** Changes one place of a document: another value, one more key, one key less. */
function changed(document: Json): fc.Arbitrary<Json> {
  const places = placesIn(document, []);
  return fc
    .tuple(fc.constantFrom(...places), fc.constantFrom("replace", "add", "remove"), key, value)
    .map(([path, how, name, other]) => {
      if (how === "add") return edited(document, [...path, name], other);
      return edited(document, path, how === "replace" ? other : undefined);
    });
}

function placesIn(json: Json, path: readonly string[]): readonly (readonly string[])[] {
  if (typeof json !== "object" || json === null) return [path];
  return [path, ...Object.entries(json).flatMap(([name, item]) => placesIn(item ?? null, [...path, name]))];
}

/** The document with another value at a path, as text: so `__proto__` can be a key. */
function edited(json: Json, [name, ...rest]: readonly string[], other: Json | undefined): Json {
  if (name === undefined) return other ?? null;
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json))
    return json.map((item, index) => (String(index) === name ? edited(item, rest, other) : item));
  const entries = Object.entries(json).filter(([own]) => own !== name);
  const inner: Json = Object.hasOwn(json, name) ? edited(json[name] ?? null, rest, other) : (other ?? null);
  return Object.fromEntries(rest.length === 0 && other === undefined ? entries : [...entries, [name, inner]]);
}

test("any documents: whatever stands in them, check ends with diagnostics that have a place", async () => {
  const documents = fc.tuple(
    fc.oneof(changed(client), fc.constant<Json>(client)),
    fc.oneof(changed(definition), fc.constant<Json>(definition)),
    fc.oneof(changed(profile), fc.constant<Json>(profile)),
  );
  await fc.assert(
    fc.asyncProperty(documents, async ([clientJson, providerJson, profileJson]) => {
      const files = {
        "client/client.json": JSON.stringify(clientJson),
        "client/providers/acme.json": JSON.stringify(providerJson),
        "client/send.json": JSON.stringify(profileJson),
      };
      for (const diagnostic of await diagnosticsOf(files, { command: "check" })) {
        assert.ok(diagnostic.start !== undefined, brief(diagnostic));
        assert.match(diagnostic.code, /^SW\d{4}$/);
      }
    }),
    { numRuns: runs(5000, 40) },
  );
});

test("any documents: the untouched ones are accepted", async () => {
  const files = { "client/client.json": client, "client/providers/acme.json": definition, "client/send.json": profile };
  assert.equal((await diagnosticsOf(files, { command: "check" })).map(brief), []);
});

test.run();
