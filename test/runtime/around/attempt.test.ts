import {
  ConfigurationError,
  HttpError,
  TimeoutError,
  type AroundAttempt,
  type AttemptEnd,
  type ClientEvent,
  type RunAttempt,
} from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";
import { VirtualClock } from "../policy/virtual-clock.js";
import { withServer, type Answer } from "../../server.js";

const test = suite("around attempts");

type Hook = (what: AroundAttempt, run: RunAttempt) => unknown;

/** A client with a hook, and what its events are. */
function client(baseUrl: string, attempt: Hook, options: object = {}) {
  const events: ClientEvent[] = [];
  const acme = acmeClient(baseUrl, { around: { attempt }, on: (event: ClientEvent) => events.push(event), ...options });
  return { acme, events };
}

const twice = { kind: "circuit-breaker", maxContiguousRetries: 1, backoff: { kind: "exponential", start: 1 } } as const;

const unsteady: Answer = (_, response, count) => response.writeHead(count === 1 ? 503 : 200).end("{}");

test("a hook is told what each attempt is about, and how it ended", async () => {
  const seen: [AroundAttempt, AttemptEnd][] = [];
  await withServer(unsteady, async ({ origin, received }) => {
    const { acme, events } = client(`${origin}/v1/`, async (what, run) => seen.push([what, await run()]));
    const options = { params: { id: "secret-id" }, query: { page: 2 }, security: "query", retryPolicy: twice } as const;
    await acme.get("/items/{id}", options).json();
    const request = { method: "GET", service: "default", path: "/items/{id}", baseUrl: `${origin}/v1` };
    assert.equal(
      seen.map(([what]) => what),
      [1, 2].map((attempt) => ({ call: 1, provider: "acme", ...request, attempt })),
    );
    assert.equal(
      seen.map(([, { ok, status }]) => [ok, status]),
      [
        [false, 503],
        [true, 200],
      ],
    );
    assert.instance(seen[0]?.[1].error, HttpError);
    assert.is(seen[1]?.[1].error, undefined);
    const told = events.flatMap((event) => (event.type === "attempt" ? [event.duration] : []));
    assert.ok(seen.every(([, { duration }], index) => duration >= (told[index] ?? Infinity)));
    assert.is(received.length, 2);
  });
});

test("its attempt is the one exchange with redirects and the digest round trip", async () => {
  let count = 0;
  const challenge = { "www-authenticate": 'Digest realm="r", nonce="n", qop="auth"' };
  const answer: Answer = ({ headers, url }, response) => {
    if (headers.authorization === undefined) return response.writeHead(401, challenge).end();
    return url === "/a" ? response.writeHead(307, { location: "/b" }).end() : response.end("{}");
  };
  await withServer(answer, async ({ origin, received }) => {
    const { digest } = await import("@sdkwright/runtime/generated/digest");
    const { bindProvider } = await import("@sdkwright/runtime/generated");
    const { acme: definition, credentials } = await import("../acme.js");
    const attempt: Hook = (_, run) => {
      count += 1;
      return run({ headers: { traceparent: `00-${count}` } });
    };
    const options = { credentials, around: { attempt } };
    await bindProvider(definition(origin), {}, options, { digest }).get("/a", { security: "staff" }).json();
    assert.is(count, 1);
    assert.equal(
      received.map(({ url, headers }) => [url, headers["traceparent"]]),
      [
        ["/a", "00-1"],
        ["/a", "00-1"],
        ["/b", "00-1"],
      ],
    );
  });
});

