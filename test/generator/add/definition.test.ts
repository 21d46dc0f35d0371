import { suite } from "uvu";
import * as assert from "uvu/assert";
import { looksSecret } from "@sdkwright/runtime/config";
import type { GivenOptions } from "#generator/project/options.js";
import { adding, documentOf, JSON_ANSWER } from "./adding.js";

const test = suite("add: definition");

interface Definition {
  readonly [key: string]: unknown;
  readonly services: readonly { readonly id: string; readonly baseUrl: string }[];
}

/** The definition that a document gives, and the codes of what is said of it. */
function definitionOf(
  more: object,
  options: GivenOptions = {},
  operation: object = {},
): Promise<{ definition: Definition; codes: readonly string[]; summary: string; client: unknown }> {
  return adding(
    { "acme.json": documentOf(more, operation) },
    "acme.json",
    { name: "acme", ...options },
    ({ json, diagnostics, result }) => {
      assert.is(result.exitCode, 0, JSON.stringify(result.issues));
      const definition = json("client/providers/acme.json") as Definition;
      return {
        definition,
        codes: diagnostics.map(({ code }) => code),
        summary: result.summary,
        client: { ...(json("client/client.json") as object), $schema: undefined },
      };
    },
  );
}

const names: readonly (readonly [title: string, name: string])[] = [
  ["Acme Pay API", "acme-pay"],
  ["OpenAI API", "openai"],
  ["Microcks API v1.7", "microcks"],
  ["Acme REST API (v2.0)", "acme-rest"],
  ["Acme – Lookups", "acme-lookups"],
  ["Acme API 2024-05-01", "acme"],
  ["Acme, Version 3", "acme"],
  ["Bob's API", "bobs"],
  ["Auth0 Management API", "auth0-management"],
  ["Swagger2OpenAPI Converter", "swagger2openapi-converter"],
];

for (const [title, name] of names) {
  test(`name: ${title} → ${name}`, async () => {
    await adding({ "x.json": documentOf({ info: { title, version: "1" } }) }, "x.json", {}, ({ written }) => {
      assert.ok(written.includes(`providers/${name}.json`), written.join());
    });
  });
}

const unnamed: readonly (readonly [info: object | undefined, proposal: string])[] = [
  [{ title: "Acme v2 (beta)" }, "acme-beta"],
  [{ title: "3Scale" }, "scale"],
  [{ title: "Ácme" }, "acme"],
  [{ title: "天気" }, "weather"],
  [{ title: "API" }, "api"],
  [{}, "weather"],
  [undefined, "weather"],
];

for (const [info, proposal] of unnamed) {
  test(`name: ${JSON.stringify(info)} is asked for, with ${proposal} as the proposal`, async () => {
    await adding({ "weather 2.json": documentOf({ info }) }, "weather 2.json", {}, ({ result, written }) => {
      if (proposal === "api") return assert.is(result.exitCode, 0);
      assert.equal([result.exitCode, result.issues[0]?.code, written], [3, "SW0702", []]);
      assert.is(result.issues[0]?.hint, `sdkwright add 'weather 2.json' --name ${proposal}`);
    });
  });
}

test("name: one that comes to the identifiers of another provider is asked for (P3)", async () => {
  const client = { providers: { acme_pay: {} } };
  await adding({ "x.json": documentOf(), "client/client.json": client }, "x.json", {}, ({ result }) => {
    assert.equal([result.exitCode, result.issues[0]?.hint], [3, "sdkwright add x.json --name acme-pay-api"]);
  });
});

test("servers: the first is default, others are called after their description or host, numbered when they meet", async () => {
  const servers = [
    { url: "https://a.example", description: "Production" },
    { url: "https://b.example", description: "The European API, of course" },
    { url: "https://eu.c.example/v1" },
    { url: "https://eu.d.example/v1" },
    { url: "http://10.0.0.1/x", description: "..." },
  ];
  const { definition, summary } = await definitionOf({ servers });
  assert.equal(definition.services, [
    { id: "default", baseUrl: "https://a.example" },
    { id: "the-european-api", baseUrl: "https://b.example" },
    { id: "eu", baseUrl: "https://eu.c.example/v1" },
    { id: "eu-2", baseUrl: "https://eu.d.example/v1" },
    { id: "server", baseUrl: "http://10.0.0.1/x" },
  ]);
  assert.match(summary, /https:\/\/a\.example {2}\(the first of 5 servers: "Production"\)/);
});

