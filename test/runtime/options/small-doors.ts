import type { RequestOptions } from "@sdkwright/runtime";
import { bindProvider, type ProviderDefinition } from "@sdkwright/runtime/generated";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { fakeProviders, recording } from "@sdkwright/runtime/testing";
import { env, parts } from "./doors.js";
import type { Entry } from "./fates.js";

/** A door that takes an object of options within something else, or outside of requests. */
export interface SmallDoor {
  readonly entries: readonly Entry[];
  /** What comes of it, as text; rejects where something is refused. */
  readonly use: (options: Record<string, unknown>) => Promise<string>;
  /** What the text has where an option was heeded, by name. */
  readonly says: { readonly [option: string]: RegExp };
}

const isNumber = (value: unknown): boolean => typeof value === "number";
const isPositive = (value: unknown): boolean => Number.isInteger(value) && Number(value) > 0;
const isText = (value: unknown): boolean => typeof value === "string";
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const isFunction = (value: unknown): boolean => typeof value === "function";
const nothing = (): boolean => false;
const anything = (): boolean => true;

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const entry = (name: string, value: unknown, takes: Entry["takes"]): Entry => ({ path: name.split("."), value, takes });

const vendor: ProviderDefinition = {
  name: "vendor",
  defaultService: "default",
  services: { default: { baseUrl: "https://api.test" } },
  securitySchemes: {
    login: { type: "oauth2", flow: "clientCredentials", tokenUrl: "https://auth.test/token", scopes: [] },
  } as unknown as ProviderDefinition["securitySchemes"],
  parameters: {},
};

/** Sends a request with a token; says what was asked for, and what was saved. */
async function withToken(tokens: object | undefined, security: unknown, told: readonly string[] = []): Promise<string> {
  const said: string[] = [];
  const fetch = async (url: unknown, { body, headers }: RequestInit = {}): Promise<Response> => {
    const form = body instanceof Uint8Array ? new TextDecoder().decode(body) : "";
    said.push(`${String(url)} ${form} ${new Headers(headers).get("authorization")}`);
    return Response.json({ access_token: "granted", token_type: "Bearer", expires_in: 3600 });
  };
  const credentials = { login: { clientId: "id", clientSecret: "client-secret" } };
  const client = bindProvider(vendor, {}, { fetch, credentials, tokens }, { oauth2 });
  await client.get("/x", { security: security as never });
  return [...said, ...told].join("\n");
}

function tokens(): SmallDoor {
  const told: string[] = [];
  return {
    entries: [
      entry("load", () => ({ accessToken: "loaded" }), isFunction),
      entry("save", () => void told.push("saved"), isFunction),
    ],
    use: async (options) => (told.splice(0), withToken(options, "login", told)),
    says: { load: /Bearer loaded/ },
  };
}

async function sends(retryPolicy: unknown): Promise<string> {
  let count = 0;
  const fetch = async (): Promise<Response> => ((count += 1), new Response("", { status: 503 }));
  const clock = { now: () => performance.now(), sleep: async (ms: number) => (ms < 50 ? undefined : new Promise<void>(() => {})) }; // prettier-ignore
  const client = bindProvider({ ...vendor, securitySchemes: {} }, {}, { fetch, clock });
  const options = { retryPolicy, handle: [503] } as RequestOptions;
  await client.get("/x", options);
  return `${count} sent`;
}

/** A file system without a file. */
const memory = { read: () => undefined, write: () => {} };

export const smallDoors: { readonly [door: string]: SmallDoor } = {
  tokens: tokens(),
  "a scheme with scopes": {
    entries: [entry("scopes", ["write"], Array.isArray)],
    use: async (options) => withToken(undefined, { id: "login", ...options }),
    says: { scopes: /scope=write/ },
  },
  "a retry policy": {
    entries: [
      ...["maxContiguousRetries", "requestTimeout", "openTime", "maxOpenTime", "patience", "authCoolDown"].map((name) =>
        entry(name, 2000, isPositive),
      ),
      entry("circuit", true, isBoolean),
      entry("backoff.start", 10, isPositive),
      entry("backoff.factor", 1, isPositive),
    ],
    use: async (options) => {
      const { backoff } = options;
      const named = isRecord(backoff) ? { kind: "exponential", ...backoff } : backoff;
      return sends({ ...options, kind: "circuit-breaker", ...("backoff" in options && { backoff: named }) });
    },
    says: {},
  },
  "a target": {
    entries: [entry("profile", "shop", nothing), entry("useCase", "Send", nothing)],
    use: async (options) => {
      const client = bindClient<{ isolate: (target: object) => void; circuits: () => object }>(parts, { env });
      client.isolate({ provider: "acme", ...options });
      return JSON.stringify(client.circuits());
    },
    says: { profile: /"profile":"shop"/, useCase: /"useCase":"Send"/ },
  },
  openTelemetry: {
    entries: [entry("metrics", true, isBoolean), entry("propagate", false, isBoolean)],
    use: async (options) => typeof openTelemetry(options).on,
    says: {},
  },
  fakeProviders: {
    entries: [entry("seed", 7, isNumber)],
    use: async (options) => String(fakeProviders({ a: "https://a.test" }, options).options.random()),
    says: { seed: new RegExp(String(fakeProviders({ a: "https://a.test" }, { seed: 7 }).options.random())) },
  },
  "a failure": {
    entries: [entry("retryAfter", 2000, (value) => isNumber(value) && Number(value) >= 0)],
    use: async (options) => answerOf((route) => route.fail(503, options)),
    says: { retryAfter: /"retry-after":"2"/ },
  },
  "a login": {
    entries: [
      entry("algorithm", "MD5", nothing),
      entry("statusCode", 499, nothing),
      entry("challengeHeader", "x-ask", isText),
      entry("authorizationHeader", "x-answer", isText),
    ],
    use: async (options) =>
      answerOf((route) => route.reply(200).digest({ username: "u", password: "p", ...(options as object) })),
    says: { algorithm: /algorithm=MD5/, statusCode: /^499/, challengeHeader: /"x-ask":"Digest/ },
  },
  "an answer": {
    entries: [
      entry("status", 201, nothing),
      entry("headers", { "x-mine": "1" }, (value) => value instanceof Headers),
      entry("body", "mine", anything),
    ],
    use: async (options) => answerOf((route) => route.reply(() => options)),
    says: { status: /^201/, headers: /"x-mine":"1"/, body: /mine$/ },
  },
  recording: {
    entries: [
      entry("mode", "record", nothing),
      entry("secrets", ["a-secret-of-mine"], Array.isArray),
      entry("ignore", ["at"], Array.isArray),
      entry("bodies", "all", nothing),
      entry("fetch", async () => new Response("a-secret-of-mine"), isFunction),
      entry("files", memory, nothing),
    ],
    use: async (options) => recording("x", { files: memory, ...options, env: {} }).mode,
    says: { mode: /^record$/ },
  },
};

/** What a fake answers, as text. */
async function answerOf(setUp: (route: ReturnType<ReturnType<typeof onAll>["on"]>) => unknown): Promise<string> {
  const fake = fakeProviders({ a: "https://a.test" });
  setUp(fake.providers.a.on("*", "*"));
  const answer = await fake.fetch("https://a.test/x");
  return `${answer.status} ${JSON.stringify([...answer.headers].reduce((all, [name, value]) => ({ ...all, [name]: value }), {}))} ${await answer.text()}`;
}

function onAll() {
  return fakeProviders({ a: "https://a.test" }).providers.a;
}
