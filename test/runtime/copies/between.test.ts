import { inspect } from "node:util";
import type * as Runtime from "@sdkwright/runtime";
import type { ProviderClient } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import "./register.js";

const test = suite("two copies of the runtime");

type Errors = typeof Runtime;

const late = (door: string): Promise<unknown> => import(`${import.meta.resolve(`@sdkwright/runtime${door}`)}?late`);
// Imported from here on: what came before would not be of two copies.
const errors: Errors = await import("@sdkwright/runtime");
const others = (await late("")) as Errors;
const { bindProvider } = await import("@sdkwright/runtime/generated");
const { bindClient } = await import("@sdkwright/runtime/generated/client");
const { fakeProviders } = await import("@sdkwright/runtime/testing");

const { acme } = await import("../acme.js");

const BASE = "https://api.acme.example";
const status = 503;
const problems = [{ pointer: "", keyword: "type", message: "" }];
const details = { code: "c", status, kind: "rejected", sent: false, retryAfter: 1, failures: [], error: 1, problems };

const names = Object.keys(errors).filter((name) => /^[A-Z].*Error$/.test(name)) as (keyof Errors & `${string}Error`)[];

function make(from: Errors, name: (typeof names)[number]): Error {
  return new (from[name] as new (message: string, given: object) => Error)("text", details);
}

test("every class knows the errors of the other copy, and of no other class", () => {
  assert.is(names.length, 18);
  const knownBy = (of: Errors, error: Error) => names.filter((name) => error instanceof of[name]);
  for (const name of names) {
    assert.is.not(errors[name], others[name]);
    const above = name === "AuthenticationError" ? ["HttpError"] : [];
    const expected = [...new Set(["SdkError", ...above, name])].sort();
    assert.equal(knownBy(errors, make(errors, name)).sort(), expected);
    assert.equal(knownBy(errors, make(others, name)).sort(), expected);
    assert.equal(knownBy(others, make(errors, name)).sort(), expected);
  }
});

test("a class of an application's below one of ours knows its own alone", () => {
  class Mine extends errors.NetworkError {}
  class Theirs extends others.NetworkError {}
  const mine = new Mine("text", { code: "mine", sent: false });
  const theirs = new Theirs("text", { code: "theirs", sent: false });
  assert.equal(
    [mine instanceof Mine, mine instanceof others.NetworkError, theirs instanceof Mine],
    [true, true, false],
  );
  assert.not.ok(make(errors, "NetworkError") instanceof Mine);
});

test("nothing that JSON can say is an error of ours, and nothing that is no object", () => {
  const forged = JSON.parse(
    '{"name":"NetworkError","kind":"sdkwright/1:NetworkError","sent":false,"constructor":{"kind":"sdkwright/1:NetworkError"},"__proto__":{"constructor":{"kind":"sdkwright/1:NetworkError"}}}',
  ) as object;
  const named = Object.assign(new Error("text"), forged);
  for (const value of [
    forged,
    named,
    Object.assign({}, forged),
    null,
    undefined,
    5,
    "text",
    Object.create(null),
    () => 1,
  ])
    assert.not.ok(value instanceof errors.SdkError, inspect(value));
});

test("what the first request fails with is of the second copy, and is retried all the same", async () => {
  const fake = fakeProviders({ acme: BASE });
  fake.providers.acme.on("GET", "/x").fail("reset");
  fake.providers.acme.on("GET", "/y").fail("refused").reply(200, "at last");
  const client = bindProvider(acme(BASE), {}, { ...fake.options });
  const error: unknown = await client.get("/x").catch((reason: unknown) => reason);
  assert.is((error as Error).constructor, others.NetworkError);
  assert.instance(error, errors.NetworkError);
  assert.is(await client.get("/y", { retryPolicy: "circuit-breaker" }).text(), "at last");
});

test("records are masked where the fakes are of another copy than the client; no log shows what they are masked by", async () => {
  const { bindProvider: bindAnother } = (await late("/generated")) as { bindProvider: typeof bindProvider };
  const definition = acme(BASE, { securitySchemes: { basic: { type: "http", scheme: "basic" } }, security: ["basic"] });
  const signals: unknown[] = [];
  for (const bind of [bindProvider, bindAnother]) {
    const fake = fakeProviders({ acme: BASE });
    fake.providers.acme.on("GET", "/x").reply(200, {});
    const fetch: typeof globalThis.fetch = (url, init) => (signals.push(init?.signal), fake.fetch(url, init));
    const credentials = { basic: { username: "alice", password: "basic-secret" } };
    await bind(definition, {}, { ...fake.options, fetch, credentials }).get("/x", { query: { echo: "basic-secret" } });
    assert.not.match(inspect(fake.requests, { depth: 9 }), "basic-secret");
  }
  assert.is(signals.length, 2);
  assert.not.match(inspect(signals, { depth: 9, showHidden: true }) + JSON.stringify(signals), "basic-secret");
});