test("servers: of http and https twins only https; equal ones are one service", async () => {
  const servers = [
    { url: "http://a.example" },
    { url: "https://a.example" },
    { url: "https://a.example" },
    { url: "http://b.example" },
  ];
  const { definition } = await definitionOf({ servers });
  assert.equal(
    definition.services.map(({ baseUrl }) => baseUrl),
    ["https://a.example", "http://b.example"],
  );
});

test("servers: those of paths and operations are further services", async () => {
  const get = {
    servers: [{ url: "https://upload.example/{v}", variables: { v: { default: "2" } } }],
    responses: { 200: JSON_ANSWER },
  };
  const paths = { "/a": { get }, "/b": { servers: [{ url: "https://b.example" }], get: { responses: {} } } };
  const { definition } = await definitionOf({ paths });
  assert.equal(definition.services.slice(1), [
    { id: "upload", baseUrl: "https://upload.example/{v}" },
    { id: "b", baseUrl: "https://b.example" },
  ]);
  assert.equal(definition["parameters"], [{ name: "v", default: "2" }]);
});

/** An operation with servers of its own. */
const served = (...servers: readonly object[]) => ({ get: { servers, responses: {} } });
const urlsOf = ({ services }: Definition) => services.map(({ baseUrl }) => baseUrl);

test("servers: the first of the document stays the default, however often operations and paths repeat it", async () => {
  const servers = [{ url: "https://prod.example" }, { url: "https://sandbox.example" }];
  const repeated = {
    "/a": { get: { responses: {} } },
    "/b": { servers: [servers[1]], get: { responses: {} } },
    "/c": served({ url: "https://PROD.example/" }),
    "/d": { servers: [servers[0]], get: { responses: {} } },
  };
  const flows = { clientCredentials: { tokenUrl: "/token", scopes: {} } };
  const components = { securitySchemes: { app: { type: "oauth2", flows } } };
  const { definition, summary } = await definitionOf({ servers, paths: repeated, components });
  assert.equal(urlsOf(definition), ["https://prod.example", "https://sandbox.example"]);
  assert.match(summary, /default +https:\/\/prod\.example {2}\(the first of 2 servers\)/);
  assert.match(JSON.stringify(definition), '"tokenUrl":"https://prod.example/token"');
  const given = await definitionOf({ servers, paths: repeated }, { service: ["default=https://stub.example"] });
  assert.equal(urlsOf(given.definition), ["https://stub.example", "https://sandbox.example"]);
});

test("servers: an https twin takes the place of the http one", async () => {
  const servers = [{ url: "http://prod.example" }, { url: "https://sandbox.example" }, { url: "https://prod.example" }];
  assert.equal(urlsOf((await definitionOf({ servers })).definition), [
    "https://prod.example",
    "https://sandbox.example",
  ]);
});

test("servers: one of an operation is not the default of the others", async () => {
  const paths = { "/a": { get: { responses: {} } }, "/up": served({ url: "https://upload.example" }) };
  const document = documentOf({ servers: undefined, paths });
  await adding({ "x.json": document }, "x.json", {}, ({ result, written }) => {
    assert.equal([result.exitCode, result.issues[0]?.code, written], [3, "SW0702", []]);
  });
  const { definition } = await definitionOf({ servers: undefined, paths: { "/up": paths["/up"] } });
  assert.equal(urlsOf(definition), ["https://upload.example"]);
});

test("servers: the same text with another default of a variable is another service", async () => {
  const of = (value: string) => ({ url: "https://{region}.a.example", variables: { region: { default: value } } });
  const paths = { "/a": { get: { responses: {} } }, "/b": served(of("eu")), "/c": served(of("us")) };
  const { definition } = await definitionOf({ servers: [of("us")], paths });
  assert.equal(urlsOf(definition), ["https://{region}.a.example", "https://{region_2}.a.example"]);
});

