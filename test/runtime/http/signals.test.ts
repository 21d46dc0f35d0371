import { EventEmitter } from "node:events";
import { RequestError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { withServer } from "../../server.js";
import { acmeClient, rejection } from "../acme.js";
import { createWorld, type Context } from "../policy/world.js";

const test = suite("P1: what ends a call");

/** A signal as workerd before 2024-10 shows it: of the platform in all but the name of its class. */
function nameless(): { readonly signal: AbortSignal; readonly abort: (reason?: unknown) => void } {
  const controller = new AbortController();
  Object.defineProperty(controller.signal, Symbol.toStringTag, { value: "Object" });
  return { signal: controller.signal, abort: (reason) => controller.abort(reason) };
}

/** One as React Native has it: without a reason, without `throwIfAborted`, and told without an event. */
function bare(): { readonly signal: AbortSignal; readonly abort: () => void } {
  const emitter = new EventEmitter();
  const signal = {
    aborted: false,
    addEventListener: (name: string, listener: () => void) => void emitter.on(name, listener),
    removeEventListener: (name: string, listener: () => void) => void emitter.off(name, listener),
  };
  const abort = (): void => {
    signal.aborted = true;
    emitter.emit("abort");
  };
  return { signal: signal as unknown as AbortSignal, abort };
}

const never: typeof fetch = () => new Promise(() => {});

for (const [what, make] of [
  ["without the name of its class", nameless],
  ["without reason and methods of its own", bare],
] as const) {
  for (const options of [{}, { retryPolicy: "circuit-breaker", deadline: 5000 }] as const) {
    test(`P1: a signal ${what} is taken, with ${JSON.stringify(options)}`, () =>
      withServer(
        (_, response) => void response.end("{}"),
        async ({ origin, received }) => {
          const { signal } = make();
          assert.equal(
            await acmeClient(origin)
              .get("/x", { signal, ...options })
              .json(),
            {},
          );
          assert.is(received.length, 1);
        },
      ));

    test(`P1: a signal ${what} ends a call under way, and keeps one from beginning, with ${JSON.stringify(options)}`, async () => {
      const { signal, abort } = make();
      const call = acmeClient("https://a.test", { fetch: never }).get("/x", { signal, ...options });
      setImmediate(abort);
      const reason = await rejection(call as Promise<unknown>, Error);
      assert.is(reason.name, "AbortError");
      let sent = 0;
      const counting: typeof fetch = async () => ((sent += 1), new Response("{}"));
      const late = acmeClient("https://a.test", { fetch: counting }).get("/x", { signal, ...options });
      assert.is((await rejection(late as Promise<unknown>, Error)).name, "AbortError");
      assert.is(sent, 0);
    });
  }

  test(`P1: a use-case takes a signal ${what}`, async () => {
    const { signal, abort } = make();
    const map = async ({ http }: Context): Promise<unknown> => http.get("/x").json();
    const world = createWorld({ answers: { a: 200, b: 200 }, map });
    assert.is((await world.run({}, { signal })).ok, true);
    abort();
    const outcome = await world.run({}, { signal }).catch((error: Error) => error.name);
    assert.is(outcome, "AbortError");
  });

  test(`P1: a stream ends with a signal ${what}`, async () => {
    const { signal, abort } = make();
    const fetch = async (): Promise<Response> => new Response(new ReadableStream());
    const response = await acmeClient("https://a.test", { fetch }).get("/x", { signal, stream: true });
    const text = response.text();
    setImmediate(abort);
    assert.is((await rejection(text, Error)).name, "AbortError");
  });
}

test("P1: what is none is refused, as before", async () => {
  for (const signal of [new AbortController(), {}, { aborted: false }, true, new EventTarget()]) {
    const call = acmeClient("https://a.test", { fetch: never }).get("/x", { signal: signal as AbortSignal });
    assert.match((await rejection(call, RequestError)).message, "`signal` is not an AbortSignal");
  }
});

test.run();
