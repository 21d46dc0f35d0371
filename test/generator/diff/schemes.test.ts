import type { SecurityScheme } from "@sdkwright/runtime/config";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { compareModels } from "#generator/diff/compare.js";
import type { PublicModel, PublicProvider } from "#generator/surface/public-model.js";
import { readModel } from "#generator/surface/read-model.js";
import { model } from "./models.js";
import { line } from "./told.js";

const test = suite("diff of OAuth 2, signatures and prefixes");

const TOKEN_URL = "https://auth.acme.example/{TENANT}/token";
const OAUTH2 = {
  type: "oauth2",
  flow: "clientCredentials",
  tokenUrl: TOKEN_URL,
  clientAuthentication: "basic",
} as const;
const SIGNATURE = { type: "signature", headers: ["authorization", "x-date"] } as const;
const KEY = { type: "apiKey", in: "header", name: "X-Key" } as const;

function withScheme(scheme: SecurityScheme, more: Partial<PublicProvider> = {}): PublicModel {
  return model(({ providers }) =>
    Object.assign(providers["acme"] ?? {}, { securitySchemes: { app: scheme }, ...more }),
  );
}

function told(before: PublicModel, after: PublicModel): string[] {
  return compareModels(before, after).map(line);
}

const FILE = "client/providers/acme.json";
const APP = 'security scheme "app" of provider "acme"';
const at = (field: string) => `@ ${FILE} securitySchemes app ${field}`.trim();

function scheme(before: SecurityScheme, after: SecurityScheme): string[] {
  return told(withScheme(before), withScheme(after));
}

test("what looks issued, user info and queries are hidden in values, wherever they stand", () => {
  const issued = "sk_live_51Hc0ffee8Qq7Zr2Tn9Vb4Xk6Mw1Jd";
  for (const value of [issued, `https://canary:canary@host.example/?key=canary`, `https://hooks.example/${issued}/x`]) {
    const after = { ...OAUTH2, scopes: [value], audience: value, tokenUrl: `https://auth.example/${issued}` };
    const lines = scheme(OAUTH2, after).join("\n");
    assert.not.match(lines, /canary|sk_live/);
    assert.match(lines, /audience.*\*\*\*/);
  }
  const moved = told(withScheme(KEY), withScheme(KEY, { services: { default: `https://hooks.example/${issued}/v1` } }));
  assert.match(moved.join(), `is now "https://hooks.example/***/v1"`);
});

test("another token URL is another destination of the client's secret; another spelling is none", () => {
  const elsewhere = { ...OAUTH2, tokenUrl: "https://other.example/token" };
  assert.equal(scheme(OAUTH2, elsewhere), [
    `behavioural!: the token URL of ${APP} is now "https://other.example/token", before "${TOKEN_URL}" ${at("tokenUrl")}`,
  ]);
  const spelt = { ...OAUTH2, tokenUrl: "https://AUTH.acme.example:443/{TENANT}/token" };
  assert.equal(scheme(OAUTH2, spelt), [
    `compatible: the token URL of ${APP} is now "${spelt.tokenUrl}", before "${TOKEN_URL}": the same place ${at("tokenUrl")}`,
  ]);
});

test("the query of a token URL is not told: there may be a key in it", () => {
  const keyed = (key: string) => ({ ...OAUTH2, tokenUrl: `https://auth.acme.example/token?code=${key}` });
  assert.equal(
    [scheme(OAUTH2, keyed("one")), scheme(keyed("one"), keyed("two"))],
    [
      [`behavioural!: the token URL of ${APP} is now "https://auth.acme.example/token?***", before "${TOKEN_URL}" ${at("tokenUrl")}`], // prettier-ignore
      [`behavioural!: the token URL of ${APP} has another query ${at("tokenUrl")}`],
    ],
  );
});

test("a token URL that a parameter's default writes out is the same place", () => {
  const parameters = { TENANT: { default: "eu" } };
  const [before, after] = [OAUTH2, { ...OAUTH2, tokenUrl: "https://auth.acme.example/eu/token" }];
  const changes = compareModels(withScheme(before, { parameters }), withScheme(after, { parameters }));
  assert.equal(
    changes.map((change) => [change.class, change.credentialDestination]),
    [["behavioural", undefined]],
  );
});

test("a parameter of a token URL decides where credentials go", () => {
  const parameters = (value: string) => ({ parameters: { TENANT: { default: value } } });
  assert.equal(told(withScheme(OAUTH2, parameters("eu")), withScheme(OAUTH2, parameters("us"))), [
    `behavioural!: the default of parameter "TENANT" of provider "acme" changed; a token URL uses it @ ${FILE} parameters TENANT default`,
  ]);
});

