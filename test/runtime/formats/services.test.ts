import {
  checkReferences,
  normalizeClient,
  normalizeProvider,
  parseClient,
  type Known,
} from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("base URLs in client.json");

const definition = (name: string, baseUrl: string, ids: readonly string[] = ["default", "reports"]) =>
  normalizeProvider({
    name,
    defaultService: "default",
    services: ids.map((id) => ({ id, baseUrl })),
    parameters: [{ name: "REGION" }, { name: "OFFICE", default: "hq" }],
  });

const known: Known = {
  providers: { foo: definition("foo", "https://foo.example"), clear: definition("clear", "http://clear.example") },
  profiles: { p: { definitions: { foo: definition("foo", "https://own.example", ["default", "ledger"]) } } },
};

/** Codes and places of what is wrong, and everything that is said of it. */
function judged(services: unknown, more: object = {}, provider = "foo"): { places: string[]; text: string } {
  const { value, issues } = parseClient({ providers: { [provider]: { services, ...more } } });
  const all = [...issues, ...(value === undefined ? [] : checkReferences(value, known))];
  const places = all.map(({ code, severity, pointer }) => `${severity} ${code} ${pointer}`);
  return { places, text: all.map(({ message, hint }) => `${message} ${hint ?? ""}`).join("\n") };
}

const at = (service: string, provider = "foo"): string => `/providers/${provider}/services/${service}`;

test("a variable, a text, parameters that are declared, and http where it may be", () => {
  const texts = ["$PAY_URL", "https://a.example/v1/", "https://{REGION}.a.example/{OFFICE}", "{REGION}", "{REGION}/v2"];
  const local = ["http://localhost:4010", "http://127.0.0.1", "http://[::1]/x", "http://{REGION}:4010"];
  for (const text of [...texts, ...local]) assert.equal(judged({ default: text }).places, [], text);
  assert.equal(judged({ default: "http://stub.example" }, {}, "clear").places, []);
  assert.equal(judged({}).places, []);
});

test("normalized: absent where there is none", () => {
  const services = { default: "$PAY_URL" };
  const { providers } = normalizeClient({ providers: { foo: { services }, clear: { services: {} } } });
  assert.equal(providers["foo"], { security: {}, parameters: {}, services });
  assert.equal(providers["clear"], { security: {}, parameters: {} });
});

test("what can be no base URL is an error, and is not shown", () => {
  const bad =
    "https://u:tok-7f3a@a.example|https://a.example?tok-7f3a|https://a.example#tok-7f3a|ftp://tok-7f3a|tok-7f3a";
  const more = "https://tok 7f3a|https://tok\\7f3a|//tok-7f3a|https://{tok-7f3a|$$tok-7f3a||localhost:4010";
  for (const text of [...bad.split("|"), ...more.split("|")]) {
    const { places, text: said } = judged({ reports: text });
    assert.equal(places, [`error SW1205 ${at("reports")}`], text);
    assert.not.match(said, "7f3a");
    const isBare = /^(?:|tok-7f3a|\$\$.*|\/\/.*|localhost:4010)$/.test(text);
    assert.is(said.includes('if a variable has it, write "$NAME"'), isBare, text);
  }
});

test("$ that is malformed, a parameter that is not declared, http to another machine", () => {
  for (const text of ["${PAY_URL}", "$", "$1", "$PAY-URL", "$PAY_URL/v1"]) {
    const { places, text: said } = judged({ default: text });
    assert.equal(places, [`error SW1309 ${at("default")}`], text);
    assert.match(said, '"$NAME", without braces');
  }
  const undeclared = judged({ default: "https://{tok-7f3a}.example" });
  assert.equal(undeclared.places, [`error SW1207 ${at("default")}`]);
  assert.match(undeclared.text, 'declared: "REGION", "OFFICE"');
  assert.not.match(undeclared.text, "7f3a");
  for (const text of ["http://stub.example/tok-7f3a", "http://10.0.0.1", "HTTP://a.example/{REGION}"]) {
    const { places, text: said } = judged({ default: text });
    assert.equal(places, [`error SW1332 ${at("default")}`], text);
    assert.not.match(said, "7f3a");
  }
});

test("services of any definition are known; another is an error with the nearest", () => {
  assert.equal(judged({ ledger: "$A", reports: "$B" }).places, []);
  const unknown = judged({ legder: "$A" });
  assert.equal(unknown.places, [`error SW1331 ${at("legder")}`]);
  assert.match(unknown.text, 'provider "foo" has no service "legder" did you mean "ledger"?');
  assert.match(judged({ zzz: "$A" }).text, 'services: "default", "reports", "ledger"');
  for (const name of ["constructor", "toString"]) assert.equal(judged({ [name]: "$A" }).places.length, 1);
});

test("a value of a parameter is checked where it would stand", () => {
  const parameters = { REGION: "evil.example/" };
  assert.equal(judged({ default: "https://{REGION}.a.example" }, { parameters }).places, [
    "error SW1205 /providers/foo/parameters/REGION",
  ]);
  assert.equal(judged({ default: "https://a.example/{REGION}" }, { parameters }).places, []);
});

test("another form is explained", () => {
  const list = judged([{ id: "default", baseUrl: "https://a.example" }]);
  assert.equal(list.places, ["error SW1103 /providers/foo/services"]);
  assert.match(list.text, 'base URLs by service id, as in { "default": "$NAME" }');
  assert.equal(judged({ default: 4010 }).places, [`error SW1103 ${at("default")}`]);
  const misplaced = parseClient({
    profiles: { p: { version: "1.0.0", providers: { foo: { services: { default: "$A" } } } } },
    providers: { foo: {} },
  });
  assert.equal(
    misplaced.issues.map(({ code, hint }) => `${code} ${hint}`),
    ['SW1107 it belongs to the top-level "providers.<provider>"'],
  );
});

test.run();