test("server variables: none fills a path by its name", async () => {
  const server = { url: "https://{region}.a.example", variables: { region: { default: "us" } } };
  const paths = { "/regions/{region}": { delete: { responses: {} } }, "/x/{region_2}": { get: { responses: {} } } };
  const { definition } = await definitionOf({ servers: [server], paths });
  assert.equal(urlsOf(definition), ["https://{region_3}.a.example"]);
  assert.equal(definition["parameters"], [{ name: "region_3", default: "us" }]);
});

test("servers: one that is relative or missing is asked for with --service; a further one is left out with a note", async () => {
  const cases: readonly (readonly [servers: unknown, proposal: string])[] = [
    [[], "https://api.example.com"],
    [undefined, "https://api.example.com"],
    [[{ url: "/v1" }], "https://api.example.com/v1"],
    [[{ url: "//h.example/v1" }], "https://h.example/v1"],
    [[{ url: "ftp://h.example" }], "https://api.example.com"],
  ];
  for (const [servers, proposal] of cases) {
    await adding({ "x.json": documentOf({ servers }) }, "x.json", { include: ["/**"] }, ({ result, written }) => {
      assert.equal([result.exitCode, result.issues[0]?.code, written], [3, "SW0702", []]);
      assert.is(result.issues[0]?.hint, `sdkwright add x.json --include '/**' --service default=${proposal}`);
    });
  }
  const { definition, codes } = await definitionOf({ servers: [{ url: "https://a.example" }, { url: "/v1" }] });
  assert.equal([definition.services.length, codes], [1, ["SW0705"]]);
});

test("--service: gives the base URL, and further services; a wrong one is wrong usage", async () => {
  const { definition } = await definitionOf(
    { servers: [{ url: "/v1" }] },
    { service: ["eu=https://eu.example", "default=https://a.example/v1"] },
  );
  assert.equal(definition.services, [
    { id: "default", baseUrl: "https://a.example/v1" },
    { id: "eu", baseUrl: "https://eu.example" },
  ]);
  for (const service of ["default", "default=ftp://a", "default=https://u:p@a.example", "1=https://a.example"]) {
    await adding({ "x.json": documentOf() }, "x.json", { service: [service] }, ({ result }) => {
      assert.equal([result.exitCode, result.issues[0]?.code], [3, "SW0302"], service);
    });
  }
});

const variables = {
  region: { default: "eu", enum: ["eu", "us"], description: "Where data stays." },
  tenant: { default: 2 ** 53 },
  "base.path": { default: "" },
  port: { default: 443 },
};

test("server variables: parameters with their default, an enum in the description; one that does not fit, and digits that may not be the document's", async () => {
  const servers = [{ url: "https://{tenant}.{region}.acme.example:{port}/{base.path}", variables }];
  const { definition, codes, summary } = await definitionOf({ servers });
  assert.is(definition.services[0]?.baseUrl, "https://{tenant}.{region}.acme.example:{port}/{base_path}");
  assert.equal(definition["parameters"], [
    { name: "tenant" },
    { name: "region", description: "Where data stays. One of eu, us.", default: "eu" },
    { name: "port", default: "443" },
    { name: "base_path" },
  ]);
  assert.equal(codes, ["SW0706"]);
  assert.match(summary, /createAcme\(\{ parameters: \{ tenant: "test", base_path: "test" \} \}\)/);
});

test("server variables: one of the same name and default is one parameter, another default another one", async () => {
  const of = (host: string, value: string) => ({
    url: `https://${host}.example/{v}`,
    variables: { v: { default: value } },
  });
  const { definition } = await definitionOf({ servers: [of("a", "1"), of("b", "1"), of("c", "2")] });
  assert.equal(
    definition.services.map(({ baseUrl }) => baseUrl),
    ["https://a.example/{v}", "https://b.example/{v}", "https://c.example/{v_2}"],
  );
  assert.equal(definition["parameters"], [
    { name: "v", default: "1" },
    { name: "v_2", default: "2" },
  ]);
});

test("variables of credentials are unlike each other (C17)", async () => {
  const scheme = { type: "http", scheme: "bearer" };
  const { summary } = await definitionOf({ components: { securitySchemes: { "a-b": scheme, a_b: scheme } } });
  assert.match(summary, /"id": "a-b", "token": "\$ACME_A_B_TOKEN" \}\n.*"id": "a_b", "token": "\$ACME_A_B_TOKEN_2"/);
});

