import { readFileSync } from "node:fs";
import { HttpError, SdkError } from "@sdkwright/runtime";
import { SdkError as OwnError, HttpError as OwnHttpError } from "#runtime/errors/errors.js";
import { readForeignError, type ForeignError } from "#runtime/failover/foreign-error.js";
import { networkError } from "#runtime/http/connection-failure.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rebuild, unpacked, type Shape } from "./thrown.js";

const test = suite("whose error it is");

const clients = unpacked(
  JSON.parse(readFileSync("test/runtime/failover/thrown-errors.json", "utf8")) as {
    [client: string]: { [name: string]: Shape };
  },
);

/** What each case is read as. */
const TABLE: { readonly [name: string]: string } = {
  400: "status 400",
  401: "status 401",
  404: "status 404",
  429: "status 429 2000",
  500: "status 500",
  503: "status 503",
  "503 in HTML": "status 503",
  refused: "network network-unreached false",
  reset: "network network-reset unknown",
  closed: "network network-reset unknown",
  cut: "network network-reset unknown",
  "200 in HTML": "function",
  "time-out": "timeout",
  abort: "aborted",
};

const HIDES_WAITS = "status 429";
const BROKEN = "network network-reset unknown";

/** What cannot be read, and why. */
const UNREAD: { readonly [client: string]: { readonly [name: string]: readonly [read: string, why: string] } } = {
  twilio: { 429: [HIDES_WAITS, "its errors have no headers"] },
  "@google/genai": { 429: [HIDES_WAITS, "its errors have no headers"] },
  postmark: {
    429: [HIDES_WAITS, "its errors have no headers"],
    refused: [BROKEN, 'it keeps of the cause no more than "fetch failed"'],
  },
  resend: {
    refused: [BROKEN, "it says the same of all that is no answer: `statusCode: null`"],
    "time-out": [BROKEN, "likewise"],
    "200 in HTML": [BROKEN, "likewise"],
  },
  stripe: {
    "503 in HTML": [BROKEN, "an answer that it cannot parse loses its status"],
    "200 in HTML": [BROKEN, "likewise"],
  },
  needle: { "time-out": [BROKEN, 'it destroys the socket, which then says "socket hang up"'] },
};

/** What a client gives a value for, or cannot be asked: abort without a signal, a body that is no JSON and is not parsed. */
const GIVEN: { readonly [name: string]: readonly string[] } = {
  abort: ["stripe", "twilio", "@sendgrid/mail", "postmark"],
  // octokit takes what came for the whole; needle never ends.
  cut: ["octokit", "needle"],
  "200 in HTML":
    "openai|@anthropic-ai/sdk|axios|axios, fetch|AWS, SNS|octokit|gaxios|superagent|@sendgrid/mail|postmark".split("|"),
};

for (const [client, cases] of Object.entries(clients)) {
  test(`what ${client} throws is read rightly, minified too`, () => {
    const missing = Object.keys(TABLE).filter((name) => !(name in cases));
    assert.equal(
      missing,
      Object.keys(TABLE).filter((name) => GIVEN[name]?.includes(client)),
      "cases that throw",
    );
    for (const [name, shape] of Object.entries(cases)) {
      const expected = UNREAD[client]?.[name]?.[0] ?? TABLE[name];
      for (const isMinified of [false, true]) {
        const said = told(readForeignError(rebuild(shape, isMinified), name === "abort"));
        assert.is(said, expected, `${name}, ${isMinified ? "minified" : "plain"}`);
      }
    }
  });
}

test("an abort that no signal of ours has made is a time-out, or broken where the client says no more", () => {
  for (const [client, { abort }] of Object.entries(clients)) {
    if (abort === undefined) continue;
    for (const isMinified of [false, true]) {
      const said = told(readForeignError(rebuild(abort, isMinified), false));
      assert.is(said, client === "resend" ? BROKEN : "timeout", client);
    }
  }
});

