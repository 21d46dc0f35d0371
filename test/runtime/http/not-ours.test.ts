// What `fetch` fails with that is neither an answer nor a broken connection: limits of others, proxies, mistakes and mocks.
import { inspect } from "node:util";
import { ConfigurationError, NetworkError, SdkError, TimeoutError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { createWorld, type Context } from "../policy/world.js";

const test = suite("what `fetch` fails with that is not ours");

const retryPolicy = { kind: "circuit-breaker", maxContiguousRetries: 2, backoff: { kind: "exponential", start: 1 } } as const; // prettier-ignore

/** As undici wraps what went wrong. */
const wrapped = (...chain: readonly object[]): TypeError =>
  Object.assign(
    new TypeError("fetch failed"),
    chain.reduceRight<object>((cause, each) => ({ cause: Object.assign(each, cause) }), {}),
  );
const coded = (code: string | number, message = "x", name = "Error"): Error =>
  Object.assign(new Error(message), { code, name });

interface Failed {
  readonly error: SdkError & { readonly sent?: unknown };
  readonly requests: number;
}

/** What comes of a POST whose `fetch` throws that. */
async function failed(thrown: unknown, options: object = { retryPolicy }): Promise<Failed> {
  let requests = 0;
  const fetch: typeof globalThis.fetch = async () => {
    requests += 1;
    throw thrown;
  };
  const client = acmeClient("https://a.test/base", { fetch });
  const error = await rejection(client.post("/x", { json: {}, ...options }), SdkError);
  return { error, requests };
}

for (const [code, phase, option] of [
  ["UND_ERR_HEADERS_TIMEOUT", /without headers/, "headersTimeout: 0"],
  ["UND_ERR_BODY_TIMEOUT", /of silence in the body/, "bodyTimeout: 0"],
] as const) {
  test(`T1: ${code} is a TimeoutError that says whose limit it was and how to lift it`, async () => {
    const { error } = await failed(wrapped(coded(code)), {});
    assert.instance(error, TimeoutError);
    assert.equal([error.code, (error.cause as { code: string }).code], ["fetch-timeout", code]);
    assert.match(error.message, /^POST \/x of acme: the platform's `fetch` ended it by its own time limit/);
    assert.match(error.message, phase);
    assert.match(error.message, option);
  });
}

test("T1: the same where it ends a body that is read, whole or as a stream", async () => {
  const fetch = async (): Promise<Response> =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.error(Object.assign(new TypeError("terminated"), { cause: coded("UND_ERR_BODY_TIMEOUT") })) }), // prettier-ignore
    );
  const client = acmeClient("https://a.test", { fetch });
  for (const read of [client.get("/x").text(), client.get("/x", { stream: true }).then(async (r) => r.text())])
    assert.is((await rejection(read, TimeoutError)).code, "fetch-timeout");
});

test("T1: an end by a signal or a limit that a `fetch` has of its own is a time-out", async () => {
  const timeout = new DOMException("The operation timed out.", "TimeoutError");
  const abort = new DOMException("This operation was aborted", "AbortError");
  const aborted = coded("UND_ERR_ABORTED", "Request aborted", "AbortError");
  for (const thrown of [timeout, abort, wrapped(timeout), aborted, coded(0, "aborted", "AbortError")]) {
    const { error } = await failed(thrown, {});
    assert.equal([error.name, error.code], ["TimeoutError", "fetch-timeout"]);
    assert.match(error.message, "it has its own time limit or signal");
  }
});

test("T1: it is no end of the caller's: that has its own reason", async () => {
  const controller = new AbortController();
  const fetch: typeof globalThis.fetch = async (_, init) => {
    controller.abort("enough");
    init?.signal?.throwIfAborted();
    return new Response();
  };
  const call = acmeClient("https://a.test", { fetch }).get("/x", { signal: controller.signal });
  assert.is(await call.catch((reason: unknown) => reason), "enough");
});

test("T1: within what a deadline has left it is still the `fetch`'s limit that is told", async () => {
  const { error } = await failed(wrapped(coded("UND_ERR_HEADERS_TIMEOUT")), { deadline: 1000, requestTimeout: 5000 });
  assert.is(error.code, "fetch-timeout");
});

