import { propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { MapContext, ProviderClient } from "@sdkwright/runtime";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, recordingFetch } from "../acme.js";
import { createWorld, networkFailure, type WorldOptions } from "../policy/world.js";
import { propagator, recordTelemetry } from "./recorder.js";

const test = suite("OpenTelemetry, by its API alone");
const { spans, measurements } = recordTelemetry();
const retrying = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;

test.before.each(() => {
  spans.length = 0;
  measurements.length = 0;
});

function traced(options: Omit<WorldOptions, "options">) {
  return createWorld({ ...options, options: openTelemetry() });
}

test("a use-case call is an INTERNAL span around the CLIENT spans of its attempts", async () => {
  const world = traced({ answers: { a: networkFailure("ECONNREFUSED"), b: 201 }, policies: { a: retrying } });
  await world.run({ note: "private" });
  const [first, second, third, call] = spans;
  assert.equal([spans.length, call?.name, call?.kind, call?.parent], [4, "test/Send", SpanKind.INTERNAL, undefined]);
  assert.equal(call?.attributes, {
    "sdkwright.call": 1,
    "sdkwright.profile": "test",
    "sdkwright.use_case": "Send",
    "sdkwright.provider": "b",
    "sdkwright.attempts": 3,
  });
  assert.is(call?.status, undefined);
  for (const span of [first, second, third])
    assert.equal([span?.name, span?.kind, span?.parent], ["GET /x", SpanKind.CLIENT, call?.id]);
  assert.equal(third?.attributes, {
    "http.request.method": "GET",
    "server.address": "b.example",
    "server.port": 443,
    "url.full": "https://b.example/x",
    "url.template": "/x",
    "http.response.status_code": 201,
    "sdkwright.call": 1,
    "sdkwright.provider": "b",
    "sdkwright.service": "default",
  });
  assert.equal(
    [first, second, third].map((span) => span?.attributes["http.request.resend_count"]),
    [undefined, 1, undefined],
  );
  assert.is(first?.attributes["error.type"], "network-unreached");
  assert.is(first?.status?.code, SpanStatusCode.ERROR);
  assert.match(first?.status?.message ?? "", /GET \/x of a/);
});

test("what a variable or code fills into the path of a base URL stands in no span, of a link to a next page either", async () => {
  const token = "s3cretWebhookToken4711xyz";
  const { fetch } = recordingFetch();
  const base = `https://hooks.example/services/v2/${token}`;
  const hooks = acmeClient("https://hooks.example/services/v2/none", {
    ...openTelemetry(),
    fetch,
    services: { default: base },
  });
  await hooks.get("/send");
  await hooks.get(`${base}/send?page=2`);
  assert.equal(
    spans.map(({ attributes }) => attributes["url.full"]),
    [`https://hooks.example/services/v2/***/send`, `https://hooks.example/services/v2/***/send`],
  );
  assert.equal(spans.map(({ name }) => name), ["GET /send", "GET /services/v2/***/send"]); // prettier-ignore
  assert.not.match(JSON.stringify(spans), token);
});

test("a status is the type of its error; one that the caller takes is none", async () => {
  const { fetch } = recordingFetch();
  const answer: typeof globalThis.fetch = async (...request) => (
    await fetch(...request),
    new Response("", { status: 404 })
  );
  const acme = acmeClient("http://[::1]:8080/v1/", { ...openTelemetry(), fetch: answer });
  await acme.get("items/{id}", { params: { id: "7" }, query: { page: 2 } }).catch(() => {});
  await acme.request("/items", { method: "report", handle: [404] });
  const [refused, handled] = spans;
  assert.equal(refused?.status, { code: SpanStatusCode.ERROR });
  assert.equal(
    ["error.type", "http.response.status_code", "url.full", "server.address", "server.port"].map(
      (name) => refused?.attributes[name],
    ),
    ["404", 404, "http://[::1]:8080/v1/items/{id}", "::1", 8080],
  );
  assert.is(handled?.status, undefined);
  assert.is(handled?.name, "HTTP /items");
  assert.equal(
    ["http.request.method", "http.request.method_original", "error.type"].map((name) => handled?.attributes[name]),
    ["_OTHER", "REPORT", undefined],
  );
});

test("a link to a next page has the path of the base URL once", async () => {
  const { fetch } = recordingFetch();
  const acme = acmeClient("https://acme.example/v1", { ...openTelemetry(), fetch });
  await acme.get("https://acme.example/v1/items?cursor=private");
  await acme.get("https://acme.example/v1");
  await acme.get("");
  assert.equal(
    spans.map(({ attributes }) => attributes["url.full"]),
    ["https://acme.example/v1/items", "https://acme.example/v1", "https://acme.example/v1"],
  );
});

test("errors that are not ours show a type and no message", async () => {
  const world = traced({ answers: { a: 200 }, map: () => Promise.reject(new RangeError("private")) });
  await world.run();
  const map = async ({ http }: MapContext<unknown, unknown, ProviderClient, object>) => http.get("/x");
  const aborted = traced({ answers: { a: "hang" }, map });
  const controller = new AbortController();
  const call = aborted.send({}, { signal: controller.signal }).catch(() => {});
  await aborted.clock.advance(1);
  controller.abort("private");
  await call;
  assert.equal(
    spans.map(({ name, status, attributes }) => [name, status, attributes["error.type"]]),
    [
      ["test/Send", { code: SpanStatusCode.ERROR }, "RangeError"],
      ["GET /x", { code: SpanStatusCode.ERROR }, "_OTHER"],
      ["test/Send", { code: SpanStatusCode.ERROR }, "_OTHER"],
    ],
  );
});