test("headers are added, those of the request win, and those of others are refused", async () => {
  await withServer(unsteady, async ({ origin, received }) => {
    const add = (headers: object) => client(origin, (_, run) => run({ headers } as never)).acme;
    const mine = { headers: { traceparent: "mine" }, throwHttpErrors: false, security: "header" } as const;
    await add({ Traceparent: "hook", baggage: "a=b", "x-none": undefined }).get("/x", mine);
    assert.is(received[0]?.headers["traceparent"], "mine");
    assert.is(received[0]?.headers["baggage"], "a=b");
    assert.not.ok("x-none" in (received[0]?.headers ?? {}));
    const names = ["X-Api-Key", "Authorization", "cookie", "Proxy-Authorization", "host", "Content-Length", "te"];
    const wrong = [...names.map((name) => ({ [name]: "hidden" })), { "a b": "hidden" }, { a: "hid\nden" }, { a: 1 }];
    for (const headers of [...wrong, new Headers(), null, "hidden"]) {
      const error = await rejection(
        add(headers as object)
          .get("/x")
          .json(),
        ConfigurationError,
      );
      assert.match(error.message, /around\.attempt/);
      assert.not.match(error.message, /hid/);
    }
    const unknown = client(origin, (_, run) => run({ header: {} } as never)).acme;
    assert.match((await rejection(unknown.get("/x").json(), ConfigurationError)).message, /`run\.header` is unknown/);
    assert.is(received.length, 1);
  });
});

test("added headers never cross an origin", async () => {
  await withServer(unsteady, async (other) => {
    const away: Answer = (_, response) => response.writeHead(302, { location: `${other.origin}/there` }).end();
    await withServer(away, async ({ origin }) => {
      const added = ["traceparent", "baggage", "accept", "accept-language", "user-agent"];
      const headers = Object.fromEntries(added.map((name) => [name, "tenant=7"]));
      const { acme } = client(origin, (_, run) => run({ headers }), { crossOriginRedirects: "follow-anonymous" });
      await acme.get("/here", { throwHttpErrors: false });
      assert.is(other.received.length, 1);
      assert.not(JSON.stringify(other.received).includes("tenant=7"));
    });
  });
});

test("`run` works once: a second call throws, and the attempt is as it was", async () => {
  await withServer(
    (_, response) => response.end("{}"),
    async ({ origin, received }) => {
      let thrown: unknown;
      const { acme, events } = client(origin, async (_, run) => {
        await run();
        try {
          void run();
        } catch (error) {
          thrown = error;
          throw error;
        }
      });
      await acme.get("/x").json();
      assert.instance(thrown, ConfigurationError);
      assert.match((thrown as Error).message, /around\.attempt.* twice/);
      assert.is(received.length, 1);
      assert.equal(
        events.map(({ type }) => type),
        ["attempt", "hook", "success"],
      );
    },
  );
});

test("a hook that does not call `run` is an error of the call that names it; nothing is sent, then or later", async () => {
  await withServer(
    (_, response) => response.end("{}"),
    async ({ origin, received }) => {
      let later: RunAttempt | undefined;
      const hooks: Hook[] = [
        () => undefined,
        async () => "nothing",
        () => {
          throw new Error("private");
        },
        async () => Promise.reject(new Error("private")),
        (_, run) => void (later = run),
      ];
      for (const hook of hooks) {
        const { acme, events } = client(origin, hook);
        const error = await rejection(acme.get("/x").json(), ConfigurationError);
        const end = [2, 3].includes(hooks.indexOf(hook)) ? "thrown" : "ended";
        assert.is(error.message, `the hook \`around.attempt\` has ${end} without calling \`run\``);
        assert.not.match(error.message, /private/);
        const told = events.flatMap((event) => (event.type === "hook" ? [(event.error as Error).message] : []));
        assert.equal(told, end === "thrown" ? ["private"] : []);
      }
      assert.is((await later?.())?.ok, false);
      await acmeClient(origin).get("/after");
      assert.equal(
        received.map(({ url }) => url),
        ["/after"],
      );
    },
  );
});

test("what a hook returns or throws after `run` changes nothing; an event tells what it throws", async () => {
  const thrown = new Error("mine");
  const answer: Answer = (_, response, count) => response.writeHead(count === 1 ? 200 : 404).end('"answer"');
  await withServer(answer, async ({ origin }) => {
    const { acme, events } = client(origin, async (_, run) => {
      const end = await run();
      if (end.ok) throw thrown;
      return "ignored";
    });
    assert.is(await acme.get("/x").json(), "answer");
    const request = { provider: "acme", service: "default", method: "GET", path: "/x", attempt: 1 };
    assert.equal(events[1], { type: "hook", hook: "attempt", error: thrown, call: 1, ...request });
    assert.is((await rejection(acme.get("/x").json(), HttpError)).status, 404);
    assert.equal(events.filter(({ type }) => type === "hook").length, 1);
  });
});

