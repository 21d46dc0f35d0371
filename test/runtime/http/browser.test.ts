import { ConfigurationError, type ProviderClient, RequestError } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { oauth2 } from "@sdkwright/runtime/generated/oauth2";
import { signature } from "@sdkwright/runtime/generated/signature";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acme, acmeClient, rejection } from "../acme.js";

const test = suite("what browsers do to requests");

/** Fetch standard, "forbidden request-header", those that a caller can give us. */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-.*|cookie2?|date|dnt|origin|referer|set-cookie|via|proxy-.*|sec-.*)$/i;

class PageHeaders extends Headers {
  override append(name: string, value: string): void {
    if (!FORBIDDEN.test(name)) super.append(name, value);
  }

  override set(name: string, value: string): void {
    if (!FORBIDDEN.test(name)) super.set(name, value);
  }
}

/** Drops headers as browsers do. */
class PageRequest extends Request {
  override readonly headers: Headers;

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    this.headers = new PageHeaders();
    super.headers.forEach((value, name) => this.headers.set(name, value));
  }
}

/** Runs `use` as in a page. */
async function inPage(use: () => Promise<void>, page: typeof Request = PageRequest): Promise<void> {
  const { Request: platform } = globalThis;
  globalThis.Request = page;
  try {
    await use();
  } finally {
    globalThis.Request = platform;
  }
}

/** Takes a stream for an object like any other, and sends it as a text. */
class FirefoxRequest extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init?.body instanceof ReadableStream ? { ...init, body: "[object ReadableStream]" } : init);
  }
}

/** Keeps what it is told of caches. */
function pageFetch(answer: () => Response = () => new Response("{}")) {
  const caches: (string | undefined)[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    caches.push(init?.cache);
    return answer();
  };
  return { fetch, caches };
}

type Client = ProviderClient<string, string, string, string>;

const ORIGIN = "https://a.test";

for (const [what, options, client] of [
  ["a key in a header", { security: "header" }, {}],
  ["a key in the query", { security: "query" }, {}],
  ["a key in the path", { security: "path", path: "/{token}/x" }, {}],
  ["basic", { security: "basic" }, {}],
  ["a token", { security: "bearer" }, {}],
  ["a header of the request", { headers: { authorization: "Bearer mine" } }, {}],
  ["headers of the client", {}, { headers: () => ({ "x-user": "7" }) }],
  ["headers of a hook", {}, { around: { attempt: (_: object, next: (more: object) => unknown) => next({ headers: { "x-user": "7" } }) } }], // prettier-ignore
] as const) {
  test(`${what}: in a browser no cache has a part in it`, () =>
    inPage(async () => {
      const { fetch, caches } = pageFetch();
      const { path = "/x", ...asked } = options as { path?: string };
      await acmeClient(ORIGIN, { fetch, ...client }).get(path, asked);
      assert.equal(caches, ["no-store"]);
    }));
}

test("who asks for the same as everybody has the browser's cache, with constants of the definition too", () =>
  inPage(async () => {
    const { fetch, caches } = pageFetch();
    await acmeClient(ORIGIN, { fetch }, { headers: { "x-version": "1" } })
      .get("/x")
      .json();
    assert.equal(caches, [undefined]);
  }));

test("a request for a token, and the one with it", () =>
  inPage(async () => {
    const token = { access_token: "abcdef123456", token_type: "Bearer" };
    const { fetch, caches } = pageFetch(() => Response.json(token));
    const scheme = { flow: "clientCredentials", tokenUrl: `${ORIGIN}/token`, clientAuthentication: "basic" } as const;
    const definition = acme(ORIGIN, { securitySchemes: { login: { type: "oauth2", ...scheme } } });
    const options = { fetch, credentials: { login: { clientId: "id", clientSecret: "secret" } } };
    const client: Client = bindProvider(definition, {}, options, { oauth2 });
    await client.get("/x", { security: "login" });
    assert.equal(caches, ["no-store", "no-store"]);
  }));

test("elsewhere nothing is said of caches: Node would add headers of its own", async () => {
  await withServer(
    (_, response) => void response.end(),
    async ({ origin, received }) => {
      await acmeClient(origin, { headers: { "x-user": "7" } }).get("/x", { security: "header" });
      const { pragma, "cache-control": control, cookie } = received[0]?.headers ?? {};
      assert.equal([received.length, pragma, control, cookie], [1, undefined, undefined, undefined]);
    },
  );
});

const schemes = {
  jar: { type: "apiKey", in: "cookie", name: "sid" },
  refr: { type: "apiKey", in: "header", name: "Referer" },
  sig: { type: "signature", headers: ["date", "x-signature"] },
} as const;

const given = {
  jar: { apikey: "canary-4711" },
  refr: { apikey: "canary-4711" },
  sig: { sign: () => ({ date: "canary-4711", "x-signature": "canary-4711" }) },
};

for (const [name, asked, more] of [
  ["cookie", { security: "jar" }, {}],
  ["referer", { security: "refr" }, {}],
  ["date", { security: "sig" }, {}],
  ["accept-charset", { headers: { "Accept-Charset": "canary-4711" } }, {}],
  ["cookie", { headers: { cookie: "sid=canary-4711" }, retryPolicy: { kind: "circuit-breaker" } }, {}],
  ["sec-user_1", {}, { headers: { "Sec-User_1": "canary-4711" } }],
  ["via", {}, { around: { attempt: (_: object, next: (more: object) => unknown) => next({ headers: { via: "canary-4711" } }) } }], // prettier-ignore
] as const) {
  test(`${name} in ${JSON.stringify([asked, Object.keys(more)])} is refused by name where a page may not set it`, () =>
    inPage(async () => {
      const { fetch, caches } = pageFetch();
      const definition = acme(ORIGIN, { securitySchemes: schemes });
      const options = { fetch, credentials: given, ...more };
      const client: Client = bindProvider(definition, {}, options, { signature });
      const error = await rejection(client.get("/x", asked as object), ConfigurationError);
      assert.is(error.code, "forbidden-header");
      assert.match(error.message, new RegExp(`^GET /x of acme.*: nothing was sent, because .* the header "${name}"$`));
      assert.not.match(JSON.stringify(error) + String(error.stack), "canary");
      assert.equal(caches, []);
    }));
}

test("the same headers are sent where the platform lets them go", async () => {
  await withServer(
    (_, response) => void response.end(),
    async ({ origin, received }) => {
      const definition = acme(origin, { securitySchemes: schemes });
      const client: Client = bindProvider(definition, {}, { credentials: given }, { signature });
      for (const security of ["jar", "refr", "sig"]) await client.get("/x", { security });
      const headers = received.map(({ headers: { cookie, referer, date } }) => [cookie, referer, date]);
      const key = "canary-4711";
      assert.equal(headers, [[`sid=${key}`, undefined, undefined], [undefined, key, undefined], [undefined, undefined, key]]); // prettier-ignore
    },
  );
});

test("a stream is refused where it would be sent as a text", async () => {
  const { fetch, caches } = pageFetch();
  await inPage(async () => {
    for (const body of [() => new Blob(["x"]).stream(), new Blob(["x"]).stream()]) {
      const error = await rejection(acmeClient(ORIGIN, { fetch }).post("/x", { body }), RequestError);
      assert.is(error.code, "no-streams");
    }
  }, FirefoxRequest);
  assert.is(caches.length, 0);
  await acmeClient(ORIGIN, { fetch }).post("/x", { body: () => new Blob(["x"]).stream() });
  assert.is(caches.length, 1);
});

test.run();
