import {
  AuthenticationError,
  BodyError,
  CircuitOpenError,
  FailoverError,
  HttpError,
  NetworkError,
  RedirectError,
  RequestError,
  TimeoutError,
  UseCaseError,
} from "@sdkwright/runtime";
import { politeDelay, retryDelay } from "#runtime/policy/retry.js";
import { findFailure } from "#runtime/failover/rounds.js";
import { classifyError, classifyResponse, type Verdict } from "#runtime/policy/classify.js";
import { waitIn } from "#runtime/http/waits.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";

const test = suite("policy, pure parts");
const exponential = (start: number, factor: number) => ({ kind: "exponential", start, factor }) as const;
const middle = (): number => 0.5;

test("a delay is the nominal one at random 0.5, and within 20 % of it", () => {
  const gaps = [1, 2, 3, 4, 5].map((retry) => retryDelay(exponential(2000, 2), retry, middle));
  assert.equal(gaps, [2000, 4000, 8000, 16000, 32000]);
  assert.is(
    retryDelay(exponential(1000, 1), 3, () => 0),
    800,
  );
  assert.is(Math.round(retryDelay(exponential(1000, 1), 3, () => 1)), 1200);
});

test("delay-clamp: a delay is clamped at what a timer can hold", () => {
  assert.is(retryDelay(exponential(2000, 10), 50, middle), 2_147_483_647);
  assert.is(retryDelay(exponential(2000, 10), 2000, middle), 2_147_483_647);
  assert.is(politeDelay(1, 1e12, middle), 2_147_483_647);
});

test("a delay is never shorter than Retry-After, which gets up to 10 % more", () => {
  assert.is(politeDelay(2000, 7000, middle), 7350);
  assert.is(politeDelay(4000, 1000, middle), 4000);
  assert.is(politeDelay(4000, undefined, middle), 4000);
  assert.is(politeDelay(0, 0, middle), 0);
});

const retryAfter = (value: string, date?: string, receivedAt?: number): number | undefined =>
  waitIn(new Headers({ "retry-after": value, ...(date === undefined ? {} : { date }) }), 503, receivedAt).ms;

test("retry-after-forms: seconds and the three forms of an HTTP date, against the response's Date", () => {
  const date = "Sun, 06 Nov 1994 08:49:37 GMT";
  assert.is(retryAfter("120"), 120_000);
  assert.is(retryAfter("0"), 0);
  assert.is(retryAfter("Sun, 06 Nov 1994 08:49:47 GMT", date), 10_000);
  assert.is(retryAfter("Sunday, 06-Nov-94 08:50:37 GMT", date, Date.UTC(1994, 10, 6)), 60_000);
  assert.is(retryAfter("Sun Nov  6 09:49:37 1994", date), 3_600_000);
  assert.is(retryAfter("Sun Nov 13 08:49:37 1994", date), 7 * 86_400_000);
});

test("the last second of a day, and a leap second, are times", () => {
  const date = "Sun, 06 Nov 1994 23:00:00 GMT";
  assert.is(retryAfter("Sun, 06 Nov 1994 23:59:59 GMT", date), 3_599_000);
  assert.is(retryAfter("Sun, 06 Nov 1994 23:59:60 GMT", date), 3_600_000);
});

test("a date without a Date beside it counts from the time of receipt; one in the past is now", () => {
  const receivedAt = Date.UTC(2026, 0, 1);
  assert.is(retryAfter("Thu, 01 Jan 2026 00:00:05 GMT", undefined, receivedAt), 5000);
  assert.is(retryAfter("Thu, 01 Jan 2026 00:00:05 GMT", "yesterday", receivedAt), 5000);
  assert.is(retryAfter("Thu, 01 Jan 1998 00:00:05 GMT", undefined, receivedAt), 0);
  assert.is(waitIn(new Headers(), 503).ms, undefined);
});

test("a year of two digits that looks more than 50 years ahead is in the past", () => {
  const receivedAt = Date.UTC(2026, 0, 1);
  assert.is(retryAfter("Thursday, 01-Jan-76 00:00:00 GMT", undefined, receivedAt), Date.UTC(2076, 0, 1) - receivedAt);
  assert.is(retryAfter("Saturday, 01-Jan-77 00:00:00 GMT", undefined, receivedAt), 0);
  assert.is(retryAfter("Thursday, 01-Jan-26 00:00:07 GMT", undefined, receivedAt), 7000);
});

test("retry-after-bad: anything else is ignored", () => {
  const bad = ["soon", "-5", "", "NaN", "7, 7", "1e3", "0x10", "Infinity", "2026-01-01T00:00:00Z"];
  const dates = [
    "Sun, 31 Feb 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:49:37 GMT",
    "Sun, 06 Nov 1994 23:60:37 GMT",
    "Sun, 06 Nov 1994 23:00:61 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET",
    "xSun, 06 Nov 1994 08:49:37 GMT",
    "xSunday, 06-Nov-94 08:49:37 GMT",
    "Sunday, 06-Nov-94 08:49:37 GMTx",
    "xSun Nov  6 08:49:37 1994",
    "Sun Nov  6 08:49:37 19944",
    "Sun, 00 Nov 1994 08:49:37 GMT",
  ];
  for (const value of [...bad, ...dates]) {
    const headers = { get: (name: string) => (name === "retry-after" ? value : null) } as Headers;
    assert.is(waitIn(headers, 503).ms, undefined, value);
  }
});

