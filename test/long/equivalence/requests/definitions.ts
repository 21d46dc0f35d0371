import type { Json } from "../schemas.js";
import type { Choose } from "./choices.js";

export interface Definition {
  readonly name: string;
  readonly services: readonly { readonly id: string; readonly baseUrl: string }[];
  readonly securitySchemes: readonly Scheme[];
  readonly [field: string]: unknown;
}

export interface Scheme {
  readonly id: string;
  readonly type: string;
  readonly scheme?: string;
  readonly flow?: string;
  readonly [field: string]: unknown;
}

/** Ids that definitions and documents choose from. */
export const SERVICES = ["default", "files", "admin"] as const;
export const SCHEMES = ["one", "two", "three"] as const;

/** A definition that is valid; `place` tells its choices from those of others. */
export function definition(choose: Choose, name: string, place: string): Definition {
  const parameters = ["REGION", "BASE"].filter((parameter) => choose(`${place} has ${parameter}`, [true, true, false]));
  const services = SERVICES.filter((id) => id === "default" || choose(`${place} has ${id}`, [true, false]));
  const schemes = SCHEMES.filter((id) => id === "one" || choose(`${place} has ${id}`, [true, false]));
  const security = choose<readonly string[] | string | undefined>(`${place} security`, [
    undefined,
    "one",
    schemes.slice(-1),
    schemes.slice(0, 2),
    [],
  ]);
  return {
    name,
    services: services.map((id) => ({ id, baseUrl: baseUrl(choose, `${place} ${id}`, name, parameters) })),
    defaultService: choose(`${place} default`, ["default", services.at(-1)]),
    securitySchemes: schemes.map((id) => scheme(choose, `${place} ${id}`, id, parameters)),
    parameters: parameters.map((parameter) => withDefault(choose, place, parameter)),
    ...(security === undefined ? {} : { security }),
    ...choose(`${place} headers`, [{}, {}, { headers: { "x-version": "1" } }, { headers: { "x-version": "2" } }]),
  };
}

function withDefault(choose: Choose, place: string, name: string): { readonly name: string } {
  return { name, ...(name === "REGION" ? choose(`${place} REGION`, [{}, { default: "eu" }, { default: "us" }]) : {}) };
}

function baseUrl(choose: Choose, key: string, name: string, parameters: readonly string[]): string {
  const url = `https://api.${name}.example`;
  return choose(key, [
    url,
    `${url}/v1`,
    `${url}/v1/`,
    `${url}/v1//`,
    "https://shared.example",
    parameters.includes("REGION") ? `https://{REGION}.${name}.example` : url,
    parameters.includes("REGION") ? `${url}/{REGION}` : url,
    parameters.includes("BASE") ? "{BASE}/v2" : url,
    parameters.includes("BASE") ? "{BASE}/" : url,
  ]);
}

function scheme(choose: Choose, key: string, id: string, parameters: readonly string[]): Scheme {
  const auth = "https://auth.example/token";
  const made = choose<Scheme>(key, [
    { id, type: "apiKey", in: "header", name: choose(`${key} name`, ["X-Key", "x-key", "X-Other"]) },
    { id, type: "apiKey", in: "header", name: "X-Key", prefix: "Bot " },
    { id, type: "apiKey", in: "query", name: choose(`${key} name`, ["key", "token"]) },
    { id, type: "apiKey", in: "cookie", name: "sid" },
    { id, type: "apiKey", in: "path", name: "key" },
    { id, type: "apiKey", in: "body", name: "/auth/key" },
    { id, type: "http", scheme: "basic" },
    { id, type: "http", scheme: "bearer" },
    { id, type: "oauth2", flow: "clientCredentials" },
    { id, type: "oauth2", flow: "clientCredentials", clientAuthentication: "post" },
    { id, type: "oauth2", flow: "refreshToken" },
  ]);
  if (made.type !== "oauth2") return made;
  const tokenUrl = choose(`${key} token URL`, [
    auth,
    `${auth}?x=1`,
    "https://auth2.example/token",
    parameters.includes("REGION") ? "https://{REGION}.auth.example/token" : auth,
  ]);
  return { ...made, tokenUrl, ...choose(`${key} scopes`, [{}, { scopes: ["r"] }, { audience: "a" }]) };
}

/** The fields that client.json supplies for a scheme. */
export function fieldsOf({ type, scheme: http, flow }: Scheme): readonly string[] {
  if (type === "apiKey") return ["apikey"];
  if (type === "oauth2") return ["clientId", "clientSecret", ...(flow === "refreshToken" ? ["refreshToken"] : [])];
  return http === "basic" ? ["username", "password"] : ["token"];
}

/** A document for a definition, whose servers and schemes may be those of the definition. */
export function document(choose: Choose): Json {
  const paths = { "/a": ["get"], "/a/{id}": ["get"], "/b": ["post"] };
  const entries = Object.entries(paths).map(([path, methods]) => [
    path,
    {
      ...servers(choose, path),
      ...Object.fromEntries(methods.map((method) => [method, operation(choose, `${method} ${path}`)])),
    },
  ]);
  const schemes = [...SCHEMES, "other"].map((id) => [
    id,
    choose<Json>(`document ${id}`, [
      { type: "http", scheme: "basic" },
      { type: "http", scheme: "bearer" },
      { type: "apiKey", in: "header", name: "X-Key" },
      { type: "oauth2", flows: { clientCredentials: { tokenUrl: "https://auth.example/token", scopes: { r: "" } } } },
    ]),
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Acme", version: "1" },
    ...servers(choose, "document"),
    ...security(choose, "document"),
    paths: Object.fromEntries(entries) as Json,
    components: { securitySchemes: Object.fromEntries(schemes) as Json },
  };
}

function operation(choose: Choose, key: string): Json {
  const array = { type: "array", items: { type: "string" } };
  const query = choose(`${key} query`, [{}, { explode: false }, { style: "pipeDelimited", explode: false }]);
  const path = choose(`${key} path`, [{}, { style: "label" }, { style: "matrix" }]);
  const schema = { type: "object", properties: { x: array } };
  const types = choose(`${key} type`, ["application/json", "application/vnd.x+json"]);
  return {
    ...servers(choose, key),
    ...security(choose, key),
    parameters: [
      { name: "q", in: "query", schema: array, ...query },
      ...(key.includes("{id}") ? [{ name: "id", in: "path", required: true, schema: array, ...path }] : []),
    ],
    ...(key.startsWith("post") && { requestBody: { required: true, content: { [types]: { schema } } } }),
    responses: { "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } },
  };
}

function servers(choose: Choose, key: string): { readonly [field: string]: Json } {
  const urls = choose(`${key} servers`, [
    [],
    [],
    ["https://api.acme.example"],
    ["https://api.acme.example/v1"],
    ["/v1"],
    ["https://shared.example"],
    ["https://nowhere.example"],
    ["http://shared.example", "https://api.acme.example"],
  ]);
  return urls.length === 0 ? {} : { servers: urls.map((url) => ({ url })) };
}

function security(choose: Choose, key: string): { readonly [field: string]: Json } {
  return choose(`${key} security`, [
    {},
    {},
    { security: [] },
    { security: [{ one: [] }] },
    { security: [{ one: [] }, { two: [] }] },
    { security: [{ one: [], two: [] }] },
    { security: [{ other: [] }] },
    { security: [{}, { three: ["r"] }] },
  ]);
}
