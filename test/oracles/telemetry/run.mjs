// Spans and metrics of the runtime in OpenTelemetry's own SDK, alone and beside its own instrumentation of `fetch`.
// Usage: node run.mjs
import assert from "node:assert/strict";
import { SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { openTelemetry } from "@sdkwright/runtime/opentelemetry";
import { createClient, secrets, startServer } from "./client.mjs";
import { measured, shutdown, spansOf } from "./sdk.mjs";

const OWN = "@sdkwright/runtime";
const DURATION = "http.client.request.duration";

const checks = {
  "a use-case call with retries and failover is one trace": async () => {
    const answer = ({ url }, response) => response.writeHead(url.startsWith("/acme") ? 503 : 200).end("{}");
    await withServer(answer, async ({ origin, received }) => {
      const client = createClient(origin, openTelemetry());
      const tracer = trace.getTracer("application");
      const spans = await spansOf(() =>
        tracer.startActiveSpan("request", async (span) => {
          await client.profiles.shop.Send({});
          span.end();
        }),
      );
      const outer = spans.find(({ scope }) => scope === "application");
      const call = spans.find(({ kind, scope }) => kind === SpanKind.INTERNAL && scope === OWN);
      const attempts = spans.filter(({ kind }) => kind === SpanKind.CLIENT);
      assert.equal(call.parent, outer.id);
      assert.deepEqual(new Set(spans.map((span) => span.trace)).size, 1);
      assert.deepEqual(
        attempts.map(({ name, parent, status, attributes }) => [
          name,
          parent,
          status.code,
          attributes["http.response.status_code"],
          attributes["error.type"],
          attributes["http.request.resend_count"],
        ]),
        [
          ["GET /items/{id}", call.id, SpanStatusCode.ERROR, 503, "503", undefined],
          ["GET /items/{id}", call.id, SpanStatusCode.ERROR, 503, "503", 1],
          ["GET /items/{id}", call.id, SpanStatusCode.UNSET, 200, undefined, undefined],
        ],
      );
      assert.equal(attempts[2].attributes["url.full"], `${origin}/beta/items/{id}`);
      assert.equal(attempts[2].attributes["server.port"], Number(new URL(origin).port));
      assert.deepEqual(
        received.map(({ headers }) => headers.traceparent),
        attempts.map((attempt) => `00-${attempt.trace}-${attempt.id}-01`),
      );
      const undefinedValues = spans
        .flatMap(({ attributes }) => Object.values(attributes))
        .filter((value) => value == null);
      assert.deepEqual(undefinedValues, []);
    });
  },

  "beside undici's instrumentation its spans nest, one for each hop, and it alone writes traceparent": async () => {
    const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' };
    const answer = ({ url, headers }, response) => {
      if (headers.authorization === undefined) return response.writeHead(401, challenge).end();
      return url.endsWith("/a") ? response.writeHead(307, { location: "/b" }).end() : response.end("{}");
    };
    await withServer(answer, async ({ origin, received }) => {
      const client = createClient(origin, openTelemetry({ propagate: false }));
      const spans = await spansOf(() => client.providers.acme.get("/a", { security: "staff" }), { undici: true });
      const attempt = spans.find(({ scope }) => scope === OWN);
      const hops = spans.filter(({ scope }) => scope !== OWN);
      assert.equal(spans.length, 4);
      assert.deepEqual(
        hops.map(({ parent }) => parent),
        [attempt.id, attempt.id, attempt.id],
      );
      assert.deepEqual(
        received.map(({ headers }) => headers.traceparent),
        hops.map((hop) => `00-${hop.trace}-${hop.id}-01`),
      );
    });
  },

  "without `propagate: false` both write traceparent: the documentation says so": async () => {
    await withServer(okay, async ({ origin, received }) => {
      const { providers } = createClient(origin, openTelemetry());
      await spansOf(() => providers.acme.get("/x"), { undici: true });
      assert.equal(received[0].headers.traceparent.split(",").length, 2);
    });
  },

  "spans of the application nest in maps": async () => {
    await withServer(okay, async ({ origin }) => {
      const map = ({ http }) =>
        trace.getTracer("application").startActiveSpan("in the map", async (span) => {
          await http.get("/x");
          span.end();
        });
      const spans = await spansOf(() => createClient(origin, openTelemetry(), map).profiles.shop.Send({}));
      const byName = Object.fromEntries(spans.map((span) => [span.name, span]));
      assert.equal(byName["in the map"].parent, byName["shop/Send"].id);
      assert.equal(byName["GET /x"].parent, byName["in the map"].id);
    });
  },

  "durations are measured once: by undici's instrumentation, or where asked for by us": async () => {
    await withServer(okay, async ({ origin }) => {
      await spansOf(() => createClient(origin, openTelemetry()).providers.acme.get("/x"), { undici: true });
      const before = (await measured()).filter(({ name }) => name === DURATION);
      assert.deepEqual(
        before.map(({ scope }) => scope === OWN),
        [false],
      );
      await spansOf(() => createClient(origin, openTelemetry({ metrics: true })).providers.acme.get("/x"));
      const own = (await measured()).find(({ name, scope }) => name === DURATION && scope === OWN);
      const [theirs] = before;
      assert.deepEqual(
        [own.descriptor.unit, own.descriptor.valueType],
        [theirs.descriptor.unit, theirs.descriptor.valueType],
      );
      const [point] = own.dataPoints;
      assert.deepEqual(point.value.buckets.boundaries, theirs.dataPoints[0].value.buckets.boundaries);
      assert.equal(point.value.count, 1);
      assert.deepEqual(point.attributes, {
        "http.request.method": "GET",
        "server.address": "127.0.0.1",
        "server.port": Number(new URL(origin).port),
        "http.response.status_code": 200,
      });
      for (const name of Object.keys(point.attributes)) assert.ok(name in theirs.dataPoints[0].attributes, name);
    });
  },

  "a circuit that opens is told to the span of its call, and counted": async () => {
    const answer = (_, response) => response.writeHead(500).end();
    await withServer(answer, async ({ origin }) => {
      const client = createClient(origin, openTelemetry());
      const spans = await spansOf(async () => {
        for (let call = 0; call < 10; call += 1) await client.profiles.shop.Send.safe({});
      });
      const events = spans.flatMap(({ name, events: told }) => told.map((event) => [name, event]));
      const [name, event] = events.find(([, { attributes }]) => attributes["sdkwright.circuit.state"] === "open");
      assert.equal(name, "shop/Send");
      assert.equal(event.name, "sdkwright.circuit");
      const counter = (await measured()).find((metric) => metric.name === "sdkwright.circuits");
      const open = counter.dataPoints.filter(({ attributes }) => attributes["sdkwright.circuit.state"] === "open");
      const owner = (provider) => ({ "sdkwright.provider": provider, "sdkwright.profile": "shop" });
      assert.deepEqual(
        open.map(({ attributes, value }) => [attributes, value]),
        ["acme", "beta"].map((provider) => [
          { ...owner(provider), "sdkwright.use_case": "Send", "sdkwright.circuit.state": "open" },
          1,
        ]),
      );
    });
  },

  "no secret in any span or metric, whatever happens": async () => {
    const echo = ({ url, headers }) => `${url} ${JSON.stringify(headers)}`;
    const answers = [
      (request, response) => response.end(echo(request)),
      (request, response) => response.writeHead(401, { "x-request-id": "1" }).end(echo(request)),
      (request, response) => response.writeHead(302, { location: `https://evil.example${request.url}` }).end(),
      (_, response) => response.destroy(),
    ];
    const texts = [...Object.values(secrets).flatMap((fields) => Object.values(fields)), "canary-param", "canary-own"];
    for (const answer of answers) {
      await withServer(answer, async ({ origin }) => {
        const { providers } = createClient(origin, openTelemetry({ metrics: true }));
        const spans = await spansOf(async () => {
          for (const security of Object.keys(secrets)) {
            const params = { id: "canary-param", ...(security !== "path" && { token: "t" }) };
            const query = { q: "canary-own" };
            await providers.acme.post("/x/{id}/{token}", { security, params, query, json: query }).catch(() => {});
          }
        });
        assert.equal(spans.length, Object.keys(secrets).length);
        const everything = JSON.stringify([spans, await measured()]);
        assert.deepEqual(
          texts.filter((text) => everything.includes(text)),
          [],
        );
      });
    }
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  await check().catch((error) => {
    failed += 1;
    console.log(`${name}: ${error.stack}`);
  });
}
await shutdown();
console.log(`telemetry: ${Object.keys(checks).length} checks in OpenTelemetry's SDK, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function okay(_, response) {
  response.end("{}");
}

async function withServer(answer, use) {
  const server = await startServer(answer);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}