test("the span of the attempt is current while it is sent, and goes along as traceparent, unless told otherwise", async () => {
  for (const propagate of [undefined, true, false]) {
    spans.length = 0;
    const { fetch, sent } = recordingFetch();
    const current: (string | undefined)[] = [];
    const noting: typeof globalThis.fetch = async (...request) => {
      current.push(trace.getActiveSpan()?.spanContext().spanId);
      return fetch(...request);
    };
    await acmeClient("https://acme.example", { ...openTelemetry({ propagate }), fetch: noting }).get("/x");
    assert.equal(current, [spans[0]?.id]);
    assert.is(sent[0]?.headers.get("traceparent"), propagate === false ? null : spans[0]?.id);
  }
});

test("what a propagator writes and no header can carry is left out, and the request is sent", async () => {
  const written = {
    "uberctx-good": "1",
    baggage: "a=b;note=\u0001",
    "uberctx-näme": "1",
    "x-text": "Ω",
    "x-line": "a\r\nb: c",
  };
  propagation.disable();
  propagation.setGlobalPropagator({
    ...propagator,
    inject(active, carrier, setter) {
      propagator.inject(active, carrier, setter);
      for (const [name, value] of Object.entries(written)) setter.set(carrier, name, value);
    },
  });
  const { fetch, sent } = recordingFetch();
  await acmeClient("https://acme.example", { ...openTelemetry(), fetch }).get("/x");
  const { headers } = sent[0] as { headers: Headers };
  assert.equal([headers.get("traceparent"), headers.get("uberctx-good")], [spans[0]?.id, "1"]);
  for (const name of ["baggage", "x-text", "x-line"]) assert.is(headers.get(name), null);
  propagation.disable();
  propagation.setGlobalPropagator(propagator);
});

test("durations are measured where asked for", async () => {
  const answers = [503, 200].map((status) => new Response("", { status }));
  const fetch = async (): Promise<Response> => answers.shift() ?? new Response();
  const acme = acmeClient("https://acme.example", { ...openTelemetry({ metrics: true }), fetch, retries: 0 });
  await acme.get("/x").catch(() => {});
  await acme.get("/x");
  await acmeClient("https://acme.example", { ...openTelemetry(), fetch }).get("/x");
  const server = { "http.request.method": "GET", "server.address": "acme.example", "server.port": 443 };
  assert.equal(
    measurements.map(({ instrument, attributes }) => [instrument, attributes]),
    [
      ["http.client.request.duration", { ...server, "http.response.status_code": 503, "error.type": "503" }],
      ["http.client.request.duration", { ...server, "http.response.status_code": 200 }],
    ],
  );
  assert.ok(measurements.every(({ value }) => value >= 0 && value < 10));
  const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
  const description = "Duration of HTTP client requests.";
  assert.equal(measurements[0]?.options, { unit: "s", description, advice: { explicitBucketBoundaries } });
});

test("circuits: the current span is told of a change, and those that are not closed are counted", async () => {
  const world = traced({ answers: { a: 503 }, policies: { a: { ...retrying, maxContiguousRetries: 20 } } });
  await world.run();
  const opened = spans.flatMap(({ name, events }) => events.map((event) => [name, event.attributes]));
  const owner = { "sdkwright.provider": "a", "sdkwright.profile": "test", "sdkwright.use_case": "Send" };
  const endpoint = { "sdkwright.service": "default", "http.request.method": "GET", "url.template": "/x" };
  const change = { "sdkwright.circuit.from": "closed", "sdkwright.circuit.state": "open" };
  assert.equal(opened[0], ["test/Send", { ...owner, ...change, "sdkwright.circuit.cause": "failures", ...endpoint }]);
  world.answer("a", 200);
  await world.clock.advance(3_600_000);
  for (let call = 0; call < 100; call += 1) {
    await world.run();
    await world.clock.advance(10_000);
  }
  const counts = new Map<unknown, number>();
  for (const { instrument, value, attributes } of measurements) {
    assert.is(instrument, "sdkwright.circuits");
    const state = attributes["sdkwright.circuit.state"];
    assert.equal(attributes, { ...owner, "sdkwright.circuit.state": state });
    counts.set(state, (counts.get(state) ?? 0) + value);
    assert.ok([0, 1].includes(counts.get(state) ?? 0));
  }
  assert.ok(counts.size > 1);
  assert.ok(
    [...counts.values()].every((count) => count === 0),
    "all are closed again",
  );
});

test("circuits that were taken over count from their first change on", async () => {
  const first = createWorld({ answers: { a: 500 }, policies: { a: { ...retrying, maxContiguousRetries: 20 } } });
  await first.run();
  const circuits = first.client.exportCircuits();
  assert.is(circuits.circuits[0]?.state, "open");
  const world = createWorld({
    answers: { a: 200 },
    policies: { a: retrying },
    options: { ...openTelemetry(), circuits },
  });
  await world.clock.advance(60_000);
  await world.run();
  assert.ok(measurements.length > 0);
  assert.ok(measurements.every(({ attributes }) => attributes["sdkwright.circuit.state"] !== "open"));
});

test("options that do not exist are refused", () => {
  assert.throws(() => openTelemetry({ metric: true } as never), /`metric` is unknown; known: metrics, propagate/);
  assert.throws(() => openTelemetry({ metrics: "yes" } as never), /`metrics` is not a boolean/);
});

test.run();
