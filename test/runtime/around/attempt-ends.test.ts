import {
  ConfigurationError,
  DeadlineError,
  HttpError,
  RequestError,
  TimeoutError,
  type AroundAttempt,
  type AttemptEnd,
  type RunAttempt,
} from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import type { DigestAnswerers } from "#runtime/auth/authenticate.js";
import { acme, credentials, rejection } from "../acme.js";
import { answerWith, createWorld, type WorldOptions } from "../policy/world.js";

const test = suite("how attempts in a call end for their hooks");

/** A world whose attempts are written down, with how they ended. */
function recorded(options: Omit<WorldOptions, "options">) {
  const ends: [AroundAttempt, AttemptEnd][] = [];
  const attempt = async (what: AroundAttempt, run: () => Promise<AttemptEnd>) => ends.push([what, await run()]);
  return { ends, world: createWorld({ ...options, options: { around: { attempt } } }) };
}

test("an attempt in flight that its call gives up, because another provider has its turn", async () => {
  const { ends, world } = recorded({
    answers: { a: ({ url }) => (url.pathname === "/slow" ? "hang" : answerWith(429, { "retry-after": "20" })), b: 200 },
    map: async ({ http }) => Promise.all([http.get("/slow"), http.get("/fast")]).then(() => "done"),
  });
  assert.ok((await world.run()).ok);
  assert.equal(
    ends.map(([{ provider, path }, { ok, error }]) => [provider, path, ok, error instanceof HttpError && error.status]),
    [
      ["a", "/fast", false, 429],
      ["a", "/slow", false, 429],
      ["b", "/slow", true, false],
      ["b", "/fast", true, false],
    ],
  );
});

test("an attempt that a map leaves behind", async () => {
  const { ends, world } = recorded({
    answers: { a: "hang" },
    map: ({ http }) => {
      void http.get("/left");
      return world.clock.sleep(5).then(() => "done");
    },
  });
  assert.ok((await world.run()).ok);
  assert.instance(ends[0]?.[1].error, RequestError);
});

test("an attempt that a deadline cuts", async () => {
  const { ends, world } = recorded({ answers: { a: "hang" } });
  const outcome = await world.run({}, { deadline: 300 });
  assert.ok(!outcome.ok && outcome.error instanceof DeadlineError);
  assert.instance(ends[0]?.[1].error, TimeoutError);
  assert.is(ends[0]?.[1].duration, 300);
});

test("a hook that hangs is no evidence against the provider, and is retried as time-outs are", async () => {
  let hooks = 0;
  const attempt = (_: AroundAttempt, run: () => Promise<AttemptEnd>) => {
    hooks += 1;
    return hooks < 20 ? new Promise(() => {}) : run();
  };
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 30, requestTimeout: 10 } as const;
  const world = createWorld({ answers: { a: 200 }, policies: { a: policy }, options: { around: { attempt } } });
  assert.ok((await world.run()).ok);
  assert.is(world.sent.length, 1);
  assert.equal(world.eventsOf("circuit"), []);
  assert.is(world.eventsOf("success")[0]?.attempts, 1);
});

test("added headers are there when a request is signed", async () => {
  const signed: unknown[] = [];
  const sign: ReturnType<DigestAnswerers>["answer"] = async (request, send) => {
    signed.push(request.headers.get("traceparent"));
    return { response: await send(request), rejection: undefined };
  };
  const fetch = async (): Promise<Response> => new Response();
  const attempt = (_: AroundAttempt, run: RunAttempt) => run({ headers: { traceparent: "t" } });
  const options = { credentials: { staff: credentials.staff }, fetch, around: { attempt } };
  const digest = () => (): ReturnType<DigestAnswerers> => ({ kind: "answerer", schemeId: "staff", answer: sign });
  await bindProvider(acme("https://acme.example"), {}, options, { digest }).get("/x", { security: "staff" });
  assert.equal(signed, ["t"]);
});

test("a header that a signature may hold is refused, asked for or not", async () => {
  const securitySchemes = { hmac: { type: "signature", headers: ["x-signature"] } } as const;
  const fetch = async (): Promise<Response> => new Response();
  const attempt = (_: AroundAttempt, run: RunAttempt) => run({ headers: { "X-Signature": "forged" } });
  const client = bindProvider(acme("https://acme.example", { securitySchemes }), {}, { fetch, around: { attempt } });
  const error = await rejection(client.get("/x").json(), ConfigurationError);
  assert.match(error.message, /the header `x-signature` holds a credential/);
});

test.run();
