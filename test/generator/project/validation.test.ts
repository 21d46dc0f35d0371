import { suite } from "uvu";
import * as assert from "uvu/assert";
import { brief, diagnosticsOf } from "../sdkwright.js";

const test = suite("validate in client.json");

const PROFILE = { name: "send", version: "1.0.0", usecases: { Send: { input: {}, result: {} } } };

async function found(validate: unknown, files: { readonly [path: string]: object } = {}): Promise<string[]> {
  const profile = { version: "1.0.0", defaults: { Send: { validate } } };
  const all = await diagnosticsOf({ "client/client.json": { profiles: { send: profile }, providers: {} }, ...files });
  return all.map(brief).map((line) => line.replace(/:\d+:\d+/, ""));
}

test("with a document it is right, and it is one of two words", async () => {
  const document = { "client/profiles/send.json": PROFILE };
  assert.equal(await found("throw", document), []);
  assert.equal(await found("report", document), []);
  for (const wrong of ["never", "", true]) {
    const [line] = await found(wrong, document);
    assert.match(line ?? "", /^SW110[34] client\/client\.json \/profiles\/send\/defaults\/Send\/validate$/);
  }
});

test("without a document there is nothing to validate against; with a broken one that is told alone", async () => {
  assert.ok((await found("throw")).includes("SW1321 client/client.json /profiles/send/defaults/Send/validate"));
  const broken = await found("throw", { "client/profiles/send.json": { ...PROFILE, usecases: 5 } });
  assert.not.ok(broken.some((line) => line.startsWith("SW1321")));
});

test("parts of inputs and results that are not read are notes; those of errors are not looked at", async () => {
  const part = { properties: { a: { pattern: "(" } } };
  const usecases = { Send: { input: part, result: part, error: part } };
  assert.equal(await found("throw", { "client/profiles/send.json": { ...PROFILE, usecases } }), [
    "SW1504 client/profiles/send.json /usecases/Send/input/properties/a/pattern",
    "SW1504 client/profiles/send.json /usecases/Send/result/properties/a/pattern",
  ]);
});

test.run();
