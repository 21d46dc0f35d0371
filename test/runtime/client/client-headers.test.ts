import { ConfigurationError } from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acme, rejection } from "../acme.js";
import type { Context } from "../policy/world.js";
import { configured, env, parts, recorder } from "../options/doors.js";

const test = suite("headers of createClient");

interface Client {
  profiles: { shop: { Send: (input: object, options?: object) => Promise<unknown> } };
  providers: { acme: { get(path: string): Promise<unknown> } };
}

test("by provider: its requests carry them, in maps and in `providers`", async () => {
  const { fetch, sent } = recorder();
  let calls = 0;
  const headers = { acme: () => ({ "x-n": String((calls += 1)) }) };
  const client = bindClient<Client>(parts, { env, fetch, headers });
  await client.profiles.shop.Send({});
  await client.profiles.shop.Send({}, { parameters: { acme: { ID: "2" } } });
  await client.providers.acme.get("/a");
  assert.equal(
    sent.map(({ headers }) => headers.get("x-n")),
    ["1", "2", "3"],
  );
});

test("another provider does not carry them, one that only a profile has a definition of does", async () => {
  const { fetch, sent } = recorder();
  const definitions = { only: { definition: { ...acme("https://only.test"), name: "only" } } };
  const retryPolicy = { kind: "none", requestTimeout: 30_000 } as const;
  const Send = { providerFailover: false, input: {}, providers: { only: { input: {}, retryPolicy } } };
  const shop = { name: "shop", priority: ["only"], useCases: { Send }, definitions };
  const send = ({ http }: Context) => http.get("/a").json();
  const generated = { ...parts, profiles: { shop }, maps: { shop: { only: { Send: send } } } };
  const client = bindClient<Client>(generated, { env, fetch, headers: { only: { "x-only": "1" } } });
  await client.profiles.shop.Send({});
  await client.providers.acme.get("/a");
  assert.equal(
    sent.map(({ headers }) => headers.get("x-only")),
    ["1", null],
  );
});

test("`clientJson` leaves them as they are", async () => {
  const { fetch, sent } = recorder();
  const security = Object.entries(configured.credentials).map(([id, fields]) => ({ id, ...fields }));
  const json = clientJson({ profiles: {}, providers: { acme: { security } } });
  await bindClient<Client>(parts, {
    env,
    fetch,
    clientJson: json,
    headers: { acme: { "x-a": "1" } },
  }).providers.acme.get("/a");
  assert.is(sent[0]?.headers.get("x-a"), "1");
});

for (const [words, headers] of [
  ["`headers.acne` is unknown; known: acme", { acne: { "x-a": "canary" } }],
  ["`headers.x-version` is unknown; known: acme", { "x-version": "canary" }],
  ["`headers` is not a plain object", () => ({ acme: {} })],
  ["`headers` is not a plain object", new Headers()],
  ["`headers` of acme is not a plain object", { acme: "canary" }],
  ["`headers` of acme is not a plain object", { acme: null }],
  ["`headers.host` of acme is set by the platform", { acme: { host: "canary" } }],
] as const) {
  test(`refused before anything is sent: ${words}`, async () => {
    const call = async () => bindClient<Client>(parts, { env, headers }).providers.acme.get("/a");
    const error = await rejection(call(), ConfigurationError);
    assert.match(error.message, words);
    assert.not.match(error.message, "canary");
  });
}

test.run();
