import { suite } from "uvu";
import * as assert from "uvu/assert";
import { type Files } from "../folder.js";
import { diagnosticsOf } from "../sdkwright.js";

const test = suite("what messages show");

const acme = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://api.acme.example" }],
  defaultService: "default",
  securitySchemes: [{ id: "key", type: "apiKey", in: "header", name: "X-Key" }],
  parameters: [{ name: "region" }],
};
const client = { providers: { acme: {} } };

/** What is told of a project with mistakes, beside the lines of its files. */
async function told(files: Files): Promise<string> {
  const all = { "package.json": "{}", "client/client.json": client, "client/providers/acme.json": acme, ...files };
  const found = await diagnosticsOf(all);
  assert.ok(found.length > 0);
  return JSON.stringify(found.map((each) => ({ ...each, frame: undefined })));
}

const definition = (more: object): Files => ({ "client/providers/acme.json": { ...acme, ...more } });
const baseUrl = (text: string, more: object = {}): Files =>
  definition({ services: [{ id: "default", baseUrl: text }], ...more });
const providers = (more: object): Files => ({ "client/client.json": { providers: { acme: {}, ...more } } });
const settings = (more: object): Files => providers({ acme: more });

const useCase = (more: object): Files => ({
  "client/client.json": { profiles: { p: { file: "p.json", ...more } }, providers: { acme: {} } },
  "client/p.json": { name: "p", version: "1.0.0", usecases: { Send: { input: {}, result: {} } } },
});

const wrong: { readonly [name: string]: Files } = {
  "user info of a base URL": baseUrl("https://canary:canary@api.example"),
  "user info before a scheme is there": baseUrl("//canary:canary@api.example"),
  "user info without slashes": baseUrl("canary:canary@api.example/v1"),
  "user info of a service": settings({ services: { default: "//canary:canary@api.example" } }),
  "query of a base URL": baseUrl("https://api.example/?key=canary"),
  "fragment of a base URL": baseUrl("https://api.example/#canary"),
  "user info of a base URL of another mistake": baseUrl("ftp://canary@api.example"),
  "a placeholder of a base URL": baseUrl("https://api.example/{canary:x@y}"),
  "a default": definition({ parameters: [{ name: "region", default: "canary" }, { name: "region" }] }),
  "a default that no base URL can have": baseUrl("https://{region}.example", {
    parameters: [{ name: "region", default: "ca/nary canary" }],
  }),
  "a default of another type": definition({ parameters: [{ name: "region", default: ["canary"] }] }),
  "a numeric default": definition({ parameters: [{ name: "region", default: 48151623 }] }),
  "an id": definition({ services: [{ id: "48151623", baseUrl: "https://a.example" }] }),
  "an id that is an address": definition({
    securitySchemes: [1, 2].map(() => ({ id: "https://x:canary@y", type: "http", scheme: "basic" })),
  }),
  "an id of credentials, where a key stands": settings({ security: [{ id: "48151623canary0a1b2c3d", apikey: "key" }] }),
  "a field of credentials, where a key stands": settings({
    security: [{ id: "key", "48151623canary0a1b2c3d": "key" }],
  }),
  "an OpenAPI document's URL": definition({ openapi: "https://canary:canary@api.example/openapi.json?key=canary" }),
  "an OpenAPI document's URL, long form": definition({ openapi: { file: "https://api.example/o.json?key=canary" } }),
  "a definition's URL": settings({ file: "https://canary:canary@api.example/acme.json?key=canary" }),
  "a definition's URL after file:": providers({ acme: "file:https://canary@api.example/acme.json" }),
  "a map's URL": {
    "client/client.json": {
      providers: { acme: {} },
      profiles: { sms: { version: "1.0.0", providers: { acme: { file: "git+ssh://canary@host/map.ts?canary" } } } },
    },
  },
  "a name": definition({ name: "Canary" }),
  "a default service": definition({ defaultService: "48151623" }),
  "an unknown key": definition({ "canary:canary": 1 }),
  "an unknown key that was issued": definition({ sk_live_canary: 1 }),
  "a key that stands twice": { "client/client.json": '{ "providers": {},\n "canary:c": 1, "canary:c": 2 }' },
  "a key before a mistake in JSON": { "client/client.json": '{\n "canary@x": [1 2] }' },
  "a provider's name": providers({ "Canary-1": {} }),
  "a provider's name beside another mistake": { "client/client.json": '{"providers":{"Canary-1":{},"Canary-2":{}}}' },
  "a field of credentials": settings({ security: [{ id: "key", "canary=": "x" }] }),
  "an id of credentials": settings({ security: [{ id: "canary:x@y", apikey: "$K" }] }),
  "an id of credentials that stands twice": settings({
    security: [1, 2].map(() => ({ id: "canary:x@y", apikey: "$K" })),
  }),
  "a parameter": settings({ parameters: { "canary=x": "${}" } }),
  "a profile's path": { "client/client.json": { profiles: { p: "https://canary:canary@x" }, providers: {} } },
  "a provider in a list": {
    "client/client.json": { profiles: { p: { version: "1.0.0", priority: ["Canary"] } }, providers: {} },
  },
  "the name of a use-case": useCase({ defaults: { sk_live_51Canary: {} } }),
  "the name of a use-case, of a provider": useCase({ providers: { acme: { defaults: { sk_live_51Canary: {} } } } }),
  "what stands where retries do": {
    "client/client.json": {
      profiles: {},
      providers: {
        acme: { retries: "sk_live_51Canary", deadline: "sk_live_51Canary", idempotent: { sk_live_51Canary: 1 } },
      },
    },
  },
  "what stands where settings of failover do": {
    "client/client.json": {
      profiles: {
        p: {
          version: "1.0.0",
          defaults: { Send: { failoverAfter: "sk_live_51Canary" } },
          providers: { acme: { defaults: { Send: { failoverOn: ["sk_live_51Canary", 48151623, 48151623] } } } },
        },
      },
      providers: { acme: {} },
    },
  },
  "a pattern of a definition": {
    "client/client.json": { profiles: {}, providers: { acme: "file:acme.json" } },
    "client/acme.json": {
      name: "acme",
      services: [{ id: "default", baseUrl: "https://acme.example" }],
      defaultService: "default",
      idempotent: { sk_live_51Canary: true, "POST /x": "sk_live_51Canary" },
    },
  },
  "a map's path": {
    "client/client.json": {
      profiles: { p: { version: "1.0.0", providers: { acme: "https://canary@x" } } },
      providers: { acme: {} },
    },
  },
  "a number under a telling name, on the line of a mistake": {
    "client/client.json": '{ "profiles": { "p": { "file": "file:./p.json" } }, "providers": {} }',
    "client/p.json":
      '{ "name": "p", "version": "1.0.0",\n  "usecases": { "Send": { "input": { "properties": { "pin": { "const": 48151623 } } }, "resultt": {} } } }',
  },
  "an option in package.json": { "package.json": { sdkwright: { "canary=": 1 } } },
};