test("--server-variable: a value in client.json, checked as rules P5 have it", async () => {
  const servers = [{ url: "https://{tenant}.{region}.acme.example", variables }];
  const { client } = await definitionOf({ servers }, { "server-variable": ["tenant=mine"] });
  assert.equal((client as { providers: object }).providers, { acme: { parameters: { tenant: "mine" } } });
  for (const variable of ["tenant=a/b", "nope=1", "tenant"]) {
    await adding({ "x.json": documentOf({ servers }) }, "x.json", { "server-variable": [variable] }, ({ result }) => {
      assert.equal([result.exitCode, result.issues[0]?.code], [3, "SW0302"], variable);
    });
  }
});

test("security schemes: what the format has, with the component's key as id; notes for the others", async () => {
  const securitySchemes = {
    key: { type: "apiKey", in: "header", name: "X-Key" },
    q: { type: "apiKey", in: "query", name: "key" },
    c: { type: "apiKey", in: "cookie", name: "sid" },
    auth: { type: "apiKey", in: "header", name: "authorization" },
    basic: { type: "http", scheme: "Basic" },
    bearer: { type: "http", scheme: "BEARER", bearerFormat: "JWT" },
    digest: { $ref: "#/components/x-schemes/d" },
    o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://t.example/token", scopes: {} } } },
    oidc: { type: "openIdConnect", openIdConnectUrl: "https://t.example/.well-known" },
    mtls: { type: "mutualTLS" },
    hoba: { type: "http", scheme: "hoba" },
    bad: { type: "apiKey", in: "header", name: "Content-Length" },
    none: null,
  };
  const components = { securitySchemes, "x-schemes": { d: { type: "http", scheme: "digest" } } };
  const { definition, codes, summary } = await definitionOf({ components });
  assert.equal(definition["securitySchemes"], [
    { id: "key", type: "apiKey", in: "header", name: "X-Key" },
    { id: "q", type: "apiKey", in: "query", name: "key" },
    { id: "c", type: "apiKey", in: "cookie", name: "sid" },
    { id: "auth", type: "apiKey", in: "header", name: "authorization" },
    { id: "basic", type: "http", scheme: "basic" },
    { id: "bearer", type: "http", scheme: "bearer", bearerFormat: "JWT" },
    { id: "digest", type: "http", scheme: "digest" },
    { id: "o", type: "oauth2", flow: "clientCredentials", tokenUrl: "https://t.example/token" },
    { id: "oidc", type: "http", scheme: "bearer" },
  ]);
  assert.equal(codes.filter((code) => code === "SW0706").length, 2);
  assert.equal(codes.filter((code) => code === "SW0705").length, 4);
  assert.match(summary, /o: tokens come from https:\/\/t\.example\/token/);
  assert.match(
    summary,
    /\{ "id": "basic", "username": "\$ACME_BASIC_USERNAME", "password": "\$ACME_BASIC_PASSWORD" \}/,
  );
});

test("a server or token URL whose variables decide the host is told with what it comes to", async () => {
  const servers = [
    { url: "https://{host}/v1", variables: { host: { default: "evil.example" } } },
    { url: "{base}/v2", variables: { base: { default: "https://evil2.example" } } },
    { url: "https://{sub}.acme.example/v3", variables: { sub: {} } },
    { url: "https://acme.example/{version}", variables: { version: { default: "v4" } } },
  ];
  const flows = { clientCredentials: { tokenUrl: "https://{host}/token?key=canary", scopes: {} } };
  const securitySchemes = {
    o: { type: "oauth2", flows },
    rel: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/t" } } },
  };
  const more = { servers, components: { securitySchemes } };
  const { summary } = await definitionOf(more);
  assert.match(summary, "  https://{host}/v1, filled in: https://evil.example/v1  (");
  assert.match(summary, "  {base}/v2, filled in: https://evil2.example/v2\n");
  assert.match(summary, "  https://{sub}.acme.example/v3\n");
  assert.match(summary, "  https://acme.example/{version}\n");
  assert.match(summary, "  o: tokens come from https://{host}/token?***, filled in: https://evil.example/token; ");
  assert.match(summary, "  rel: tokens come from https://{host}/t, filled in: https://evil.example/t; ");
  const given = { "server-variable": ["host=other.example"] };
  const { summary: byHand } = await definitionOf(more, given);
  assert.match(byHand, "  https://{host}/v1, filled in: https://other.example/v1  (");
  assert.match(byHand, "  https://{sub}.acme.example/v3\n");
});

