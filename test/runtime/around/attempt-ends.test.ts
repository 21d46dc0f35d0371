import {
  DeadlineError,
  HttpError,
  RequestError,
  TimeoutError,
  type AroundAttempt,
  type AttemptEnd,
} from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated";
import { suite } from "uvu";
import * as assert from "uvu/assert";
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
  const signed: (string | null)[] = [];
  const definition = {
    name: "acme",
    defaultService: "default",
    services: { default: { baseUrl: "https://acme.example" } },
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
  } as const;
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const headers = new Headers(init?.headers);
    signed.push(headers.get("traceparent"), headers.get("authorization"));
    return new Response();
  };
  const around = {
    attempt: (_: AroundAttempt, run: (extra: object) => unknown) => run({ headers: { traceparent: "t" } }),
  };
  const acme = bindProvider(definition, {}, { credentials: { bearer: { token: "secret" } }, fetch, around });
  await acme.get("/x", { security: "bearer" });
  assert.equal(signed, ["t", "Bearer secret"]);
});

test.run();
