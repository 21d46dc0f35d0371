import { suite } from "uvu";
import * as assert from "uvu/assert";
import { diagnosticsOf } from "../sdkwright.js";

const test = suite("default inputs");

const INPUT = {
  type: "object",
  required: ["to", "options"],
  properties: {
    to: { type: "string", pattern: "^\\+", maxLength: 5 },
    port: { type: "integer", minimum: 1 },
    kind: { enum: ["sms", "call"] },
    level: { enum: [1, 2] },
    either: { anyOf: [{ type: "string" }, { type: "object", properties: { deep: { type: "number" } } }] },
    maybe: { type: "string", nullable: true },
    list: { type: "array", items: { $ref: "#/$defs/item" }, maxItems: 2 },
    pair: { prefixItems: [{ type: "string" }, { type: "number" }] },
    options: { type: "object", required: ["a", "b"], properties: { a: { type: "number" }, b: { type: "boolean" } } },
    tags: { type: "object", additionalProperties: { type: "number" } },
  },
  allOf: [{ properties: { port: { maximum: 65535 } } }],
  $defs: { item: { type: "object", required: ["id"], properties: { id: { type: "string" } } } },
};

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
};

/** What is said of default inputs, each as `pointer: message`. */
async function issuesOf(input: object, schema: unknown = INPUT, ofProvider: object = {}): Promise<string[]> {
  const profile = {
    version: "1.0.0",
    defaults: { Send: { input } },
    providers: { acme: { defaults: { Send: { input: ofProvider } } } },
  };
  const all = await diagnosticsOf({
    "client/client.json": { profiles: { send: profile }, providers: { acme: {} } },
    "client/providers/acme.json": acme,
    "client/profiles/send.json": { name: "send", version: "1.0.0", usecases: { Send: { input: schema, result: {} } } },
  });
  const found = all.filter(({ severity }) => severity !== "note");
  for (const { code, severity, file, start } of found) {
    assert.match(`${code} ${severity} ${file ?? ""}`, /^SW(?:1320|0303) error client\/client.json$/);
    assert.ok(start);
  }
  const at = "/profiles/send/defaults/Send/input";
  return found.map(({ pointer, message }) => `${(pointer ?? "").replace(at, "")}: ${message}`);
}

test("12.16: a default input that is right, as far as it goes, is right", async () => {
  const right = [
    {},
    { to: "+1", port: 80, kind: "sms", level: 2, either: { deep: 1 }, maybe: null, options: { a: 1 } },
    { list: [{ id: "x" }], pair: ["a", 1, true], tags: { x: 1 }, either: "x" },
    { to: "$PHONE", kind: "$KIND", either: "$X", list: [{ id: "$ID" }] },
    { to: "+$$", maybe: "$$5" },
  ];
  for (const input of right) assert.equal(await issuesOf(input), [], JSON.stringify(input));
  assert.equal(await issuesOf({ anything: "$X" }, true), []);
});

test("12.16: what comes from the environment is text: for anything else it is an error that says so", async () => {
  const text = "is text, read from the environment variable PORT, but the schema requires";
  assert.equal(await issuesOf({ port: "$PORT" }), [`/port: "port" ${text} a number`]);
  assert.equal(await issuesOf({ level: "$PORT" }), [`/level: "level" ${text} a number`]);
  assert.equal(await issuesOf({ options: { b: "$PORT" } }), [`/options/b: "b" ${text} a boolean`]);
  assert.equal(await issuesOf({ list: "$PORT" }), [`/list: "list" ${text} an array`]);
});