const components = {
  securitySchemes: {
    a: { type: "http", scheme: "bearer" },
    b: { type: "apiKey", in: "header", name: "X-B" },
    c: { type: "http", scheme: "basic" },
    m: { type: "mutualTLS" },
  },
};

const securities: readonly (readonly [root: unknown, operation: unknown, security: unknown])[] = [
  [[{ a: [] }], undefined, "a"],
  [[{ a: [], b: [] }], undefined, ["a", "b"]],
  [[{ m: [] }, { b: [] }], undefined, "b"],
  [[{ a: [], c: [] }, { b: [] }], undefined, "b"],
  [[{ a: [] }, {}], undefined, undefined],
  [[{}], undefined, undefined],
  [[], undefined, undefined],
  [undefined, [{ m: [] }, { b: [] }], "b"],
  [undefined, undefined, undefined],
  [[{ nope: [] }], undefined, undefined],
];

for (const [root, operation, security] of securities) {
  test(`security: ${JSON.stringify(root)} and ${JSON.stringify(operation)} → ${JSON.stringify(security)}`, async () => {
    const { definition, client } = await definitionOf({ components, security: root }, {}, { security: operation });
    assert.equal(definition["security"], security);
    const entry = (client as { providers: { acme: { security?: { id: string }[] } } }).providers.acme;
    assert.equal(entry.security?.map(({ id }) => id) ?? [], [security ?? []].flat());
  });
}

test("security: without a root, what most operations accept that ask for something", async () => {
  const paths = {
    "/a": { get: { security: [{ a: [] }, { b: [] }], responses: {} } },
    "/b": { get: { security: [{ b: [] }], responses: {} } },
  };
  assert.is((await definitionOf({ components, paths })).definition["security"], "b");
  const open = { ...paths, "/c": { get: { responses: {} } } };
  assert.is((await definitionOf({ components, paths: open })).definition["security"], "b");
  const other = { ...paths, "/c": { get: { security: [{ a: [], c: [] }], responses: {} } } };
  assert.is((await definitionOf({ components, paths: other })).definition["security"], "b");
  const half = { "/a": { get: { security: [{ a: [] }] } }, "/b": { get: { security: [{ b: [] }] } } };
  assert.is((await definitionOf({ components, paths: half })).definition["security"], undefined);
});

const FASTAPI = {
  paths: {
    "/token": { post: { responses: { 200: JSON_ANSWER } } },
    "/items": { get: { security: [{ OAuth2PasswordBearer: [] }], responses: { 200: JSON_ANSWER } } },
    "/users/me": { get: { security: [{ OAuth2PasswordBearer: ["me"] }], responses: { 200: JSON_ANSWER } } },
  },
  components: {
    securitySchemes: {
      OAuth2PasswordBearer: { type: "oauth2", flows: { password: { scopes: {}, tokenUrl: "token" } } },
    },
  },
};

test("FastAPI: one scheme at the operations is the default, and its variable is named", async () => {
  const { definition, client, summary } = await definitionOf(FASTAPI);
  assert.is(definition["security"], "OAuth2PasswordBearer");
  assert.equal(client, {
    $schema: undefined,
    providers: { acme: { security: [{ id: "OAuth2PasswordBearer", token: "$ACME_TOKEN" }] } },
  });
  assert.match(summary, "Set these variables for your program:\n  ACME_TOKEN  token of OAuth2PasswordBearer\n");
  assert.not(looksSecret("OAuth2PasswordBearer"));
  assert.match(summary, /createAcme\(\);\s+console\.log\(await \w+\(acme\)\.json\(\)\);/);
});

test("FastAPI, two alternatives everywhere: the first is the default, and no call has to name one", async () => {
  const either = { security: [{ a: [] }, { b: [] }], responses: { 200: JSON_ANSWER } };
  const { definition, summary } = await definitionOf({
    components,
    paths: { "/x": { get: either }, "/y": { put: either } },
  });
  assert.is(definition["security"], "a");
  assert.match(summary, "await getX(acme).json()");
});