test("an error of ours is found through cause, detail and errors, ten deep; it comes before an abort", () => {
  const own = new OwnHttpError("m", { code: "http-503", status: 503 });
  const wrapped = [own, { cause: own }, { detail: own }, { errors: [own] }, nested(own, 9)];
  for (const thrown of wrapped) assert.equal(readForeignError(thrown, true), { kind: "own", error: own });
  assert.is(readForeignError(nested(own, 10), false).kind, "function");
  assert.ok(own instanceof OwnError);
  // Of another copy of the runtime.
  const theirs = new HttpError("m", { code: "http-503", status: 503 });
  assert.ok(theirs instanceof SdkError);
  assert.is(readForeignError(theirs, false).kind, "own");
});

test("waits come from headers in any form and case, and from nested ones; what asks for none has none", () => {
  const forms = [
    new Headers({ "Retry-After": "3" }),
    { "Retry-After": 3 },
    new Map([["RETRY-AFTER", "3"]]),
    [["retry-after", "3"]],
  ];
  for (const headers of forms) {
    for (const thrown of [
      { status: 503, headers },
      { response: { status: 503, headers } },
      { $response: { statusCode: 503, headers } },
      { cause: { status: 503, headers } },
    ])
      assert.is(told(readForeignError(thrown, false)), "status 503 3000");
  }
  for (const headers of [
    null,
    3,
    "retry-after: 3",
    [3],
    [["retry-after"]],
    { "retry-after": Symbol() },
    new Date(0),
    { "retry-after": "soon" },
  ])
    assert.is(told(readForeignError({ status: 503, headers }, false)), "status 503");
});

test("a Response is its status; one that is well is none of a failure", () => {
  const answer = new Response("", { status: 429, headers: { "retry-after-ms": "20" } });
  assert.is(told(readForeignError(answer, false)), "status 429 20");
  assert.is(told(readForeignError(new Response(""), false)), "function");
  // AWS's, without what is not enumerable.
  assert.is(told(readForeignError({ $metadata: { httpStatusCode: 503 } }, false)), "status 503");
});

test("steps in their order: an answer before a connection, this before a name, this before an own status", () => {
  const reset = { code: "ECONNRESET" };
  const late = { name: "TimeoutError" };
  assert.is(told(readForeignError({ response: { status: 502 }, cause: reset }, false)), "status 502");
  assert.is(told(readForeignError({ status: 500, cause: reset, detail: late }, false)), BROKEN);
  assert.is(told(readForeignError({ status: 500, cause: late }, false)), "timeout");
  assert.is(told(readForeignError({ statusCode: 500, cause: { status: undefined } }, false)), "status 500");
});

test("platforms that have words and no code: fetch of browsers, React Native, workerd, Deno", () => {
  const messages = [
    "Failed to fetch",
    "Load failed",
    "NetworkError when attempting to fetch resource.",
    "Network request failed",
    "Network connection lost.",
    "The network connection was lost.",
    "The Internet connection appears to be offline.",
    "error sending request for url (https://a.test/): client error (Connect): dns error",
  ];
  for (const message of messages) assert.is(told(readForeignError(new TypeError(message), false)), BROKEN, message);
  // axios in a browser, node-fetch.
  for (const code of ["ERR_NETWORK", "ERR_STREAM_PREMATURE_CLOSE"])
    assert.is(told(readForeignError({ code }, false)), BROKEN);
});

test("a function's own errors are passed on", () => {
  const values = [
    undefined,
    null,
    0,
    "",
    "ECONNRESET",
    503,
    true,
    Symbol("s"),
    1n,
    () => {},
    {},
    [],
    new Error("busy"),
  ];
  const passed: unknown[] = [
    ...values,
    new TypeError("x is not a function"),
    new SyntaxError("Unexpected token"),
    Object.assign(new Error("no file"), { code: "ENOENT", syscall: "open", errno: -2 }),
    Object.assign(new TypeError("fetch failed"), { cause: { code: "UND_ERR_INVALID_ARG" } }),
    Object.assign(new TypeError("fetch failed"), { cause: { code: "ERR_NOCK_NO_MATCH" } }),
    Object.assign(new Error("sql"), { code: "23505", severity: "ERROR" }),
    Object.assign(new Error("mongo"), { code: 11_000 }),
    { status: "failed" },
    { status: 200 },
    { statusCode: "503" },
    { status: 399 },
    { status: 1006 },
    { response: { status: 302 } },
    { response: { status: 200, errors: [{ message: "no such field" }] } },
    { response: { statusCode: 200 }, code: "ERR_BODY_PARSE_FAILURE" },
    { $metadata: { httpStatusCode: 200 }, name: "SyntaxError" },
    { headers: { "retry-after": "3" } },
  ];
  for (const thrown of passed) assert.is(readForeignError(thrown, false).kind, "function", String(thrown));
  for (const thrown of passed) assert.is(readForeignError(thrown, true).kind, "aborted");
});

