import type { ExpectedIssue, FormatCase } from "./format-case.js";

const VALID = {
  name: "acme",
  services: [{ id: "default", baseUrl: "https://acme.example/v1" }],
  defaultService: "default",
};
const SCHEME = "/securitySchemes/0";
const BASE_URL = "/services/0/baseUrl";

function scheme(...securitySchemes: readonly unknown[]): object {
  return { ...VALID, securitySchemes };
}

function baseUrl(text: unknown, parameters?: readonly unknown[]): object {
  return { ...VALID, services: [{ id: "default", baseUrl: text }], ...(parameters && { parameters }) };
}

function one(
  code: string,
  pointer: string,
  details: Omit<ExpectedIssue, "code" | "pointer"> = {},
): readonly ExpectedIssue[] {
  return [{ code, pointer, ...details }];
}

function without(record: object, key: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

const key = { id: "key", type: "apiKey", in: "header", name: "X-Key" };
const digest = { id: "digest", type: "http", scheme: "digest" };
const digestDefaults = {
  type: "http",
  scheme: "digest",
  statusCode: 401,
  challengeHeader: "www-authenticate",
  authorizationHeader: "authorization",
};

const serviceCases: readonly FormatCase[] = [
  { id: "services-empty", document: { ...VALID, services: [] }, issues: one("SW1104", "/services") },
  {
    id: "default-unknown",
    document: { ...VALID, services: [{ id: "billing", baseUrl: "https://acme.example" }], defaultService: "biling" },
    issues: one("SW1203", "/defaultService", {
      says: ['defaultService "biling" is not a service of provider "acme"', 'did you mean "billing"?'],
    }),
  },
  {
    id: "default-unknown: not inherited",
    document: { ...VALID, defaultService: "constructor" },
    issues: one("SW1203", "/defaultService", { says: ['services: "default"'] }),
  },
  {
    id: "id-duplicate: services",
    document: { ...VALID, services: [VALID.services[0], { id: "default", baseUrl: "https://b.example" }] },
    issues: one("SW1201", "/services/1/id", { says: ['"default"'] }),
  },
  {
    id: "id-duplicate: schemes",
    document: scheme(key, { ...key, in: "query" }),
    issues: one("SW1202", "/securitySchemes/1/id", { says: ['"key"'] }),
  },
  ...["Foo", "2notion", "", "a b", "unverified/", "a\n"].map((name) => ({
    id: `name-bad: ${JSON.stringify(name)}`,
    document: { ...VALID, name },
    issues: one("SW1104", "/name", { says: ['"name": expected a provider name'] }),
  })),
  { id: "name with digits", document: { ...VALID, name: "notion2" }, values: { "/name": "notion2" } },
  { id: "name-unverified", document: { ...VALID, name: "unverified/foo" }, values: { "/name": "unverified/foo" } },
  ...["us-1", "1a", "a b", "bearer_token", "constructor", "é_"].map((id) => ({
    id: `identifier: ${JSON.stringify(id)}`,
    document: { ...scheme({ ...key, id }), services: [{ id, baseUrl: "https://acme.example" }], defaultService: id },
    values: { [`/services/${id}`]: { baseUrl: "https://acme.example" }, [`/securitySchemes/${id}/in`]: "header" },
  })),
  ...["", "1", "-", "é", "a\u0000"].map((id) => ({
    id: `identifier: ${JSON.stringify(id)} as a scheme`,
    document: scheme({ ...key, id }),
    issues: one("SW1104", `${SCHEME}/id`),
  })),
  {
    id: "identifier: wrong as a service",
    document: { ...VALID, services: [{ id: "1", baseUrl: "https://a.example" }] },
    issues: one("SW1104", "/services/0/id"),
  },
  ...["name", "services", "defaultService"].map((name) => ({
    id: `required-${name}`,
    document: without(VALID, name),
    issues: one("SW1102", "", { says: [`"${name}"`] }),
  })),
  ...["name", "services", "defaultService"].map((name) => ({
    id: `required-${name}: of another type`,
    document: { ...VALID, [name]: 1 },
    issues: one("SW1103", `/${name}`),
  })),
  ...["id", "baseUrl"].flatMap((name) => [
    {
      id: `required-${name}`,
      document: { ...VALID, services: [without({ id: "default", baseUrl: "https://a.example" }, name)] },
      issues: one("SW1102", "/services/0", { says: [`"${name}"`] }),
    },
    {
      id: `required-${name}: of another type`,
      document: { ...VALID, services: [{ id: "default", baseUrl: "https://a.example", [name]: 1 }] },
      issues: one("SW1103", `/services/0/${name}`),
    },
  ]),
  {
    id: "required-baseUrl: misspelt",
    document: { ...VALID, services: [{ id: "default", baseURL: "x" }] },
    issues: one("SW1101", "/services/0/baseURL", { target: "key", says: ['did you mean "baseUrl"?'] }),
  },
  {
    id: "unknown-key",
    document: { ...VALID, paramters: [{ nam: 1 }] },
    issues: one("SW1101", "/paramters", { target: "key", says: ['did you mean "parameters"?'] }),
  },
  { id: "$schema", document: { ...VALID, $schema: "./provider.schema.json" } },
];

const schemeCases: readonly FormatCase[] = [
  {
    id: "scheme-typo: in",
    document: scheme({ ...key, in: "heder" }),
    issues: one("SW1104", `${SCHEME}/in`, { says: ['"heder"', '"header"'] }),
  },
  {
    id: "scheme-typo: no scheme",
    document: scheme({ id: "a", type: "http" }),
    issues: one("SW1102", SCHEME, { says: ['"scheme"'] }),
  },
  {
    id: "scheme-typo: unknown scheme",
    document: scheme({ id: "a", type: "http", scheme: "oauth" }),
    issues: one("SW1104", `${SCHEME}/scheme`, { says: ['"digest"'] }),
  },
  {
    id: "scheme-typo: unknown type",
    document: scheme({ ...key, type: "apikey" }),
    issues: one("SW1104", `${SCHEME}/type`),
  },
  {
    id: "scheme-typo: extra key",
    document: scheme({ ...key, scheme: "basic" }),
    issues: one("SW1101", `${SCHEME}/scheme`, { target: "key" }),
  },
  { id: "scheme-typo: no object", document: scheme("key"), issues: one("SW1103", SCHEME) },
  {
    id: "scheme-in",
    document: scheme({ ...key, in: "fragment" }),
    issues: one("SW1104", `${SCHEME}/in`, { says: ['"header", "query", "body", "path" or "cookie"'] }),
  },
  ...["header", "query", "body", "path", "cookie"].map((place) => ({
    id: `scheme-in: ${place}`,
    document: scheme({ ...key, in: place }),
    values: { "/securitySchemes/key": { type: "apiKey", in: place, name: "X-Key" } },
  })),
  ...["{key}", "a/b"].map((name) => ({
    id: `scheme-in: path, ${name}`,
    document: scheme({ ...key, in: "path", name }),
    issues: one("SW1209", `${SCHEME}/name`),
  })),
  { id: "digest-defaults", document: scheme(digest), values: { "/securitySchemes/digest": digestDefaults } },
  {
    id: "digest-defaults: case does not matter",
    document: scheme({
      ...digest,
      challengeHeader: "WWW-Authenticate",
      authorizationHeader: "X-Auth",
      statusCode: 403,
    }),
    values: { "/securitySchemes/digest": { ...digestDefaults, authorizationHeader: "x-auth", statusCode: 403 } },
  },
  ...[401.5, 99, 199, 407, 600].map((statusCode) => ({
    id: `digest-status: ${statusCode}`,
    document: scheme({ ...digest, statusCode }),
    issues: one(statusCode === 401.5 ? "SW1103" : "SW1104", `${SCHEME}/statusCode`, { says: [String(statusCode)] }),
  })),
  ...[200, 401, 403, 599].map((statusCode) => ({
    id: `digest-status: ${statusCode}`,
    document: scheme({ ...digest, statusCode }),
    values: { "/securitySchemes/digest/statusCode": statusCode },
  })),
  {
    id: "bearer-format: on bearer",
    document: scheme({ id: "b", type: "http", scheme: "bearer", bearerFormat: "JWT" }),
    values: { "/securitySchemes/b": { type: "http", scheme: "bearer" } },
  },
  {
    id: "bearer-format: on basic",
    document: scheme({ id: "b", type: "http", scheme: "basic", bearerFormat: "JWT" }),
    issues: one("SW1101", `${SCHEME}/bearerFormat`, { target: "key" }),
  },
  ...["id", "type", "in", "name"].flatMap((name) => [
    {
      id: `required-${name}: of a scheme`,
      document: scheme(without(key, name)),
      issues: one("SW1102", SCHEME, { says: [`"${name}"`] }),
    },
    {
      id: `required-${name}: of a scheme, of another type`,
      document: scheme({ ...key, [name]: 1 }),
      issues: one("SW1103", `${SCHEME}/${name}`),
    },
  ]),
  { id: "no-schemes: absent", document: VALID, values: { "/securitySchemes": {} } },
  { id: "no-schemes: []", document: scheme(), values: { "/securitySchemes": {} } },
  ...[
    "Host",
    "content-length",
    "Transfer-Encoding",
    "connection",
    "Upgrade",
    "TE",
    "trailer",
    "keep-alive",
    "expect",
    "X Key",
    "é",
  ].map((name) => ({
    id: `header-name: ${name}`,
    document: scheme({ ...key, name }),
    issues: one("SW1209", `${SCHEME}/name`, { says: [JSON.stringify(name)] }),
  })),
  {
    id: "header-name: of a digest answer",
    document: scheme({ ...digest, authorizationHeader: "Host" }),
    issues: one("SW1209", `${SCHEME}/authorizationHeader`),
  },
  { id: "header-name: as a query parameter", document: scheme({ ...key, in: "query", name: "host" }) },
  {
    id: "key-body-path",
    document: scheme({ ...key, in: "body", name: "/a/b" }),
    values: { "/securitySchemes/key/name": "/a/b" },
  },
  ...["/", "/a//b", "/a/"].map((name) => ({
    id: `key-body-path: ${name}`,
    document: scheme({ ...key, in: "body", name }),
    issues: one("SW1209", `${SCHEME}/name`),
  })),
];

const baseUrlCases: readonly FormatCase[] = [
  ...[
    "https://u:s3cret@acme.example",
    "https://acme.example?key=s3cret",
    "https://acme.example#f",
    "ftp://acme.example",
    "ftp:",
    "//u:s3cret@acme.example",
    "//u:s3/cret@acme.example",
    "https:///u:s3cret@acme.example",
    "HTTP:u:s3cret@acme.example",
    "u:s3cret@acme.example/v1",
    "s3cret@acme.example",
  ].map((text) => ({
    id: `base-url: ${text}`,
    document: baseUrl(text),
    issues: one("SW1205", BASE_URL),
  })),
  ...["noop.localhost", "localhost:3000"].map((text) => ({
    id: `base-url-bare: ${text}`,
    document: baseUrl(text),
    issues: one("SW1206", BASE_URL, { severity: "warning" }),
    values: { "/services/default/baseUrl": text },
  })),
  {
    id: "base-url-parameter",
    document: baseUrl("{HTTP_SCHEME}://api.example/", [{ name: "HTTP_SCHEME", default: "https", description: "…" }]),
    values: { "/parameters": { HTTP_SCHEME: { default: "https" } } },
  },
  {
    id: "base-url-parameter: a default that cannot stand there",
    document: baseUrl("https://{region}.example", [{ name: "a" }, { name: "region", default: "s3cret/" }]),
    issues: one("SW1205", "/parameters/1/default", { says: ['"region"'] }),
  },
  {
    id: "base-url-undeclared",
    document: baseUrl("https://{REGION}.example"),
    issues: one("SW1207", BASE_URL, { says: ["{REGION}"] }),
  },
  {
    id: "base-url-undeclared: not when the parameters are misspelt",
    document: { ...baseUrl("https://{REGION}.example"), paramters: [{ name: "REGION" }] },
    issues: one("SW1101", "/paramters", { target: "key" }),
  },
  {
    id: "base-url-undeclared: not when a parameter is wrong",
    document: baseUrl("https://{REGION}.example", [{ nam: "REGION" }]),
    issues: one("SW1101", "/parameters/0/nam", { target: "key" }),
  },
  {
    id: "base-url-undeclared: near a declared one",
    document: baseUrl("https://{REGOIN}.example", [{ name: "REGION" }]),
    issues: one("SW1207", BASE_URL, { says: ['did you mean "REGION"?'] }),
  },
  {
    id: "base-http: with credentials",
    document: { ...scheme(key), services: [{ id: "default", baseUrl: "http://acme.example" }] },
    issues: one("SW1208", BASE_URL, { severity: "warning" }),
  },
  {
    id: "base-http: on loopback",
    document: { ...scheme(key), services: [{ id: "default", baseUrl: "http://localhost:80" }] },
  },
  { id: "base-http: without schemes", document: baseUrl("http://acme.example") },
  {
    id: "parameters: absent from the definition when there are none",
    document: { ...VALID, parameters: [] },
    values: { "/parameters": undefined },
  },
  {
    id: "parameters: one name twice",
    document: { ...VALID, parameters: [{ name: "a" }, { name: "a" }] },
    issues: one("SW1204", "/parameters/1/name"),
  },
  {
    id: "parameters: a secret by its name",
    document: { ...VALID, parameters: [{ name: "accessToken" }] },
    issues: one("SW1210", "/parameters/0/name", { severity: "warning" }),
  },
  {
    id: "parameters: a default that is no string",
    document: { ...VALID, parameters: [{ name: "a", default: 5 }] },
    issues: one("SW1103", "/parameters/0/default"),
  },
];

const KEYS = [key, { ...key, id: "other" }, { ...key, id: "inPath", in: "path", name: "token" }];

/** Extensions for OpenAPI documents: default security, constant headers, and the document itself. */
const extensionCases: readonly FormatCase[] = [
  { id: "security: an id", document: { ...scheme(key), security: "key" }, values: { "/security": ["key"] } },
  { id: "security: a list", document: { ...scheme(key, digest), security: ["key", "digest"] } },
  { id: "security: none", document: { ...scheme(key), security: [] }, values: { "/security": undefined } },
  { id: "security: absent", document: scheme(key), values: { "/security": undefined } },
  {
    id: "security: twice",
    document: { ...scheme(key), security: ["key", "key"] },
    values: { "/security": ["key"] },
  },
  {
    id: "security: unknown",
    document: { ...scheme(key), security: "kee" },
    issues: one("SW1212", "/security", { says: ['"kee"', 'did you mean "key"?'] }),
  },
  {
    id: "security: unknown in a list, not inherited",
    document: { ...scheme(key), security: ["key", "constructor"] },
    issues: one("SW1212", "/security/1"),
  },
  {
    id: "security: unknown, not when a scheme is wrong",
    document: { ...scheme({ ...key, in: "x" }), security: "key" },
    issues: one("SW1104", `${SCHEME}/in`),
  },
  { id: "security: a number", document: { ...scheme(key), security: 1 }, issues: one("SW1103", "/security") },
  { id: "security: no id", document: { ...scheme(key), security: [{}] }, issues: one("SW1103", "/security/0") },
  {
    id: "security: one place",
    document: { ...scheme(...KEYS), security: ["key", "other"] },
    issues: one("SW1213", "/security/1", { says: ['"key"', '"other"'] }),
  },
  {
    id: "security: in the path",
    document: { ...scheme(...KEYS), security: ["key", "inPath"] },
    issues: one("SW1214", "/security/1", { severity: "warning", says: ["security: []"] }),
  },
  {
    id: "headers",
    document: { ...VALID, headers: { "X-Version": "1", Accept: "application/vnd.acme+json" } },
    values: { "/headers": { "X-Version": "1", Accept: "application/vnd.acme+json" } },
  },
  ...[{ "POST /search": true, "get /send": false }, { "/charges/**": true }, { "PUT  /**": false }].map(
    (idempotent) => ({
      id: `idempotent: ${JSON.stringify(idempotent)}`,
      document: { ...VALID, idempotent },
      values: { "/idempotent": idempotent },
    }),
  ),
  { id: "idempotent: none", document: { ...VALID, idempotent: {} }, values: { "/idempotent": undefined } },
  { id: "idempotent: true", document: { ...VALID, idempotent: true }, issues: one("SW1103", "/idempotent") },
  { id: "idempotent: a list", document: { ...VALID, idempotent: ["POST /x"] }, issues: one("SW1103", "/idempotent") },
  ...["search", "POST search", "POST", "", "https://acme.example/search"].map((pattern) => ({
    id: `idempotent: the pattern ${JSON.stringify(pattern)}`,
    document: { ...VALID, idempotent: { [pattern]: true } },
    issues: one("SW1105", `/idempotent/${pattern.replaceAll("/", "~1")}`, { target: "key" }),
  })),
  {
    id: "idempotent: a text",
    document: { ...VALID, idempotent: { "POST /x": "yes" } },
    issues: one("SW1103", "/idempotent/POST ~1x", { says: ["true or false"] }),
  },
  { id: "openEnums: true", document: { ...VALID, openEnums: true }, values: { "/openEnums": undefined } },
  { id: "openEnums: a text", document: { ...VALID, openEnums: "yes" }, issues: one("SW1103", "/openEnums") },
  ...[{}, { name: { body: "/type" } }].map((webhooks) => ({
    id: `webhooks: ${JSON.stringify(webhooks)}`,
    document: { ...VALID, webhooks },
    issues: one("SW1102", "/webhooks"),
  })),
  { id: "webhooks: a text", document: { ...VALID, webhooks: "stripe" }, issues: one("SW1103", "/webhooks") },
  {
    id: "webhooks: another scheme",
    document: { ...VALID, webhooks: { signature: "strip" } },
    issues: one("SW1104", "/webhooks/signature"),
  },
  {
    id: "webhooks: a place that is none, or two",
    document: { ...VALID, webhooks: { signature: "stripe", id: {}, name: { header: "a", body: "/b" } } },
    issues: [...one("SW1108", "/webhooks/id"), ...one("SW1108", "/webhooks/name")],
  },
  {
    id: "webhooks: a place that is a text",
    document: { ...VALID, webhooks: { signature: "stripe", id: "X-Id" } },
    issues: one("SW1103", "/webhooks/id"),
  },
  {
    id: "webhooks: names of headers in lower case",
    document: {
      ...VALID,
      webhooks: {
        signature: {
          algorithm: "hmac-sha256",
          header: "X-S",
          encoding: "hex",
          content: "{timestamp}{body}",
          timestamp: { header: "X-T" },
        },
        id: { header: "X-Id" },
        name: { body: "/Type" },
      },
    },
    values: {
      "/webhooks": {
        signature: {
          algorithm: "hmac-sha256",
          header: "x-s",
          encoding: "hex",
          content: "{timestamp}{body}",
          timestamp: { header: "x-t" },
        },
        id: { header: "x-id" },
        name: { body: "/Type" },
      },
    },
  },
  { id: "headers: none", document: { ...VALID, headers: {} }, values: { "/headers": undefined } },
  { id: "headers: a list", document: { ...VALID, headers: [] }, issues: one("SW1103", "/headers") },
  { id: "headers: a number", document: { ...VALID, headers: { a: 1 } }, issues: one("SW1103", "/headers/a") },
  ...["", " a", "a\r\nb: c", "\u20ac"].map((value) => ({
    id: `headers: ${JSON.stringify(value)}`,
    document: { ...VALID, headers: { a: value } },
    issues: one("SW1104", "/headers/a"),
  })),
  {
    id: "headers: a name that is none",
    document: { ...VALID, headers: { "a b": "1" } },
    issues: one("SW1105", "/headers/a b", { target: "key" }),
  },
  ...["x-key", "Host", "content-type", "Idempotency-Key"].map((name) => ({
    id: `headers: ${name}`,
    document: { ...scheme(key), headers: { [name]: "1" } },
    issues: one("SW1215", `/headers/${name}`, { target: "key", says: [`"${name}"`] }),
  })),
  {
    id: "headers: cookies beside a key in a cookie",
    document: { ...scheme({ ...key, in: "cookie" }), headers: { cookie: "a=b" } },
    issues: one("SW1215", "/headers/cookie", { target: "key" }),
  },
  {
    id: "headers: one name twice",
    document: { ...VALID, headers: { "X-A": "1", "x-a": "2" } },
    issues: one("SW1215", "/headers/x-a", { target: "key", says: ['"X-A"'] }),
  },
  ...Object.entries({ "X-Api-Key": "1", "X-A": "Bearer abc", "X-B": "$TOKEN", "X-C": "sk-live-abc" }).map(
    ([name, value]) => ({
      id: `headers: ${name}: ${value}`,
      document: { ...VALID, headers: { [name]: value } },
      issues: one("SW1216", `/headers/${name}`, { target: "key", severity: "warning" }),
    }),
  ),
  { id: "openapi: a path", document: { ...VALID, openapi: "../openapi/acme.json" } },
  { id: "openapi: an object", document: { ...VALID, openapi: { file: "a.yaml", include: ["GET /a*"], exclude: [] } } },
  { id: "openapi: empty", document: { ...VALID, openapi: "" }, issues: one("SW1104", "/openapi") },
  { id: "openapi: a number", document: { ...VALID, openapi: 3.1 }, issues: one("SW1103", "/openapi") },
  { id: "openapi: no file", document: { ...VALID, openapi: {} }, issues: one("SW1102", "/openapi") },
  {
    id: "openapi: an unknown key",
    document: { ...VALID, openapi: { file: "a.json", includes: [] } },
    issues: one("SW1101", "/openapi/includes", { target: "key", says: ['did you mean "include"?'] }),
  },
  {
    id: "openapi: a pattern that is none",
    document: { ...VALID, openapi: { file: "a.json", include: [""] } },
    issues: one("SW1104", "/openapi/include/0"),
  },
  {
    id: "key-cookie: a name that is none",
    document: scheme({ ...key, in: "cookie", name: "a=b" }),
    issues: one("SW1209", `${SCHEME}/name`),
  },
];

const documentCases: readonly FormatCase[] = [
  { id: "root: an array", document: [], issues: one("SW1103", "") },
  { id: "root: a string", document: "x", issues: one("SW1103", "") },
  {
    id: "proto: in a service",
    document: JSON.parse(
      '{"name":"acme","services":[{"id":"default","baseUrl":"https://a.example","__proto__":1}],"defaultService":"default"}',
    ) as unknown,
    issues: one("SW1106", "/services/0/__proto__", { target: "key" }),
  },
  {
    id: "all mistakes at once",
    document: {
      name: "Acme",
      services: [VALID.services[0], { id: "b" }, VALID.services[0]],
      defaultService: "defalt",
      securitySchemes: [{ ...key, in: "x" }, { ...key, id: "b", name: "Host" }, digest, digest],
    },
    issues: [
      { code: "SW1104", pointer: "/name" },
      { code: "SW1102", pointer: "/services/1" },
      { code: "SW1201", pointer: "/services/2/id" },
      { code: "SW1104", pointer: "/securitySchemes/0/in" },
      { code: "SW1209", pointer: "/securitySchemes/1/name" },
      { code: "SW1202", pointer: "/securitySchemes/3/id" },
    ],
  },
];

/** Every line of the vectors about provider definitions that needs no place in a text. */
export const providerCases: readonly FormatCase[] = [
  ...serviceCases,
  ...schemeCases,
  ...baseUrlCases,
  ...extensionCases,
  ...documentCases,
];
