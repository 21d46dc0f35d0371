import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answerWith, createWorld, networkFailure, type Answer, type Context } from "../policy/world.js";
import { settle } from "../policy/virtual-clock.js";

const test = suite("bad input");

const unhandled: unknown[] = [];
process.on("unhandledRejection", (reason) => unhandled.push(reason));
test.after.each(async () => {
  await settle();
  assert.equal(unhandled, []);
});

test("12.1: parameters: null for a provider is an error with a name", async () => {
  const world = createWorld({ answers: { a: 200 } });
  const outcome = await world.run({}, { parameters: { a: null } });
  assert.is(outcome.ok || outcome.error.name, "RequestError");
  assert.equal(world.sent, []);
});

test("12.1: an input that is an instance of a class is refused, as what its accessors say would be lost", async () => {
  class Order {
    readonly amount = 1;
    get mode(): string {
      return "test";
    }
  }
  for (const input of [new Order(), new Map([["mode", "test"]]), new Date(0)]) {
    const world = createWorld({ answers: { a: 200 } });
    const outcome = await world.run(input as unknown as Record<string, unknown>);
    assert.is(
      outcome.ok || outcome.error.message,
      "the input of the call is an instance of a class: pass a plain object",
    );
    assert.equal(world.sent, []);
  }
});

test("a map that returns late, after the deadline: ignored", async () => {
  const map = async (): Promise<string> => {
    await world.clock.sleep(5000);
    return "late";
  };
  const world: ReturnType<typeof createWorld> = createWorld({ answers: { a: 200 }, map });
  const outcome = await world.run({}, { deadline: 1000 });
  assert.is(outcome.ok || outcome.error.name, "DeadlineError");
});

test("a map that throws after its call has ended: ignored", async () => {
  const map = async (): Promise<string> => {
    await world.clock.sleep(5000);
    throw new Error("late");
  };
  const world: ReturnType<typeof createWorld> = createWorld({ answers: { a: 200, b: 200 }, maps: { a: map } });
  assert.is((await world.run({}, { deadline: 1000 })).provider, "b");
});

test("a map that calls after its use-case ended gets a RequestError, and nothing is sent", async () => {
  let late: Promise<unknown> | undefined;
  const map = async ({ http }: Context): Promise<string> => {
    late = world.clock.sleep(100).then(() => http.get("/late").catch((error: Error) => error.name));
    return "done";
  };
  const world: ReturnType<typeof createWorld> = createWorld({ answers: { a: 200 }, map });
  assert.is((await world.run()).ok, true);
  assert.is(await late, "RequestError");
  assert.equal(world.sent, []);
});

test("requests that a map leaves alone end with it, and their failures disturb nobody", async () => {
  const map = async ({ http }: Context): Promise<string> => {
    void http.get("/1");
    void http.get("/2").json();
    void http.get("/3").text();
    return "done";
  };
  const world = createWorld({ answers: { a: 503 }, map });
  assert.is((await world.run()).ok, true);
  assert.is(world.clock.pending, 0);
  assert.is(world.events.at(-1)?.type, "success");
});

test("two requests at once, one of which fails first: the other's rejection is not left unhandled", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    const [first, second] = [http.get("/1"), http.get("/2").json()];
    await first;
    return second;
  };
  const world = createWorld({ answers: { a: 503, b: 501 }, map });
  assert.is((await world.run()).ok, false);
  const hanging = createWorld({ answers: { a: "hang" }, map });
  const controller = new AbortController();
  const call = hanging.send({}, { signal: controller.signal }).catch((error: unknown) => error);
  await hanging.clock.advance(1);
  controller.abort("stop");
  assert.is(await call, "stop");
});

test("a provider that cuts, resets, answers garbage or nothing: its part of the table", async () => {
  const cut: Answer = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array(10));
          controller.error(new TypeError("terminated", { cause: { code: "UND_ERR_SOCKET" } }));
        },
      }),
    );
  for (const [answer, name, attempts] of [
    [cut, "NetworkError", 2],
    [networkFailure("ECONNRESET"), "NetworkError", 2],
    [networkFailure("HPE_INVALID_CONSTANT"), "NetworkError", 1],
    [networkFailure("DEPTH_ZERO_SELF_SIGNED_CERT"), "NetworkError", 1],
    ["hang", "TimeoutError", 2],
  ] as const) {
    const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 1 } } as const;
    const outcome = await createWorld({ answers: { a: answer }, policies }).run();
    assert.equal([outcome.ok || outcome.error.name, outcome.attempts], [name, attempts]);
  }
});

test("a provider that redirects in a loop goes on to the next for what is harmless", async () => {
  const loop = answerWith(302, { location: "/x" });
  const world = createWorld({ answers: { a: loop, b: 200 } });
  const outcome = await world.run();
  assert.equal([outcome.ok, outcome.attempts, world.times("b")], [true, 2, [0]]);
  assert.is(world.times("a").length, 11);
});

test("a provider that hangs, with callers that abort at any moment: nothing leaks into another call", async () => {
  const world = createWorld({ answers: { a: ({ url }) => (url.pathname === "/hang" ? "hang" : 200) }, map: byInput });
  const calls = Array.from({ length: 50 }, (_, n) => {
    const controller = new AbortController();
    void world.clock.sleep(n * 7, controller.signal).then(() => controller.abort(n));
    const path = n % 2 === 0 ? "/hang" : "/ok";
    return world.send.safe({ path }, { signal: controller.signal }).then(
      ({ ok }) => ok,
      (reason: unknown) => reason,
    );
  });
  const results = await world.clock.finish(Promise.all(calls));
  assert.equal(
    results.filter((_, n) => n % 2 === 0 && n > 0),
    Array.from({ length: 24 }, (_, n) => n * 2 + 2),
  );
  assert.ok(results.filter((_, n) => n % 2 === 1).every((ok) => ok === true));
  assert.is(world.clock.pending, 0);
});

test("a clock whose sleep fails is an error of the call, and leaves nothing behind", async () => {
  const world = createWorld({ answers: { a: 503 }, map: byInput });
  world.clock.sleep = () => Promise.reject(new Error("no clock"));
  const outcome = await world.send.safe({ path: "/x" });
  assert.is(outcome.ok || outcome.error.message, "no clock");
});

async function byInput({ http, input }: Context): Promise<unknown> {
  return (await http.get(String(input["path"]))).status;
}

test.run();
