import { TimeoutError, type ClientEvent } from "@sdkwright/runtime";
import { bindProvider } from "@sdkwright/runtime/generated/digest";
// Loaded with the first request that retries, which takes the platform's time.
import "#runtime/policy/dispatch.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "../../policy/virtual-clock.js";

const test = suite("digest within an attempt");

const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' };

test("digest-one-attempt: the challenge and its answer are one attempt under one timeout", async () => {
  const clock = new VirtualClock();
  const sent: [time: number, isAuthorized: boolean][] = [];
  const events: ClientEvent[] = [];
  const client = bindProvider(
    {
      name: "acme",
      defaultService: "default",
      services: { default: { baseUrl: "https://acme.example" } },
      securitySchemes: {
        staff: {
          type: "http",
          scheme: "digest",
          statusCode: 401,
          challengeHeader: "www-authenticate",
          authorizationHeader: "authorization",
        },
      },
    },
    {},
    {
      credentials: { staff: { username: "alice", password: "s3cret-passphrase" } },
      clock,
      random: () => 0.5,
      on: (event: ClientEvent) => events.push(event),
      // 20 s until the challenge, and as long until an answer to what is authorized.
      fetch: async (_, init) => {
        const isAuthorized = new Headers(init?.headers).has("authorization");
        sent.push([clock.now(), isAuthorized]);
        await clock.sleep(20_000, init?.signal ?? undefined);
        return isAuthorized ? new Response("{}") : new Response(null, { status: 401, headers: challenge });
      },
    },
  );
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 1 } as const;
  const call = client.get("/x", { security: "staff", retryPolicy: policy, requestTimeout: 30_000 }).then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  // The first attempt ends 30 s after its first send; the second one knows the challenge.
  assert.is(await clock.finish(call), 200);
  assert.equal(sent, [
    [0, false],
    [20_000, true],
    [32_000, true],
  ]);
  const attempts = events.flatMap((event) => (event.type === "attempt" ? [event] : []));
  assert.equal(
    attempts.map(({ attempt, duration, status }) => [attempt, duration, status]),
    [
      [1, 30_000, undefined],
      [2, 20_000, 200],
    ],
  );
  assert.instance(attempts[0]?.error, TimeoutError);
});

test.run();