test("what a client of another copy says may have taken effect is not repeated with the next provider", async () => {
  const { bindClient: bindAnother } = (await late("/generated/client")) as { bindClient: typeof bindClient };
  for (const bind of [bindClient, bindAnother]) {
    const asked: string[] = [];
    const inner = useCase(bind, asked, async ({ http }) => http.post("/pay", { idempotent: false }).json());
    const outer = useCase(bindClient, asked, async () => inner({}));
    const outcome = await outer.safe({});
    assert.equal(asked, ["POST /pay"]);
    assert.match(outcome.ok ? "" : outcome.error.message, "no other provider was tried");
  }
});

test("nor what a client of its own says that a map has, of another copy too, with a policy and without", async () => {
  const { bindProvider: bindAnother } = (await late("/generated")) as { bindProvider: typeof bindProvider };
  for (const bind of [bindProvider, bindAnother])
    for (const options of [{}, { retryPolicy: "circuit-breaker" }, { deadline: 60_000 }] as const) {
      const asked: string[] = [];
      const fetch: typeof globalThis.fetch = async () => (asked.push("own"), new Response("", { status: 503 }));
      const own = bind(acme(BASE), {}, { fetch });
      const outer = useCase(bindClient, asked, async () => own.post("/pay", { idempotent: false, ...options }));
      const outcome = await outer.safe({});
      assert.equal(asked, ["own"]);
      assert.match(outcome.ok ? "" : outcome.error.message, "no other provider was tried");
    }
});

test("nor what it has in flight when its time ends, where the map's signal went with it", async () => {
  const { bindProvider: bindAnother } = (await late("/generated")) as { bindProvider: typeof bindProvider };
  for (const bind of [bindProvider, bindAnother]) {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      asked.push("own");
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(init.signal?.reason as Error));
      });
    };
    const own = bind(acme(BASE), {}, { fetch });
    const outer = useCase(bindClient, asked, async ({ signal }) => own.post("/pay", { idempotent: false, signal }));
    const outcome = await outer.safe({}, { deadline: 200 });
    assert.equal(asked, ["own"]);
    assert.match(outcome.ok ? "" : outcome.error.message, "no other provider was tried");
  }
});

test("nor what breaks as a stream, once the request was answered", async () => {
  const asked: string[] = [];
  const cut = Object.assign(new TypeError("closed"), { code: "ECONNRESET" });
  const fetch: typeof globalThis.fetch = async () => {
    asked.push("own");
    return new Response(new ReadableStream({ pull: (controller) => controller.error(cut) }));
  };
  const own = bindProvider(acme(BASE), {}, { fetch });
  const outer = useCase(bindClient, asked, async () => own.post("/pay", { idempotent: false, stream: true }).text());
  const outcome = await outer.safe({});
  assert.equal(asked, ["own"]);
  assert.match(outcome.ok ? "" : outcome.error.message, "no other provider was tried");
});

test("a client of its own that was refused, or is not marked, forbids nothing", async () => {
  for (const [status, idempotent] of [
    [429, false],
    [403, false],
    [503, true],
  ] as const) {
    let asked = 0;
    const fetch: typeof globalThis.fetch = async () => ((asked += 1), new Response("", { status }));
    const own = bindProvider(acme(BASE), {}, { fetch, retries: 0 });
    await useCase(bindClient, [], async () => own.post("/pay", { idempotent })).safe({});
    assert.is(asked, 2, `${status}`);
  }
});

type Send = (context: { readonly http: ProviderClient; readonly signal: AbortSignal }) => Promise<unknown>;

/** A use-case with two providers; every request to them breaks after it was sent. */
function useCase(bind: typeof bindClient, asked: string[], send: Send): Runtime.UseCase<object, unknown> {
  const fetch: typeof globalThis.fetch = async (url, init) => {
    asked.push(`${init?.method ?? ""} ${new URL(url as string).pathname}`);
    throw Object.assign(new TypeError("closed"), { code: "ECONNRESET" });
  };
  const policy = { input: {}, retryPolicy: { kind: "none", requestTimeout: 1000 } } as const;
  const use = { providerFailover: true, input: {}, providers: { first: policy, second: policy } };
  const client = bind<{ profiles: { test: { Send: Runtime.UseCase<object, unknown> } } }>(
    {
      providers: {
        first: { definition: acme(BASE, { name: "first" }) },
        second: { definition: acme(BASE, { name: "second" }) },
      },
      profiles: { test: { name: "test", priority: ["first", "second"], useCases: { Send: use } } },
      maps: { test: { first: { Send: send }, second: { Send: send } } },
    },
    { fetch },
  );
  return client.profiles.test.Send;
}

test.run();