test("neighbour: of two schemes, of which most operations ask for one, that one; the variable of the other has its id", async () => {
  const securitySchemes = { ApiKeyAuth: components.securitySchemes.a, AdminApiKeyAuth: components.securitySchemes.a };
  const get = (scheme?: string) => ({
    get: { ...(scheme !== undefined && { security: [{ [scheme]: [] }] }), responses: { 200: JSON_ANSWER } },
  });
  const paths = {
    "/evals": get(),
    "/organization/users": get("AdminApiKeyAuth"),
    "/models": get("ApiKeyAuth"),
    "/files": get("ApiKeyAuth"),
  };
  const { definition, summary } = await definitionOf({ components: { securitySchemes }, paths });
  assert.is(definition["security"], "ApiKeyAuth");
  assert.match(summary, "  ACME_TOKEN  token of ApiKeyAuth\n");
  assert.match(summary, '{ "id": "AdminApiKeyAuth", "token": "$ACME_ADMIN_API_KEY_AUTH_TOKEN" }');
  assert.match(summary, /createAcme\(\);\s+console\.log\(await getModels\(acme\)\.json\(\)\);/);
});

const KLAVIYO =
  "Private key authentication is performed by setting the `Authorization` header to `Klaviyo-API-Key your-private-api-key`<br>";

const prefixes: readonly (readonly [description: string, prefix: string | undefined, name?: string])[] = [
  [KLAVIYO, "Klaviyo-API-Key "],
  ["Send `Authorization: Bot {token}`.", "Bot "],
  ["The key, with the prefix `ApiKey`, in the header `Authorization`", "ApiKey "],
  ["`Authorization: Token <YOUR_TOKEN>`, or `Token $KEY`", "Token "],
  ["Send `X-Key: Secret xxxx`", "Secret ", "X-Key"],
  ["Send `X-Other: Secret xxxx`", undefined, "X-Key"],
  ["Keys have the prefix `sk_`, test keys `sk`", undefined],
  ["`Authorization: Bot {token}` or `Authorization: Bearer {token}`", undefined],
  ["`GET /models` with your key", undefined],
  ["Call `sign_in first` before", undefined],
  ["", undefined],
];

for (const [description, prefix, name = "Authorization"] of prefixes) {
  test(`prefix: ${JSON.stringify(description)} → ${JSON.stringify(prefix)}`, async () => {
    const key = { type: "apiKey", in: "header", name, description };
    const { definition, codes } = await definitionOf({ components: { securitySchemes: { key } } });
    const scheme = { id: "key", type: "apiKey", in: "header", name };
    assert.equal(definition["securitySchemes"], [prefix === undefined ? scheme : { ...scheme, prefix }]);
    // The whole value of Authorization is told too.
    assert.equal(codes, prefix === undefined && name !== "Authorization" ? [] : ["SW0706"]);
  });
}

/** Ten GETs, so many of which have an optional header. */
function withHeader(name: string, count: number): { readonly [path: string]: object } {
  const parameters = [{ name, in: "header", required: false, schema: { type: "string" } }];
  const gets = Array.from({ length: 10 }, (_, index) => [
    `/v1/a${String(index)}s`,
    { get: { ...(index < count && { parameters }), responses: { 200: JSON_ANSWER } } },
  ]);
  return Object.fromEntries(gets) as { readonly [path: string]: object };
}

test("an optional header of nearly every operation that is named like a key is offered as a scheme", async () => {
  const { definition, client, codes, summary } = await definitionOf({ paths: withHeader("xi-api-key", 9) });
  assert.equal(definition["securitySchemes"], [{ id: "xi-api-key", type: "apiKey", in: "header", name: "xi-api-key" }]);
  assert.is(definition["security"], "xi-api-key");
  assert.equal(client, {
    $schema: undefined,
    providers: { acme: { security: [{ id: "xi-api-key", apikey: "$ACME_API_KEY" }] } },
  });
  assert.equal(codes, ["SW0706"]);
  assert.match(summary, 'Requests use "xi-api-key", unless');
});