test("P3: a proxy that refuses the tunnel has sent nothing, whatever its status", async () => {
  for (const thrown of [
    ...[407, 502, 503].map((status) => wrapped(coded(0, "Request was cancelled."), coded("UND_ERR_ABORTED", `Proxy response (${status}) !== 200 when HTTP Tunneling`, "AbortError"))), // prettier-ignore
    wrapped(coded("UND_ERR_PRX_TLS", "Proxy TLS connection failed", "SecureProxyConnectionError")),
    wrapped(coded("UND_ERR_PRX_CONN", "Proxy connection failed")),
  ]) {
    const { error } = await failed(thrown, { idempotent: false });
    assert.equal([error.name, error.code, error.sent], ["NetworkError", "network-unreached", false]);
    assert.match(error.message, "at a.test: the proxy refused the connection");
  }
});

const OWN: Readonly<Record<string, unknown>> = {
  "a mistake in it": new TypeError("Cannot read properties of undefined (reading 'get')"),
  "another one": new ReferenceError("agent is not defined"),
  "an error of its own": new Error("no fixture for POST /x"),
  "msw without a handler": Object.assign(new Error('[MSW] Cannot bypass a request when using the "error" strategy'), { name: "InternalError" }), // prettier-ignore
  "nock without a match": wrapped(coded("ERR_NOCK_NO_MATCH", "Nock: No match for request")),
  "nock without the net": wrapped(coded("ENETUNREACH", "Nock: Disallowed net connect for a.test:443")),
  "undici's MockAgent": wrapped(coded("UND_MOCK_ERR_MOCK_NOT_MATCHED", "Mock dispatch not matched")),
  "a dispatcher of another undici": wrapped(coded("UND_ERR_INVALID_ARG", "invalid onRequestStart method")),
  "a dispatcher that was closed": wrapped(coded("UND_ERR_CLOSED", "The client is closed")),
  "a certificate's file that is gone": coded("ENOENT", "ENOENT: no such file or directory, open 'ca.pem'"),
};
for (const [what, thrown] of Object.entries(OWN)) {
  test(`what \`fetch\` throws that is no failure of a connection is named and not repeated: ${what}`, async () => {
    const { error, requests } = await failed(thrown);
    assert.instance(error, ConfigurationError);
    assert.equal([error.code, requests], ["fetch-failed", 1]);
    let last = thrown as Error;
    while (last.cause !== undefined) last = last.cause as Error;
    const said = `POST /x of acme: \`fetch\` threw something other than a connection failure: ${last.name}: ${last.message}`;
    assert.is(error.message, said);
  });
}

test("and is no reason for the next provider", async () => {
  const map = async ({ http }: Context): Promise<unknown> => http.get("/x").json();
  const world = createWorld({ answers: { a: new TypeError("x is not a function"), b: 200 }, map });
  const outcome = await world.run();
  assert.equal([outcome.ok, world.times("a").length, world.times("b").length], [false, 1, 0]);
});

test("its message is masked: neither credentials nor what the request was given", async () => {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = new TextDecoder().decode(init?.body as Uint8Array);
    throw new TypeError(`cannot send ${inspect([input, [...new Headers(init?.headers)], body], { breakLength: 1e5 })}`);
  };
  const given = { params: { id: "canary-1" }, query: { q: "canary-2" }, json: { a: ["canary-3"] }, headers: { "x-a": "canary-4" } }; // prettier-ignore
  const call = acmeClient("https://a.test", { fetch }).post("/x/{id}", { ...given, security: ["header", "bearer"] });
  const { message } = await rejection(call, ConfigurationError);
  assert.match(message, "TypeError: cannot send");
  assert.not.match(message, /canary|secret/);
});

test("what platforms say of a broken connection is one, with or without a code", async () => {
  for (const thrown of [
    new TypeError("fetch failed"),
    new TypeError("Failed to fetch"),
    new TypeError("Network request failed"),
    wrapped(coded("ERR_HTTP2_STREAM_ERROR", "Stream closed")),
    wrapped(coded("UND_ERR_SOCKET", "other side closed")),
    coded("EMFILE", "too many open files"),
    Object.assign(new Error("connect EACCES"), { code: "EACCES", syscall: "connect" }),
  ]) {
    const { error } = await failed(thrown, {});
    assert.instance(error, NetworkError);
  }
});

test.run();
