import { suite } from "uvu";
import * as assert from "uvu/assert";
import { bindProvider, type ProviderClient } from "@sdkwright/runtime/generated";
import { bindClient } from "@sdkwright/runtime/generated/client";
import { configured, definition, doors, env, parts, recorder, type Sent } from "./doors.js";

const test = suite("a polluted Object.prototype");

const evil = (): never => {
  throw new Error("taken");
};

/** What somebody may have put on `Object.prototype`, by name. */
const pollution: { readonly [name: string]: unknown } = {
  parameters: { HOST: "evil", acme: { HOST: "evil" } },
  fetch: evil,
  credentials: { token: { token: "evil" }, acme: { token: { token: "evil" } } },
  security: ["key"],
  env: { TOKEN: "evil", KEY: "evil" },
  service: "reports",
  params: { ID: "evil" },
  query: { evil: "1" },
  headers: { evil: "1" },
  json: { evil: 1 },
  form: { evil: 1 },
  body: "evil",
  multipart: { evil: "1" },
  method: "DELETE",
  throwHttpErrors: evil,
  requestTimeout: 1,
  maxResponseBytes: 1,
  maxRetryAfter: 1,
  deadline: 1,
  retryPolicy: "circuit-breaker",
  idempotent: false,
  idempotencyKey: "evil",
  rejection: "evil",
  signal: AbortSignal.abort("evil"),
  stream: true,
  crossOriginRedirects: "follow-anonymous",
  on: evil,
  around: Object.assign((): never => evil(), { call: evil, attempt: evil }),
  attempt: evil,
  call: evil,
  clock: { now: evil, sleep: evil },
  random: evil,
  clientJson: {},
  maps: { shop: { acme: { Send: () => "evil" } } },
  circuits: {},
  provider: "evil",
  digest: evil,
  oauth2: evil,
  signature: evil,
  sign: evil,
  clientHeaders: evil,
  context: {},
  configured: { credentials: { token: { token: "evil" } } },
  definitions: { acme: { definition } },
  mappedOnly: true,
  limits: { concurrency: 1 },
  token: "evil",
  apikey: "evil",
  username: "evil",
  default: "evil",
};

/** Uses every door, and gives what went out as text. */
async function useAll({ fetch, sent } = recorder()): Promise<string[]> {
  const bare = bindProvider<ProviderClient<string, string, string, "ID">>(definition, configured, { env, fetch });
  const client = bindClient<{ profiles: { shop: { Send: (input: object, options?: object) => Promise<unknown> } } }>(
    parts,
    { env, fetch },
  );
  await bare.get("/a", { security: "token" });
  await bare.get("/a").json();
  await bare.post("/items/{ID}", { security: ["key"], json: {} });
  await bare.get("/b", { security: "user", retryPolicy: { kind: "circuit-breaker" } });
  await client.profiles.shop.Send({});
  await client.profiles.shop.Send({}, { parameters: { acme: { ID: "2" } } });
  await doors.request({ security: "token" }, fetch);
  return sent.map(textOf);
}

function textOf({ url, init, headers }: Sent): string {
  const body = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : typeof init.body;
  return `${init.method} ${url} ${JSON.stringify([...headers])} ${body} ${init.redirect}`;
}

/** What ky, and the Request that it makes, take as options besides. */
const ofKy: { readonly [name: string]: unknown } = {
  ...Object.fromEntries(["prefix", "prefixUrl", "baseUrl"].map((name) => [name, "https://evil.example/"])),
  searchParams: { evil: "1" },
  hooks: { beforeRequest: [evil], afterResponse: [evil], beforeError: [evil], beforeRetry: [evil], init: [evil] },
  beforeRequest: [evil],
  afterResponse: [evil],
  beforeRetry: [evil],
  beforeError: [evil],
  init: [evil],
  retry: 9,
  timeout: 1,
  totalTimeout: 1,
  parseJson: evil,
  stringifyJson: evil,
  onDownloadProgress: evil,
  onUploadProgress: evil,
  duplex: "half",
  redirect: "follow",
  referrer: "https://evil.example/",
  referrerPolicy: "unsafe-url",
  cache: "only-if-cached",
  mode: "navigate",
  keepalive: true,
  integrity: "sha256-evil",
  priority: "evil",
  window: "evil",
  dispatcher: { dispatch: evil },
};

const REFUSED_BY_KY = new Set(["credentials", "hooks", "beforeRequest", "cache", "mode", "window"]);

const expected = await useAll();

for (const [name, value] of Object.entries({ ...pollution, ...ofKy })) {
  for (const enumerable of [false, true])
    test(`12.3: ${name}${enumerable ? ", enumerable," : ""} changes nothing that is sent`, async () => {
      const recorded = recorder();
      // eslint-disable-next-line no-extend-native -- that is what is tested
      Object.defineProperty(Object.prototype, name, { value, configurable: true, enumerable, writable: true });
      try {
        assert.equal(await useAll(recorded), expected);
      } catch (error) {
        // ky makes a Request of its own, which it or the platform refuses: nothing goes out.
        if (!REFUSED_BY_KY.has(name)) throw error;
        assert.equal(recorded.sent, []);
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
    });
}

test.run();