test("neighbours: fewer operations, another name, and a scheme of the document that has it", async () => {
  for (const [name, count] of [
    ["xi-api-key", 8],
    ["Idempotency-Key", 10],
    ["X-CSRF-Token", 10],
    ["X-Request-Id", 10],
  ] as const)
    assert.is((await definitionOf({ paths: withHeader(name, count) })).definition["securitySchemes"], undefined, name);
  const securitySchemes = { main: { type: "apiKey", in: "header", name: "XI-API-Key" } };
  const known = await definitionOf({ paths: withHeader("xi-api-key", 10), components: { securitySchemes } });
  assert.equal(known.definition["securitySchemes"], [{ id: "main", ...securitySchemes.main }]);
  const root = { components, security: [{ a: [] }] };
  const asked = await definitionOf({ paths: withHeader("X-Auth-Token", 10), ...root });
  assert.is(asked.definition["security"], "a");
});

const header = (schema: object, name = "Acme-Version"): object => ({ name, in: "header", required: true, schema });

const headers: readonly (readonly [parameters: readonly object[], expected: object | undefined])[] = [
  [[header({ type: "string", default: "2024-01-01" })], { "Acme-Version": "2024-01-01" }],
  [[header({ enum: ["v2"] })], { "Acme-Version": "v2" }],
  [[header({ const: 3 })], { "Acme-Version": "3" }],
  [[header({ const: 2 ** 53 })], undefined],
  [[header({ $ref: "#/components/schemas/V" })], { "Acme-Version": "7" }],
  [[header({ enum: ["a", "b"] })], undefined],
  [[{ ...header({ default: "x" }), required: false }], undefined],
  [[header({ default: "sk_live_0123456789abcdefghij" })], undefined],
  [[header({ default: "Bearer x" }, "X-Token")], undefined],
  [[header({ default: "x" }, "Accept")], undefined],
  [[header({ const: "DELETE" }, "X-HTTP-Method-Override")], undefined],
  [[header({ const: "/admin" }, "x-original-url"), header({ const: "v1" })], { "Acme-Version": "v1" }],
  [[header({ const: "127.0.0.1" }, "X-Forwarded-For")], undefined],
];

for (const [parameters, expected] of headers) {
  test(`headers: ${JSON.stringify(parameters)} → ${JSON.stringify(expected)}`, async () => {
    const schemas = { V: { type: "integer", default: 7 } };
    const { definition } = await definitionOf({ components: { schemas } }, {}, { parameters });
    assert.equal(definition["headers"], expected);
  });
}

test("headers: those that are written are listed, and those that make another request of one are told", async () => {
  const parameters = [header({ const: "DELETE" }, "X-HTTP-Method-Override"), header({ const: "v1" })];
  const { summary, codes } = await definitionOf({}, {}, { parameters });
  assert.match(summary, "Every request has these headers:\n  Acme-Version: v1\n");
  assert.equal(codes, ["SW0705"]);
});

/** The constant headers of a document with operations that have these, each as one schema. */
async function headersOf(...operations: readonly (readonly object[])[]): Promise<unknown> {
  const paths = operations.map((parameters, index) => [`/${String(index)}`, { get: { parameters, responses: {} } }]);
  return (await definitionOf({ paths: Object.fromEntries(paths) as object })).definition["headers"];
}

test("K8 8a: a header that every operation has with one value is taken, where it is optional in some too", async () => {
  const revision = header({ type: "string", default: "2026-07-15" }, "revision");
  const optional = { ...revision, required: false };
  assert.equal(await headersOf([revision], [revision], [optional]), { revision: "2026-07-15" });
  assert.equal(await headersOf([optional], [revision]), { revision: "2026-07-15" });
});

test("K8 neighbours: the name in another case, an only value of an enum; not in one, with another value, required in none", async () => {
  const [one, only] = [header({ default: "1" }), { ...header({ enum: ["1"] }, "ACME-VERSION"), required: false }];
  assert.equal(await headersOf([one], [only]), { "Acme-Version": "1" });
  assert.is(await headersOf([one], []), undefined);
  assert.is(await headersOf([one], [header({ default: "2" })]), undefined);
  assert.is(await headersOf([one], [{ ...header({}), required: false }]), undefined);
  assert.is(await headersOf([only], [only]), undefined);
});

