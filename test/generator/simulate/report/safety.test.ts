import { suite } from "uvu";
import * as assert from "uvu/assert";
import { pigeon, raven, report, unfailing, wordsOf } from "./project.js";

const test = suite("what a report never gives away, and never runs");

const EVIL = `"><script>alert('taken')</script><img src=x onerror=alert(1)>\u202E</style>`;
const ISSUED = "sk_live_51Hc0ffee8Qq7Zr2Tn9Vb4Xk6Mw1Jd";

const hostile = {
  ...unfailing,
  "client/providers/raven.json": {
    ...raven,
    parameters: [{ name: "PART", description: EVIL, default: EVIL }],
    openapi: "../raven.openapi.json",
  },
  "client/raven.openapi.json": {
    openapi: "3.1.0",
    info: { title: EVIL, version: "1" },
    paths: {
      "/<b>x</b>": { get: { summary: EVIL, responses: { 200: { description: EVIL } } } },
      [`/hooks/${ISSUED}`]: { post: { summary: `uses ${ISSUED}`, responses: { 200: { description: "" } } } },
    },
  },
};

test("names, paths and words of vendors are text, whatever stands in them", async () => {
  const { page, status } = await report(hostile);
  assert.is(status, 0);
  assert.not.match(page, /<script|<img|<b>x|\u202E/);
  assert.ok(page.includes("&lt;script&gt;alert(&#39;taken&#39;)&lt;/script&gt;"));
  assert.ok(page.includes("\\u202e"));
  assert.ok(page.includes("GET /&lt;b&gt;x&lt;/b&gt;"));
  assert.is(page.split("</style>").length, 2);
});

test("operations are counted and listed, folded; what looks issued is hidden", async () => {
  const { page } = await report(hostile);
  assert.ok(page.includes("<summary>2 operations of client/raven.openapi.json</summary>"));
  assert.not.ok(page.includes(ISSUED));
  assert.match(wordsOf(page), /POST \/hooks\/\*\*\* uses \*\*\*/);
});

test("where defaults decide the host, the page names it", async () => {
  const flow = { type: "oauth2", flow: "clientCredentials", tokenUrl: "https://{HOST}/token" };
  const { page } = await report({
    ...unfailing,
    "client/providers/raven.json": {
      ...raven,
      services: [{ id: "default", baseUrl: "https://{HOST}/v1" }],
      defaultService: "default",
      securitySchemes: [{ id: "app", ...flow }],
      parameters: [{ name: "HOST", default: "evil.example" }],
    },
  });
  const words = wordsOf(page);
  assert.match(words, /https:\/\/\{HOST\}\/v1 .*filled in: https:\/\/evil\.example/);
  assert.match(words, /tokens from https:\/\/\{HOST\}\/token, filled in: https:\/\/evil\.example/);
});

test("where a literal of client.json decides the host, the page names it, and nothing else of the literal", async () => {
  const flow = { type: "oauth2", flow: "clientCredentials", tokenUrl: "{BASE}/token" };
  const parameters = { BASE: "https://evil.example/canary-path", ZONE: "zone.example", TENANT: "$RAVEN_TENANT" };
  const services = ["{BASE}/v1", "https://raven.example/a", "https://raven.example/b"];
  const given = { security: [{ id: "app", clientId: "$A", clientSecret: "$B" }], parameters };
  const overrides = { one: "https://up.{ZONE}/canary-path", two: "https://{TENANT}.{ZONE}" };
  const { page } = await report({
    ...unfailing,
    "client/client.json": { providers: { pigeon: {}, raven: { ...given, services: overrides } } },
    "client/providers/raven.json": {
      ...raven,
      services: ["default", "one", "two"].map((id, index) => ({ id, baseUrl: services[index] })),
      securitySchemes: [{ id: "app", ...flow }],
      parameters: [{ name: "BASE", default: "https://api.raven.example" }, { name: "ZONE" }, { name: "TENANT" }],
    },
  });
  const words = wordsOf(page);
  assert.match(words, /\{BASE\}\/v1 [^{]*filled in: https:\/\/evil\.example /);
  assert.match(words, /tokens from \{BASE\}\/token, filled in: https:\/\/evil\.example /);
  assert.match(words, /https:\/\/up\.\{ZONE\}\/… [^{]*filled in: https:\/\/up\.zone\.example /);
  assert.match(words, /https:\/\/\{TENANT\}\.\{ZONE\} [^{]*filled in: https:\/\/\{TENANT\}\.zone\.example /);
  assert.not.match(page, /canary|api\.raven/);
});

test("no value of a variable, credential or parameter", async () => {
  const given = {
    providers: {
      pigeon: {
        security: [
          { id: "login", username: "canary-literal-user", password: "canary-literal-password" },
          { id: "key", apikey: "$PIGEON_KEY" },
        ],
        parameters: { ACCOUNT: "canary-account" },
        services: { media: "https://media.pigeon.example/canary-path-token" },
      },
      raven: {},
    },
  };
  const services = pigeon.services.map(({ id, baseUrl }) => ({ id, baseUrl: `${baseUrl}/{ACCOUNT}` }));
  const definition = { ...pigeon, services, parameters: [{ name: "REGION" }, { name: "ACCOUNT" }] };
  const files = { ...unfailing, "client/client.json": given, "client/providers/pigeon.json": definition };
  const { page, stdout, stderr } = await report(files, { env: { PIGEON_KEY: "canary-of-environment" } });
  for (const text of [page, stdout, stderr]) assert.not.match(text, /canary/);
  const words = wordsOf(page);
  assert.ok(words.includes("ACCOUNT client.json"));
  assert.ok(
    words.includes("media https://media.pigeon.example/… from client.json, instead of https://media.pigeon.example/"),
  );
  assert.ok(words.includes("username: from code, password: from code"), "rules C17: no literal is emitted");
});

test("a base URL has neither user info nor query, wherever it comes from", async () => {
  const services = [{ id: "default", baseUrl: `https://raven.example/hooks/${ISSUED}` }];
  const { page } = await report({ ...unfailing, "client/providers/raven.json": { ...raven, services } });
  assert.not.ok(page.includes(ISSUED));
  assert.ok(page.includes("https://raven.example/hooks/***"));
});

test("it names no folder of the machine", async () => {
  const { page } = await report(unfailing);
  assert.not.match(page, /\/tmp\/|sdkwright-[A-Za-z0-9]{6}\b/);
});

test.run();