test("scopes, audience and the way to show who the client is", () => {
  const scoped = { ...OAUTH2, scopes: ["read", "write"] };
  assert.equal(scheme(OAUTH2, scoped), [
    `behavioural: ${APP} now asks for the scopes "read" and "write", before for no scopes ${at("scopes")}`,
  ]);
  assert.equal(scheme(scoped, { ...OAUTH2, scopes: ["write", "read"] }), [
    'compatible: the lock says the same of provider "acme" in another way @ client',
  ]);
  assert.equal(scheme(OAUTH2, { ...OAUTH2, audience: "a" }), [
    `behavioural: "audience" of ${APP} is now "a", before none ${at("audience")}`,
  ]);
  assert.equal(scheme(OAUTH2, { ...OAUTH2, clientAuthentication: "post" }), [
    `behavioural!: "clientAuthentication" of ${APP} is now "post", before "basic" ${at("clientAuthentication")}`,
  ]);
});

test("another flow and another kind have other credentials", () => {
  const refreshed = { ...OAUTH2, flow: "refreshToken" } as const;
  assert.equal(scheme(OAUTH2, refreshed), [
    `breaking!: ${APP} is now OAuth 2 by a refresh token, before OAuth 2 by the client's credentials: its credentials are "clientId" and "refreshToken"; token URL "${TOKEN_URL}" of scheme "app" ${at("")}`,
  ]);
  assert.equal(scheme(refreshed, SIGNATURE), [
    `breaking!: ${APP} is now a signature, before OAuth 2 by a refresh token: its credentials are "sign"; may write "authorization" and "x-date" ${at("")}`,
  ]);
});

test("12: what else a scheme of another kind says", () => {
  const refreshed = { ...OAUTH2, flow: "refreshToken", scopes: ["admin"], clientAuthentication: "post" } as const;
  assert.match(
    scheme(OAUTH2, refreshed).join(),
    '"refreshToken"; asks for the scope "admin"; "clientAuthentication" "post"; token URL',
  );
  const query = { ...KEY, in: "query", name: "callback" } as const;
  assert.equal(scheme({ ...KEY, prefix: "Bot " }, query), [
    `behavioural!: ${APP} is now an API key in the query, before an API key in the header; as "callback" ${at("")}`,
  ]);
  const digest = { type: "http", scheme: "digest", statusCode: 200, challengeHeader: "x-challenge", authorizationHeader: "authorization" } as const; // prettier-ignore
  assert.match(
    scheme({ type: "http", scheme: "basic" }, digest).join(),
    '"statusCode" 200; "challengeHeader" "x-challenge" @',
  );
});

test("headers of a signature: the order says nothing", () => {
  assert.equal(scheme(SIGNATURE, { type: "signature", headers: ["x-date", "x-mac"] }), [
    `behavioural!: ${APP} may now write "x-mac", and may no longer write "authorization" ${at("headers")}`,
  ]);
  assert.equal(scheme(SIGNATURE, { type: "signature", headers: ["authorization"] }), [
    `behavioural: ${APP} may no longer write "x-date" ${at("headers")}`,
  ]);
  assert.equal(scheme(SIGNATURE, { type: "signature", headers: ["x-date", "authorization"] }), [
    'compatible: the lock says the same of provider "acme" in another way @ client',
  ]);
});

test("a prefix, and a name beside it", () => {
  assert.equal(scheme(KEY, { ...KEY, prefix: "Bot ", name: "Authorization" }), [
    `behavioural!: ${APP} now sends its key in the header as "Authorization", before its key in the header as "X-Key" ${at("name")}`,
    `behavioural: ${APP} now sends its key after "Bot ", before alone ${at("prefix")}`,
  ]);
});

test("a lock keeps them, and nothing that is not of their form", () => {
  const schemes = [OAUTH2, { ...OAUTH2, scopes: ["a"], audience: "b" }, SIGNATURE, { ...KEY, prefix: "Bot " }];
  for (const each of schemes) {
    const kept = withScheme(each);
    assert.equal(readModel(JSON.parse(JSON.stringify(kept))), kept);
  }
  for (const bad of [
    { ...OAUTH2, scopes: "a" },
    { ...OAUTH2, flow: "x" },
    { type: "signature" },
    { ...KEY, prefix: 1 },
  ])
    assert.is(readModel(withScheme(bad as never)), undefined);
});

test.run();