test("12.16: a value that its schema does not allow is an error at its place, and is not shown", async () => {
  const cases: readonly (readonly [input: object, issue: string])[] = [
    [{ port: "80" }, '/port: "port" is a string, but the schema requires a number'],
    [{ port: 1.5 }, '/port: "port" is not a whole number'],
    [{ port: 0 }, '/port: "port" is less than 1'],
    [{ port: 70000 }, '/port: "port" is more than 65535'],
    [{ to: "12" }, '/to: "to" does not match `^\\+`'],
    [{ to: "$$1" }, '/to: "to" does not match `^\\+`'],
    [{ to: "+12345" }, '/to: "to" has more than 5 characters'],
    [{ kind: "fax" }, '/kind: "kind" is not one of the values that the schema allows: "sms", "call"'],
    [{ to: null }, '/to: "to" is null, but the schema requires a string'],
    [{ either: 5 }, '/either: "either" does not fit the schema: none of the 2 alternatives allows it'],
    [{ either: { deep: "x" } }, '/either/deep: "deep" is a string, but the schema requires a number'],
    [{ list: [{}] }, '/list/0: item 1 of "list" has no "id", and arrays are not merged'],
    [{ list: [{ id: 1 }] }, '/list/0/id: "id" is a number, but the schema requires a string'],
    [{ list: [{ id: "a" }, { id: "a" }, { id: "a" }] }, '/list: "list" has more than 2 items'],
    [{ pair: [1] }, '/pair/0: item 1 of "pair" is a number, but the schema requires a string'],
    [{ options: [] }, '/options: "options" is an array, but the schema requires an object'],
    [{ tags: { x: "a" } }, '/tags/x: "x" is a string, but the schema requires a number'],
  ];
  for (const [input, issue] of cases) assert.equal(await issuesOf(input), [issue]);
});

test("12.16: the defaults of a provider are checked as those of the profile", async () => {
  const place = "/profiles/send/providers/acme/defaults/Send/input/port";
  const found = await issuesOf({ port: 80 }, INPUT, { port: "$PORT" });
  assert.equal(
    found.map((issue) => issue.split(":")[0]),
    [place],
  );
});

test("12.16: a key that is only required is known", async () => {
  assert.equal(await issuesOf({ id: 5 }, { type: "object", properties: {}, required: ["id"] }), []);
});

test("12.16: schemas that lead back to themselves end", async () => {
  assert.equal(
    await issuesOf({ a: 1 }, { anyOf: [{ $ref: "#" }, { type: "object" }], additionalProperties: true }),
    [],
  );
  assert.equal(await issuesOf({ a: { a: 1 } }, { properties: { a: { $ref: "#" } } }), [
    '/a/a: "a" is a number, but the schema requires an object',
  ]);
});

test("12.16: a schema cannot ask for more work than anybody waits for", async () => {
  const pattern = { type: "object", properties: { p: { type: "string", pattern: "^a*a*a*a*a*a*a*a*a*$" } } };
  assert.equal(await issuesOf({ p: `${"a".repeat(400)}b` }, pattern), []);
  const alternatives = { type: "object", properties: { p: { type: "string", pattern: `^${"(a|a)".repeat(30)}$` } } };
  assert.equal(await issuesOf({ p: `${"a".repeat(30)}b` }, alternatives), []);
  const $defs = Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => {
      const next = { $ref: `#/$defs/a${index + 1}` };
      return [`a${index}`, { anyOf: [next, next, { type: "object", properties: { p: next } }] }];
    }),
  );
  const bomb = {
    type: "object",
    properties: { q: { $ref: "#/$defs/a0" } },
    $defs: { ...$defs, a24: { type: "string" } },
  };
  const [only, ...others] = await issuesOf({ q: { q: 1 } }, bomb);
  assert.equal(others, []);
  assert.match(JSON.stringify(only), "takes too long to check");
});

test("12.16: a pattern of keys that is not judged says nothing of a key, nor that it is another one", async () => {
  const of = (pattern: string): object => ({
    type: "object",
    properties: { k: { type: "object" } },
    patternProperties: { [pattern]: { type: "string" } },
    additionalProperties: { type: "number" },
  });
  assert.equal(await issuesOf({ k: { a: 1 }, xab: true }, of("^x(ab)+$")), []);
  assert.equal((await issuesOf({ k: { a: 1 }, xab: true }, of("^x[ab]+$"))).length, 1);
  assert.equal((await issuesOf({ other: "x" }, of("^x[ab]+$"))).length, 1);
});

test.run();
