import {
  parseClient,
  parseProfile,
  parseProvider,
  type Parsed,
  pointerSegments,
  toPointer,
} from "@sdkwright/runtime/config";
import * as fc from "fast-check";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";

const test = suite("one mistake, one issue");

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

const client: Json = {
  $schema: "./client.schema.json",
  profiles: {
    "a/b": {
      version: "1.0.0",
      priority: ["foo", "bar"],
      defaults: { Send: { input: { a: { b: [1, "$X"] } }, providerFailover: true, failoverAfter: "retries" } },
      providers: {
        foo: {
          mapVariant: "v",
          mapRevision: "1",
          defaults: {
            Send: {
              input: { c: 1 },
              failoverOn: [404, 413],
              retryPolicy: {
                kind: "circuit-breaker",
                maxContiguousRetries: 2,
                requestTimeout: 100,
                openTime: 100,
                backoff: { kind: "exponential", start: 10, factor: 3 },
              },
            },
          },
        },
        bar: "file:bar.ts",
      },
    },
    c: { file: "file:c.json" },
    d: "1.0.0-rc.1",
  },
  providers: {
    foo: {
      file: "foo.json",
      security: [
        { id: "key", apikey: "$KEY" },
        { id: "basic", username: "$U", password: "$P" },
        { id: "bearer", token: "$T" },
      ],
      parameters: { region: "eu", other: "$OTHER" },
    },
    bar: "file:bar.json",
  },
};

const provider: Json = {
  name: "acme",
  services: [
    { id: "default", baseUrl: "https://{region}.example/v1" },
    { id: "other", baseUrl: "https://acme.example" },
  ],
  defaultService: "default",
  securitySchemes: [
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
    { id: "basic", type: "http", scheme: "basic" },
    { id: "bearer", type: "http", scheme: "bearer", bearerFormat: "JWT" },
    { id: "digest", type: "http", scheme: "digest", statusCode: 403, challengeHeader: "A", authorizationHeader: "B" },
  ],
  parameters: [{ name: "region", description: "Where", default: "eu" }],
};

const profile: Json = {
  name: "a/b",
  version: "1.0.0",
  usecases: {
    Send: {
      title: "Send",
      description: "Sends",
      input: {
        type: "object",
        properties: { tsType: { $ref: "#/definitions/text" } },
        definitions: { text: { type: "string" } },
      },
      result: { type: ["string", "null"], enum: ["a", null] },
      error: { required: ["a"], additionalProperties: { minLength: 1 } },
    },
  },
};

const formats: readonly (readonly [string, Json, (value: unknown) => Parsed<unknown>])[] = [
  ["client.json", client, parseClient],
  ["provider definition", provider, parseProvider],
  ["profile document", profile, parseProfile],
];

for (const [name, document, parse] of formats) {
  test(`the ${name} that mistakes are made in is valid`, () => assert.equal(parse(document).issues, []));

  test(`every value of a ${name}, replaced by one of another kind, gives at most one error`, () => {
    for (const pointer of pointersIn(document)) {
      for (const value of [42, -1.5, "", "no such\nvalue", null, true, [], {}, [[]]]) {
        atMostOne(
          parse,
          changed(document, pointer, () => value),
          `${pointer} = ${JSON.stringify(value)}`,
        );
      }
    }
  });

  test(`every key of a ${name}, misspelt or taken out, gives at most one error`, () => {
    for (const pointer of pointersIn(document).filter((place) => place !== "" && !/\/\d+$/.test(place))) {
      for (const key of ["zzz", `${pointerSegments(pointer).at(-1)}x`, undefined]) {
        atMostOne(parse, changed(document, pointer, undefined, key), `${pointer} → ${key}`);
      }
    }
  });

  test(`nothing makes the parser of a ${name} throw, and all issues have a place in the document`, () => {
    const places = fc.constantFrom(...pointersIn(document));
    const edits = fc.array(
      fc.tuple(places, fc.jsonValue({ maxDepth: 3 }), fc.option(fc.string(), { nil: undefined })),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(edits, (list) => {
        const broken = list.reduce<Json>(
          (json, [pointer, value, key]) => changed(json, pointer, () => value as Json, key),
          document,
        );
        const before = JSON.stringify(broken);
        for (const issue of parse(broken).issues)
          assert.ok(issue.pointer === "" || exists(broken, issue.pointer), issue.pointer);
        assert.is(JSON.stringify(broken), before);
      }),
      { numRuns: runs(200) },
    );
  });
}

/** Where an object was replaced as a whole, all keys that it lacks, or all providers, count as one mistake. */
function atMostOne(parse: (value: unknown) => Parsed<unknown>, document: Json, what: string): void {
  const all = parse(document).issues.filter(({ severity }) => severity === "error");
  const errors = all.filter(
    ({ code }, index) =>
      (code !== "SW1102" && code !== "SW1305") || all.findIndex((other) => other.code === code) === index,
  );
  assert.ok(
    errors.length <= 1,
    `${what}\n${errors.map(({ code, pointer, message }) => `${code} ${pointer} ${message}`).join("\n")}`,
  );
}

function pointersIn(value: Json, pointer = ""): string[] {
  const inner = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [pointer, ...inner.flatMap(([key, item]) => pointersIn(item, `${pointer}${toPointer(key)}`))];
}

/** A copy with one value changed, or its key: `undefined` as key takes it out, where no change of the value is given. */
function changed(document: Json, pointer: string, change?: () => Json, rename?: string): Json {
  const keys = pointerSegments(pointer);
  const edit = (value: Json, depth: number): Json => {
    if (depth === keys.length) return change === undefined ? value : change();
    if (Array.isArray(value))
      return value.map((item, index) => (String(index) === keys[depth] ? edit(item, depth + 1) : item));
    if (typeof value !== "object" || value === null) return value;
    const isLast = depth === keys.length - 1;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) => {
        if (key !== keys[depth]) return [[key, item]];
        if (isLast && change === undefined && rename === undefined) return [];
        return [[isLast ? (rename ?? key) : key, edit(item, depth + 1)]];
      }),
    );
  };
  return edit(document, 0);
}

function exists(document: Json, pointer: string): boolean {
  let value: Json | undefined = document;
  for (const key of pointerSegments(pointer)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as { [key: string]: Json })[key];
  }
  return true;
}

test("a value that is nearly an allowed one: which is meant", () => {
  const hintOf = (retryPolicy: Json): string | undefined =>
    parseClient({
      profiles: { a: { version: "1.0.0", providers: { foo: { defaults: { Send: { retryPolicy } } } } } },
      providers: { foo: {} },
    }).issues.find(({ code }) => code === "SW1104")?.hint;
  assert.is(hintOf("circuitbreaker"), 'did you mean "circuit-breaker"?');
  assert.is(hintOf("often"), undefined);
});

test.run();