test("a hook that hangs before `run` ends with the attempt's time; `run` is too late then, and says so", async () => {
  const clock = new VirtualClock();
  let sent = 0;
  let open: () => void = () => {};
  const ends: AttemptEnd[] = [];
  const fetch = async (): Promise<Response> => new Response(String((sent += 1)));
  const wait = new Promise<void>((resolve) => (open = resolve));
  const hook: Hook = async (_, run) => {
    await wait;
    ends.push(await run());
  };
  const { acme, events } = client("https://acme.example", hook, { clock, fetch, requestTimeout: 1000, retries: 0 });
  await acme.get("/warm", { throwHttpErrors: false, signal: AbortSignal.abort() }).catch(() => {});
  const error = await rejection(clock.finish(acme.get("/x").json()), TimeoutError);
  assert.is(error.code, "timeout");
  open();
  await clock.advance(0);
  assert.equal(
    ends.map(({ ok, duration, error: told }) => [ok, duration, told]),
    [[false, 1000, error]],
  );
  assert.is(sent, 0);
  assert.is(clock.pending, 0);
  assert.equal(
    events.filter(({ type }) => type === "attempt"),
    [],
  );
});

test("a hook that hangs after `run` holds nobody up", async () => {
  const clock = new VirtualClock();
  const fetch = async (): Promise<Response> => new Response('"answer"');
  const hook: Hook = async (_, run) => {
    await run();
    await new Promise(() => {});
  };
  const { acme } = client("https://acme.example", hook, { clock, fetch });
  assert.is(await acme.get("/x").json(), "answer");
  assert.is(clock.now(), 0);
  assert.is(clock.pending, 0);
});

test("an abort ends the attempt, before `run` and after it; the hook is told the reason", async () => {
  for (const before of [true, false]) {
    const controller = new AbortController();
    const reason = new Error("enough");
    const ends: AttemptEnd[] = [];
    let open: () => void = () => {};
    const wait = new Promise<void>((resolve) => (open = resolve));
    const fetch: typeof globalThis.fetch = () => {
      setImmediate(() => controller.abort(reason));
      return new Promise(() => {});
    };
    const hook: Hook = async (_, run) => {
      if (before) setImmediate(() => controller.abort(reason));
      if (before) await wait;
      ends.push(await run());
    };
    const { acme } = client("https://acme.example", hook, { fetch });
    const thrown: unknown = await acme.get("/x", { signal: controller.signal }).catch((error: unknown) => error);
    assert.is(thrown, reason);
    open();
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(
      ends.map(({ ok, error }) => [ok, error]),
      [[false, reason]],
    );
  }
});

test("of a stream the attempt ends with its head", async () => {
  await withServer(
    (_, response) => response.end("chunk"),
    async ({ origin }) => {
      const ends: AttemptEnd[] = [];
      const { acme } = client(origin, async (_, run) => ends.push(await run()));
      const response = await acme.get("/x", { stream: true });
      assert.equal(
        ends.map(({ ok, status }) => [ok, status]),
        [[true, 200]],
      );
      assert.is(await response.text(), "chunk");
    },
  );
});

test("a status that the caller takes is no failure", async () => {
  await withServer(
    (_, response) => response.writeHead(404).end(),
    async ({ origin }) => {
      const ends: AttemptEnd[] = [];
      const { acme } = client(origin, async (_, run) => ends.push(await run()));
      await acme.get("/x", { handle: [404] });
      assert.equal([ends[0]?.ok, ends[0]?.status, ends[0]?.error], [true, 404, undefined]);
    },
  );
});

test("`around` is checked where the client is made", () => {
  const bind = (around: unknown) => () => acmeClient("https://acme.example", { around });
  assert.throws(bind({ attempts: () => {} }), /`around\.attempts` of acme is unknown; known: call, attempt/);
  assert.throws(bind({ attempt: true }), /`around\.attempt` of acme is not a function/);
  for (const wrong of [() => {}, new Map(), 1, "x"])
    assert.throws(bind(wrong), /`around` of acme is not a plain object/);
  assert.throws(bind(null), /`around` of acme is not a plain object/);
});

test.run();