for (const [name, files] of Object.entries(wrong)) {
  test(`12.9: no message, hint or pointer shows ${name}`, async () => {
    assert.not.match(await told(files), /canary|48151623/i);
  });
}

test("12.9: frames keep booleans and numbers", async () => {
  const document = {
    profiles: {
      p: {
        version: "1.0.0",
        providers: {
          acme: { providerFailover: true, defaults: { Send: { retryPolicy: { kind: "none", maxRetries: 7 } } } },
        },
      },
    },
    providers: { acme: { requestTimeouts: 5000, retries: { limt: 7 }, security: [{ id: "key", apikey: 123456 }] } },
  };
  const frames = (await diagnosticsOf({ "client/client.json": document, "client/providers/acme.json": acme })).map(
    ({ frame }) => frame?.text.trim().replace(/,$/, ""),
  );
  for (const line of ['"providerFailover": true', '"maxRetries": 7', '"requestTimeouts": 5000', '"apikey": "***"'])
    assert.ok(frames.includes(line), `${line} in ${JSON.stringify(frames)}`);
});

test("12.9: a legal name, and what is near one, stays readable", async () => {
  const [unknown] = await diagnosticsOf({ "client/client.json": { providers: {}, paramters: {} } });
  assert.is(unknown?.message, 'unknown key "paramters"');
  const [id] = await diagnosticsOf({ "client/client.json": client, ...definition({ defaultService: "größe 1" }) });
  assert.is(id?.message, 'defaultService "größe 1" is not a service of provider "acme"');
});

test("12.9: a hint names words, and no punctuation of the rule", async () => {
  const [found] = await diagnosticsOf({ "client/client.json": client, ...definition({ name: "" }) });
  assert.is(found?.hint, undefined);
});

test.run();
