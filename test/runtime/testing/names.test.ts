import { ConfigurationError } from "@sdkwright/runtime";
import { fakeProviders, recording } from "@sdkwright/runtime/testing";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { drawer, open, type Drawer } from "./tapes.js";

const test = suite("12: names that every object of JavaScript has");

const BASE = "https://a.test";

function formOf(...names: readonly string[]): FormData {
  const form = new FormData();
  form.set("note", "a note");
  form.set("password", "pw-1");
  for (const name of names) form.set(name, new Blob(["x"]), "x");
  return form;
}

async function recorded(ask: (client: ReturnType<typeof acmeClient>) => Promise<unknown>): Promise<Drawer> {
  const files = drawer();
  const tape = open(files, { fetch: async () => Response.json({}) });
  await ask(acmeClient(BASE, tape.options));
  await tape.done();
  return files;
}

for (const name of ["__proto__", "constructor", "toString"]) {
  test(`12: a part called ${name} masks no less of the others`, async () => {
    const files = await recorded((client) => client.post("/x", { multipart: formOf(name) }));
    const fake = fakeProviders({ a: BASE });
    fake.providers.a.on("POST", "/x").reply(200, {});
    await acmeClient(BASE, fake.options).post("/x", { multipart: formOf(name) });
    const [tape, records] = [files.texts.get("pay.json") ?? "", JSON.stringify(fake.requests)];
    for (const text of [tape, records]) assert.ok(text.includes(`"${name}"`) && !text.includes("pw-1"), text);
  });

  const more = (value: unknown): unknown => JSON.parse(`{ "a": 1, ${JSON.stringify(name)}: ${JSON.stringify(value)} }`);

  for (const value of ["1", {}, { amount: 5 }, null]) {
    test(`12: ${name} as ${JSON.stringify(value)} too much, or missing, is told when it is replayed`, async () => {
      const [with1, without] = [{ json: more(value) }, { json: { a: 1 } }];
      for (const [before, now] of [
        [with1, without],
        [without, with1],
      ] as const) {
        const files = await recorded((client) => client.post("/x", before));
        const tape = open(files);
        const error = await rejection(acmeClient(BASE, tape.options).post("/x", now), ConfigurationError);
        assert.ok(error.message.includes(`body/${name}: `), error.message);
        await rejection(tape.done(), ConfigurationError);
      }
    });
  }

  test(`12: ${name} in a query is told`, async () => {
    const files = await recorded((client) => client.get("/x", { query: { a: 1 } }));
    const tape = open(files);
    const query = Object.fromEntries([
      ["a", "1"],
      [name, "1"],
    ]);
    const error = await rejection(acmeClient(BASE, tape.options).get("/x", { query }), ConfigurationError);
    assert.ok(error.message.endsWith(`- query/${name}: nothing\n+ query/${name}: "1"`), error.message);
    await rejection(tape.done(), ConfigurationError);
  });

  test(`12: a property called ${name} is answered from a document`, async () => {
    const properties = Object.fromEntries([[name, { const: 7 }]]);
    const content = { "application/json": { schema: { required: [name], properties } } };
    const fake = fakeProviders({ a: BASE });
    fake.providers.a.document({ openapi: "3.1.0", paths: { "/x": { get: { responses: { 200: { content } } } } } });
    assert.is(await (await fake.fetch(`${BASE}/x`)).text(), JSON.stringify(Object.fromEntries([[name, 7]])));
  });
}

const NAMES: { readonly [kind: string]: readonly string[] } = {
  masked: ["pass", "user_pass", "smtpPass", "jwt", "bearer", "otp", "otp_code", "hmac", "sig", "x_sig"],
  kept: ["passenger", "passport", "bypass", "compass", "footprint", "design", "sign_in"],
};

for (const [kind, names] of Object.entries(NAMES)) {
  test(`12: in a recording, what stands under ${names.join(", ")} is ${kind}`, async () => {
    for (const name of names) {
      const files = drawer();
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const answers = [Response.json({ [name]: "a-short-text" }), new Response(`${name}=a-short-text`, { headers })];
      const tape = open(files, { fetch: async () => answers.shift() ?? Response.error() });
      const client = acmeClient(BASE, tape.options);
      await client.get("/json");
      await client.get("/form");
      await tape.done();
      const shown = files.texts.get("pay.json")?.split("a-short-text").length;
      assert.is(shown, kind === "masked" ? 1 : 3, name);
    }
  });
}

test("12: what cannot be read is told at the end too, where whoever asked caught it", async () => {
  const files = await recorded((client) => client.get("/x"));
  const tape = recording("pay.json", { files, env: {} });
  const fake = fakeProviders({ a: BASE });
  const deep = { method: "POST", headers: { "content-type": "application/json" }, body: "[".repeat(999) + "]".repeat(999) }; // prettier-ignore
  await tape.options.fetch(`${BASE}/x`);
  for (const send of [tape.options.fetch, fake.fetch]) await rejection(send(`${BASE}/x`, deep), ConfigurationError);
  await rejection(tape.done(), ConfigurationError);
  assert.throws(() => fake.verify(), /500 levels/);
});

test.run();