test("getters that throw, proxies, circles and long lists are read, and nothing is thrown", () => {
  const throwing = (): never => {
    throw new Error("no");
  };
  const handler = {
    get: throwing,
    has: throwing,
    getPrototypeOf: throwing,
    ownKeys: throwing,
    getOwnPropertyDescriptor: throwing,
  };
  const circle: { cause?: unknown; status: number } = { status: 503 };
  circle.cause = circle;
  const wide: { errors: unknown[] } = { errors: [] };
  wide.errors.push(wide, wide);
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  const odd: readonly (readonly [unknown, string])[] = [
    [Object.defineProperty({ status: 503 }, "response", { get: throwing }), "status 503"],
    [Object.defineProperty({ status: 503 }, "headers", { get: throwing }), "status 503"],
    [{ status: 503, headers: new Proxy({}, handler) }, "status 503"],
    [{ status: 503, cause: new Proxy({}, handler) }, "status 503"],
    [{ status: { valueOf: throwing }, code: { toString: throwing }, name: Symbol() }, "function"],
    [new Proxy({}, handler), "function"],
    [proxy, "function"],
    [circle, "status 503"],
    [wide, "function"],
    [Object.create(null), "function"],
    [{ status: NaN }, BROKEN],
    [{ status: Infinity }, "function"],
  ];
  for (const [thrown, expected] of odd) assert.is(told(readForeignError(thrown, false)), expected);
  let reads = 0;
  const knot: { detail?: unknown; errors: unknown[] } = { errors: [] };
  knot.detail = knot.errors[0] = Object.defineProperty(knot, "cause", { get: () => (reads++, knot) });
  readForeignError(knot, false);
  assert.is(reads, 1);
});

test("codes mean what they mean of a `fetch` of ours", () => {
  const label = { provider: "p", service: "s", method: "POST", path: "/x" };
  const codes = `
    ECONNREFUSED ECONNRESET EPIPE ENOTFOUND EAI_AGAIN EAI_FAIL EADDRNOTAVAIL ENODATA EHOSTUNREACH ENETUNREACH ENETDOWN
    UND_ERR_CONNECT_TIMEOUT UND_ERR_SOCKET UND_ERR_PRX_TLS UND_ERR_RES_EXCEEDED_MAX_SIZE UND_ERR_HEADERS_OVERFLOW
    HPE_INVALID_CONSTANT Z_BUF_ERROR CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT UNABLE_TO_VERIFY_LEAF_SIGNATURE
    SELF_SIGNED_CERT_IN_CHAIN ERR_TLS_CERT_ALTNAME_INVALID ERR_SSL_WRONG_VERSION_NUMBER EPROTO
    ConnectionRefused FailedToOpenSocket`;
  for (const code of codes.trim().split(/\s+/)) {
    for (const syscall of [undefined, "connect", "read"]) {
      // Codes of the system alone come with its calls.
      if (syscall !== undefined && !/^E[A-Z]+$/.test(code)) continue;
      const error = Object.assign(new Error("m"), { code }, syscall && { syscall });
      const { code: kind, sent } = networkError({ cause: error }, label);
      assert.is(
        told(readForeignError({ cause: error }, false)),
        `network ${kind} ${String(sent)}`,
        `${code} ${syscall}`,
      );
    }
  }
  assert.is(told(readForeignError({ code: "ETIMEDOUT", syscall: "connect" }, false)), TABLE["refused"]);
});

/** Wrapped that many times. */
function nested(error: unknown, depth: number): unknown {
  return depth === 0 ? error : { cause: nested(error, depth - 1) };
}

/** In one line. */
function told(read: ForeignError): string {
  return Object.values(read)
    .filter((part) => part !== undefined)
    .join(" ");
}

test.run();
