import type { Diagnostic } from "#generator/diagnostics/diagnostic.js";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { shared } from "../tree.js";
import type { Files } from "../generator/folder.js";
import { brief, diagnosticsOf } from "../generator/sdkwright.js";

const test = suite("corpus");

const corpus = join(shared, "corpus");
const filesIn = (folder: string, as: string): Files =>
  Object.fromEntries(
    readdirSync(join(corpus, folder)).map((name) => [
      `${as}/${name}`,
      readFileSync(join(corpus, folder, name), "utf8"),
    ]),
  );
const definitions = { ...filesIn("providers", "providers"), ...filesIn("lookalikes", "providers") };
const histories = filesIn("client-history", "");
const client = (text: unknown): Files => ({ ...definitions, "client/client.json": text });

for (const [path, text] of Object.entries(definitions)) {
  test(`${basename(path)} is accepted`, async () => {
    const found = await diagnosticsOf({ "acme.json": text }, { files: ["acme.json"] });
    assert.equal(errorsIn(found), []);
  });
}

for (const [path, text] of Object.entries(histories)) {
  const version = basename(path, ".json");
  if (version < "03") {
    test(`client-history ${version}: the credential field "value", and nothing once it is "apikey"`, async () => {
      assert.equal(codes(errorsIn(await diagnosticsOf(client(text)))), ["SW1311"]);
      const renamed = String(text).replaceAll('"value"', '"apikey"');
      assert.equal(errorsIn(await diagnosticsOf(client(renamed))), []);
    });
  } else {
    test(`client-history ${version}: accepted, with notes for what is not ours to read`, async () => {
      const found = await diagnosticsOf(client(text));
      assert.ok(found.length > 0);
      const others = found.filter(({ code, severity }) => severity === "error" || !/^SW02(12|13|14|16|22)$/.test(code));
      assert.ok(found.filter(({ code }) => code === "SW0216").length <= 1, "12.17: one note for all of them");
      assert.equal(others, []);
    });
  }
}

test("client/install-playground.json is accepted", async () => {
  const text = readFileSync(join(corpus, "client/install-playground.json"), "utf8");
  assert.equal(errorsIn(await diagnosticsOf({ "client/client.json": text })), []);
});

const broken = (name: string): string => readFileSync(join(corpus, "broken", name), "utf8");

test("broken/mailgun.json: one misspelt key", async () => {
  const found = await diagnosticsOf({ "mailgun.json": broken("mailgun.json") }, { files: ["mailgun.json"] });
  assert.equal(found.map(brief), ["SW1101 mailgun.json:17:3 /paramters"]);
  assert.is(found[0]?.hint, 'did you mean "parameters"?');
});

test("broken/unverified-swapi.json: a default service that is not there", async () => {
  const found = await diagnosticsOf({ "x.json": broken("unverified-swapi.json") }, { files: ["x.json"] });
  assert.equal(found.map(brief), ["SW1203 x.json:32:21 /defaultService"]);
});

test("broken/misnested.json: auth twice, and the definitions that are not there", async () => {
  const found = errorsIn(await diagnosticsOf({ "client/client.json": broken("misnested.json") }));
  const file = "client/client.json";
  assert.equal(found.map(brief), [
    `SW0203 ${file}:16:5 /providers/osm`,
    `SW1101 ${file}:17:7 /providers/osm/auth`,
    `SW0203 ${file}:19:5 /providers/noop`,
    `SW1101 ${file}:20:7 /providers/noop/auth`,
  ]);
});

test("broken/client-station.json: apiKey for apikey, and no value of it", async () => {
  const found = errorsIn(await diagnosticsOf(client(broken("client-station.json"))));
  const rest = found.filter(({ code }) => code !== "SW0202");
  assert.equal(rest.map(brief), ["SW1311 client/client.json:533:9 /providers/hubspot/security/0"]);
  assert.is(rest[0]?.hint, 'did you mean "apikey"?');
});

function errorsIn(found: readonly Diagnostic[]): readonly Diagnostic[] {
  return found.filter(({ severity }) => severity === "error");
}

function codes(found: readonly Diagnostic[]): string[] {
  return found.map(({ code }) => code);
}

test.run();