test("the first call is the simplest GET, with what it needs", async () => {
  const paths = {
    "/users/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: JSON_ANSWER },
      },
    },
    "/old": { get: { deprecated: true, responses: { 200: JSON_ANSWER } } },
    "/find": {
      get: {
        parameters: [{ name: "q", in: "query", required: true, schema: { enum: ["x"] } }],
        security: [{ a: [] }],
        responses: { 200: { content: { "text/csv": {} } } },
      },
    },
  };
  const { summary } = await definitionOf({ paths, components });
  assert.match(summary, /console\.log\(await getUsersById\(acme, \{ params: \{ id: 1 \} \}\)\.json\(\)\);/);
  const { summary: other } = await definitionOf({
    paths: { "/find": paths["/find"], "/x": { post: { responses: {} } } },
    components,
    security: [],
  });
  assert.match(other, /createAcme\(\{ credentials: \{ a: \{ token: process\.env\["ACME_TOKEN"\] \?\? "" \} \} \}\)/);
  assert.match(other, /await getFind\(acme, \{ query: \{ q: "x" \}, security: "a" \}\)\.text\(\)/);
});

test("39: the first call is a named one, of a function that is imported; by another name where its own is taken", async () => {
  const call = async (operationId: string) =>
    (await definitionOf({ paths: { "/a": { get: { operationId, responses: { 200: JSON_ANSWER } } } } })).summary;
  const listed = await call("pets/list");
  assert.match(listed, 'import { petsList } from "./generated/operations/acme.calls.js";');
  assert.match(listed, "await petsList(acme).json()");
  assert.match(await call("acme"), /import \{ acme as acme_ \} [^]*await acme_\(acme\)\.json\(\)/);
  assert.match(await call("createAcme"), /import \{ createAcme as createAcme_ \} [^]*await createAcme_\(acme\)/);
});

test("the first call does not ask for what a scheme sets", async () => {
  const parameters = ["api_key", "city"].map((name) => ({ name, in: "query", required: true, schema: {} }));
  const { summary } = await definitionOf({
    paths: { "/forecast": { get: { parameters, responses: { 200: JSON_ANSWER } } } },
    components: { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } },
    security: [{ key: [] }],
  });
  assert.match(summary, 'getForecast(acme, { query: { city: "test" } })');
});

const OPTIONAL = { parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }] };

/** Paths of GETs in the document's order, and the name of the one that is called first. */
const firstCalls: readonly (readonly [paths: { readonly [path: string]: object }, chosen: string])[] = [
  [{ "/evals": {}, "/models": {}, "/files": {} }, "getModels"],
  [{ "/logs": OPTIONAL, "/api-keys": {}, "/domains": OPTIONAL }, "getDomains"],
  [{ "/users": {}, "/users/me": {}, "/users/me/tokens": {} }, "getUsersMe"],
  [{ "/jobs": {}, "/services/count": {}, "/services/labels": {}, "/services": OPTIONAL }, "getServices"],
  [{ "/search": {}, "/v1/orders": OPTIONAL, "/v1/crates": {} }, "getV1Crates"],
  [{ "/apiKeys": {}, "/v1/keywords": {} }, "getV1Keywords"],
  [{ "/status": {}, "/2010-04-01/Messages.json": {} }, "get20100401MessagesJson"],
  [{ "/auth.test": {}, "/users.list": OPTIONAL }, "getUsersList"],
  [{ "/me": { deprecated: true }, "/jwks": {} }, "getJwks"],
  [{ "/health": {}, "/v1/ping": {} }, "getHealth"],
  [{ "/rest/user": OPTIONAL, "/rest/myself": OPTIONAL }, "getRestMyself"],
  [{ "/nodes": OPTIONAL, "/images/json": OPTIONAL, "/containers/{id}/json": OPTIONAL }, "getImagesJson"],
];

for (const [gets, chosen] of firstCalls) {
  test(`the first call: of ${Object.keys(gets).join(", ")} it is ${chosen}`, async () => {
    const paths = Object.fromEntries(
      Object.entries(gets).map(([path, more]) => [path, { get: { responses: { 200: JSON_ANSWER }, ...more } }]),
    );
    assert.match((await definitionOf({ paths })).summary, `await ${chosen}(acme).json()`);
  });
}

test("the first call without a GET is the shortest path, whatever its words", async () => {
  const post = { post: { responses: { 200: JSON_ANSWER } } };
  const { summary } = await definitionOf({ paths: { "/net/models": post, "/net/status": post, "/net/go": post } });
  assert.match(summary, "await postNetGo(acme).json()");
});

test.run();
