// Whether a request may have had an effect, where the failure that is seen is not the first thing that became of it.
import { NetworkError, type SdkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";
import { answerWith, type Context, createWorld, networkFailure, type World } from "./world.js";

const test = suite("sent before");

const postOnce = ({ http }: Context): unknown => http.post("/x", { json: {}, idempotent: false });
const deno = (words: string): Error =>
  new TypeError("fetch failed", {
    cause: new Error(`error sending request for url (https://a.example/x): client error (Connect): ${words}`),
  });
const bun = Object.assign(new TypeError("x"), { code: "ECONNREFUSED", errno: 0, path: "https://a.example/x" });

/** Requests to each of two providers of which the first throws. */
async function requests(thrown: Error): Promise<{ readonly counts: readonly number[]; readonly world: World }> {
  const world = createWorld({ answers: { a: thrown, b: 200 }, map: postOnce });
  const outcome = await world.run();
  assert.is(outcome.ok, world.times("b").length === 1);
  return { counts: ["a", "b"].map((name) => world.times(name).length), world };
}

test("Deno may have sent it: a request that must not be repeated is not, and no other provider is tried", async () => {
  for (const words of ["tcp connect error: Connection refused (os error 111)", "dns error: x", "tls handshake eof"])
    assert.equal((await requests(deno(words))).counts, [1, 0], words);
  for (const words of ["received fatal alert: x", "invalid peer certificate: x"])
    assert.equal((await requests(deno(words))).counts, [1, 0], words);
});

test("Bun sends a POST once: refused, it goes on to the next provider", async () => {
  assert.equal((await requests(bun)).counts, [1, 1]);
});

test("a missing permission of Deno is neither retried nor hidden by another provider", async () => {
  const message = 'Requires net access to "a.example:443", run again with the --allow-net flag';
  const world = createWorld({
    answers: { a: Object.assign(new Error(message), { name: "NotCapable" }), b: 200 },
  });
  const outcome = await world.run();
  assert.equal([world.times("a").length, world.times("b").length, world.clock.now()], [1, 0, 0]);
  assert.is(outcome.ok || (outcome.error as SdkError).code, "missing-permission");
});

test("a server that answers with a redirect and then refuses has seen the request", async () => {
  for (const status of [302, 303, 307]) {
    await withServer(
      (_, response) => response.writeHead(status, { location: "/done", connection: "close" }).end(),
      async ({ origin, received }) => {
        const fetch: typeof globalThis.fetch = async (input, init) => {
          if (received.length === 0) return globalThis.fetch(input, init);
          throw Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" });
        };
        const error = await rejection(
          acmeClient(origin, { fetch, redirect: "follow" }).post("/x", { json: {} }),
          NetworkError,
        );
        assert.equal([error.code, error.sent, received.length], ["network-unreached", "unknown", 1]);
      },
    );
  }
});

test("an answer that the caller takes, or a function of the caller's that throws, hides nothing", async () => {
  const throwing = (): boolean => {
    throw new Error("of the caller");
  };
  for (const [throwHttpErrors, first] of [
    [false, [answerWith(303, { location: "/done" }), 429]],
    [throwing, [500]],
  ] as const) {
    const map = async ({ http }: Context): Promise<unknown> => {
      await http.post("/x", { json: {}, idempotent: false, throwHttpErrors }).catch(() => {});
      return http.get("/y").json();
    };
    const world = createWorld({ answers: { a: [...first, 403], b: 200 }, map });
    const outcome = await world.run();
    assert.equal([outcome.ok, world.times("b")], [false, []]);
  }
});

test("a POST that may be repeated still is, and its events say so", async () => {
  const map = ({ http }: Context): unknown => http.post("/x", { json: {} }).json();
  const world = createWorld({ answers: { a: [answerWith(303, { location: "/done" }), 403], b: 200 }, map });
  assert.is((await world.run()).ok, true);
  assert.equal(
    world.eventsOf("failover").map(({ mayRepeat }) => mayRepeat),
    [true],
  );
});

test("nothing was sent after a redirect either: the connection is known to be refused, the charge is not undone", async () => {
  const answers = { a: [answerWith(303, { location: "/done" }), networkFailure("ECONNREFUSED")], b: 200 };
  const world = createWorld({ answers, map: postOnce });
  assert.equal([(await world.run()).ok, world.times("b")], [false, []]);
});

test.run();
