import {
  checkReferences,
  type ClientJson,
  copyJson,
  type Known,
  nearest,
  normalizeProvider,
  parseClient,
  type ProviderJson,
} from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { plainDefinition } from "../../vectors/format-case.js";

const test = suite("clientJson");

const generated: Known = {
  providers: { foo: normalizeProvider(plainDefinition("foo") as ProviderJson) },
  profiles: { "a/send": { useCases: ["Send"] } },
  isComplete: true,
};

function check(json: ClientJson): string[] {
  return checkReferences(json, generated).map(({ code, pointer, hint }) => `${code} ${pointer} ${hint}`);
}

test("what was generated is accepted", () => {
  assert.equal(
    check({ profiles: { "a/send": { version: "1.0.0", defaults: { Send: {} } } }, providers: { foo: {} } }),
    [],
  );
});

test("a profile, provider or use-case that was not generated is an error listing those that were", () => {
  assert.equal(check({ profiles: { "a/sent": "1.0.0" }, providers: { zebra: {} } }), [
    'SW1319 /providers/zebra generated: "foo"',
    'SW1319 /profiles/a~1sent did you mean "a/send"?',
  ]);
  assert.equal(check({ profiles: { "a/send": { version: "1.0.0", defaults: { Other: {} } } } }), [
    'SW1319 /profiles/a~1send/defaults/Other use-cases: "Send"',
  ]);
});

test("ids such as constructor are not inherited", () => {
  assert.equal(check({ profiles: { constructor: "1.0.0" }, providers: { valueof: {} } }).length, 2);
});

test("the object that is given is copied: later changes have no effect, getters are read once", () => {
  let reads = 0;
  const given = {
    providers: {
      get foo(): object {
        reads += 1;
        return { security: [{ id: "key", apikey: "$KEY" }] };
      },
    },
  };
  const { value } = parseClient(given);
  assert.is(reads, 1);
  assert.equal(value, { providers: { foo: { security: [{ id: "key", apikey: "$KEY" }] } } });
  const frozen = { providers: { foo: { parameters: { region: "eu" } } } };
  const copied = parseClient(frozen).value;
  frozen.providers.foo.parameters.region = "us";
  assert.equal(copied?.providers, { foo: { parameters: { region: "eu" } } });
});

test("what JSON does not have is an issue at its place", () => {
  const input = { a: 1n, b: () => 1, c: Number.NaN, d: new Date(0), e: Symbol.iterator, f: undefined, g: new Map() };
  const { issues } = parseClient({ profiles: { p: { version: "1.0.0", defaults: { T: { input } } } } });
  assert.equal(
    issues.map(({ code, pointer }) => `${code} ${pointer.replace(/.*\//, "")}`),
    ["a", "b", "c", "d", "e", "g"].map((key) => `SW1109 ${key}`),
  );
});

test("circles and endless nesting are issues", () => {
  const circle: { self?: unknown; other?: unknown } = {};
  circle.self = circle;
  circle.other = circle;
  const { issues } = parseClient({ profiles: { p: { version: "1.0.0", defaults: { T: { input: circle } } } } });
  assert.equal(
    issues.map(({ code }) => code),
    ["SW1110", "SW1110"],
  );
  const deep = JSON.parse("[".repeat(5000) + "]".repeat(5000)) as unknown;
  assert.equal(
    copyJson(deep).issues.map(({ code }) => code),
    ["SW1110"],
  );
  const shallow = JSON.parse("[".repeat(200) + "]".repeat(200)) as unknown;
  assert.equal(copyJson(shallow).issues, []);
});

test("names meant are found", () => {
  assert.is(nearest("biling", ["billing", "b"]), "billing");
  assert.is(nearest("baseURL", ["id", "baseUrl"]), "baseUrl");
  assert.is(nearest("nmae", ["name"]), "name");
  assert.is(nearest("auth", ["file", "security"]), undefined);
  assert.is(nearest("x".repeat(10_000), ["x".repeat(9999)]), undefined);
  assert.is(nearest("", []), undefined);
});

test.run();