test("retry-after-huge: the largest value stays a number", () => {
  assert.is(retryAfter("1000000000"), 1e12);
  assert.is(retryAfter("9".repeat(400)), Number.MAX_SAFE_INTEGER);
});

const http = (status: number, retryAfter?: number): HttpError =>
  new HttpError(`${status}`, { code: `http-${status}`, status, retryAfter });
const network = (code: string, sent: boolean | "unknown"): NetworkError => new NetworkError(code, { code, sent });
const row = ({ retried, failsOver, circuit, acted }: Verdict): string =>
  [retried ? "retried" : "-", failsOver ? "fails over" : "-", circuit, acted ? "acted" : "-"].join(" | ");

const outcomes: readonly (readonly [string, unknown, string])[] = [
  ["never sent", network("network-unreached", false), "retried | fails over | failure | -"],
  ["TLS", network("network-tls", false), "- | fails over | failure | -"],
  ["TLS, perhaps after it was sent", network("network-tls", "unknown"), "- | fails over | failure | acted"],
  ["malformed HTTP", network("network-malformed", true), "- | fails over | failure | acted"],
  ["reset or cut", network("network-reset", "unknown"), "retried | fails over | failure | acted"],
  ["timeout", new TimeoutError("", { code: "timeout" }), "retried | fails over | failure | acted"],
  ...[408, 500, 502, 503, 504, 599].map(
    (status) => [`${status}`, http(status), "retried | fails over | failure | acted"] as const,
  ),
  ["425", http(425), "retried | fails over | failure | -"],
  ["429", http(429), "retried | fails over | refusal | -"],
  ["429 with Retry-After", http(429, 1000), "retried | fails over | refusal | -"],
  ["503 with Retry-After", http(503, 0), "retried | fails over | refusal | acted"],
  ["500 with Retry-After", http(500, 1000), "retried | fails over | refusal | acted"],
  ...[501, 505, 511].map((status) => [`${status}`, http(status), "- | fails over | failure | -"] as const),
  ...[402, 403].map((status) => [`${status}`, http(status), "- | fails over | denial | -"] as const),
  ...[400, 401, 404, 409, 410, 422, 451].map((status) => [`${status}`, http(status), "- | - | success | -"] as const),
  ...[300, 302, 304].map((status) => [`${status}`, http(status), "- | - | success | acted"] as const),
  ["redirect", new RedirectError("", { code: "redirect" }), "- | - | neither | acted"],
  ["body", new BodyError("", { code: "body" }), "- | - | neither | acted"],
  ["request", new RequestError("", { code: "request" }), "- | - | neither | acted"],
  ["foreign", new TypeError("x"), "- | - | neither | acted"],
  [
    "credentials rejected",
    new AuthenticationError("", {
      code: "rejected",
      kind: "rejected",
      status: 401,
    }),
    "- | fails over | denial | -",
  ],
  [
    "504 of a token endpoint",
    Object.assign(http(504), { tokenEndpoint: "oauth" }),
    "retried | fails over | neither | -",
  ],
  ["an inner use-case", new FailoverError("", { code: "failover", failures: [] }), "- | fails over | neither | -"],
  ["an inner circuit", new CircuitOpenError("", { code: "x", retryAfter: 1 }), "- | fails over | neither | -"],
];

for (const [name, error, expected] of outcomes) {
  test(`what follows from ${name}`, () => assert.is(row(classifyError(error)), expected));
}

test("handled-status: a status that the caller handles is at most a success", () => {
  for (const status of [200, 201, 204, 299]) assert.is(row(classifyResponse(status)), "- | - | success | acted");
  for (const status of [400, 401, 402, 403, 404]) assert.is(row(classifyResponse(status)), "- | - | success | -");
  for (const status of [301, 304]) assert.is(row(classifyResponse(status)), "- | - | success | acted");
  for (const status of [408, 500, 503, 599]) assert.is(row(classifyResponse(status)), "- | - | neither | acted");
  for (const status of [425, 429, 501, 505, 511]) assert.is(row(classifyResponse(status)), "- | - | neither | -");
});

test("wrapped: a failure is found as itself or up to nine causes deep; a map's own error hides what caused it", () => {
  const failure = http(503);
  const wrapped = (depth: number): unknown =>
    depth === 0 ? failure : new Error(`${depth}`, { cause: wrapped(depth - 1) });
  assert.is(findFailure(failure), failure);
  assert.is(findFailure(wrapped(9)), failure);
  assert.is(findFailure(wrapped(10)), undefined);
  const own = new UseCaseError("own", { code: "use-case", error: {}, cause: failure });
  assert.is(findFailure(own), undefined);
  assert.is(findFailure(new Error("x", { cause: own })), undefined);
  for (const thrown of [undefined, "text", { cause: failure }, new Error("x")]) {
    assert.is(findFailure(thrown), undefined);
  }
});

test.run();
