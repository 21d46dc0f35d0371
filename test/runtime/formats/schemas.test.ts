import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ClientJson,
  parseClient,
  parseProvider,
  type ProfileJson,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import { Ajv, type ValidateFunction } from "ajv";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { root } from "../../tree.js";
import { clientCases } from "../../vectors/client-cases.js";
import { providerCases } from "../../vectors/provider-cases.js";

const test = suite("schemas");

/** The schema as an editor reads it, annotations and all. */
function published(name: string): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false });
  return ajv.compile(
    JSON.parse(readFileSync(join(root, "generator", "dist", "schemas", `${name}.schema.json`), "utf8")) as object,
  );
}

test("the schemas are draft-07, and say what every key means", () => {
  for (const name of ["client", "provider", "profile"]) {
    const { schema } = published(name);
    const bare = namesWithoutDescription(schema as Schema);
    assert.equal(bare, [], name);
  }
});

test("an editor and the parsers agree", () => {
  const validators = { client: published("client"), provider: published("provider") };
  const all = [
    ...clientCases.map(({ id, document }) => ({
      id,
      document,
      validate: validators.client,
      issues: parseClient(document).issues,
    })),
    ...providerCases.map(({ id, document }) => ({
      id,
      document,
      validate: validators.provider,
      issues: parseProvider(document).issues,
    })),
  ];
  for (const { id, document, validate, issues } of all) {
    // `__proto__` is no matter of the schema; that names are unique in a list is.
    if (issues.some(({ code }) => code === "SW1106")) continue;
    const isWrong = issues.some(({ code }) => /SW110|SW1302|SW1311|SW1304/.test(code));
    assert.is(validate(document), !isWrong, id);
  }
});

test("what the schema branches on (if, then) is in the types (tsType)", () => {
  const statuses = [404, 413];
  const client: ClientJson = {
    $schema: "x",
    profiles: {
      a: "1.0.0",
      b: {
        file: "b.json",
        priority: ["foo"],
        defaults: { U: { input: { a: [null, { b: 1 }] }, providerFailover: true, failoverAfter: "retries" } },
        providers: {
          foo: "file:foo.ts",
          bar: { mapVariant: "v", defaults: { U: { retryPolicy: "circuit-breaker", failoverOn: statuses } } },
          baz: { defaults: { U: { retryPolicy: { kind: "circuit-breaker", backoff: "exponential" } } } },
          zoo: { defaults: { U: { retryPolicy: { kind: "none", backoff: { kind: "exponential", start: 1 } } } } },
        },
      },
    },
    providers: {
      foo: "file:foo.json",
      bar: {
        security: [
          { id: "a", apikey: "$A" },
          { id: "b", username: "$U", password: "" },
          { id: "c", token: "$T" },
        ],
      },
    },
  };
  const provider: ProviderJson = {
    name: "foo",
    services: [{ id: "default", baseUrl: "https://foo.example" }],
    defaultService: "default",
    securitySchemes: [
      { id: "a", type: "apiKey", in: "body", name: "/a" },
      { id: "b", type: "http", scheme: "basic" },
      { id: "c", type: "http", scheme: "bearer", bearerFormat: "JWT" },
      { id: "d", type: "http", scheme: "digest", statusCode: 403 },
    ],
  };
  const profile: ProfileJson = { name: "a", version: "1.0.0", usecases: { U: { input: {}, result: {} } } };
  assert.ok(published("client")(client));
  assert.ok(published("provider")(provider));
  assert.ok(published("profile")(profile));
});

test("what the schema refuses does not compile either", () => {
  const wrong: readonly (ClientJson | ProviderJson)[] = [
    // @ts-expect-error -- no such kind
    { profiles: { a: { version: "1.0.0", providers: { foo: { defaults: { U: { retryPolicy: "simple" } } } } } } },
    // @ts-expect-error -- the key is spelt `apikey`
    { providers: { foo: { security: [{ id: "a", apiKey: "$A" }] } } },
    // @ts-expect-error -- no such time
    { profiles: { a: { version: "1.0.0", defaults: { U: { failoverAfter: "retry" } } } } },
    // @ts-expect-error -- a list is wanted
    { profiles: { a: { version: "1.0.0", providers: { foo: { defaults: { U: { failoverOn: 404 } } } } } } },
    // @ts-expect-error -- of the use-case, not of a provider
    { profiles: { a: { version: "1.0.0", providers: { foo: { defaults: { U: { failoverAfter: "retries" } } } } } } },
    // @ts-expect-error -- a list where a record is wanted
    { profiles: { a: { version: "1.0.0", providers: ["foo"] } } },
    {
      name: "a",
      services: [],
      defaultService: "a",
      // @ts-expect-error -- bearerFormat is for bearer
      securitySchemes: [{ id: "a", type: "http", scheme: "basic", bearerFormat: "JWT" }],
    },
  ];
  assert.is(wrong.length, 7);
});

interface Schema {
  readonly description?: string;
  readonly $ref?: string;
  readonly tsType?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly definitions?: { readonly [name: string]: Schema };
}

/** Keys of the format that neither describe themselves nor refer to what does. */
function namesWithoutDescription(schema: Schema): string[] {
  const nodes = [schema, ...Object.values(schema.definitions ?? {})];
  return nodes.flatMap((node) =>
    Object.entries(node.properties ?? {})
      .filter(([, { description, $ref, tsType }]) => (description ?? $ref ?? tsType) === undefined)
      .map(([name]) => name),
  );
}

test.run();
