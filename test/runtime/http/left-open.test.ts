import { setImmediate } from "node:timers/promises";
import { RedirectError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";

const test = suite("12.6: answers that nobody waits for any more");

/** An answer whose body has no end, and how often it was cancelled. */
function endless() {
  const state = { cancelled: 0, read: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        state.read += 1;
        await setImmediate();
        controller.enqueue(new Uint8Array(1));
      },
      cancel: () => void (state.cancelled += 1),
    },
    { highWaterMark: 0 },
  );
  return { response: new Response(body), state };
}

/** Some `fetch` of the application's own does not listen to the signal that it is given. */
for (const stream of [false, true]) {
  for (const when of ["before its head", "in its body"]) {
    test(`12.6: ${stream ? "a stream" : "a body"} that comes on although a signal aborted ${when} is cancelled`, async () => {
      const { response, state } = endless();
      const controller = new AbortController();
      let answer = (): void => {};
      const fetch = async (): Promise<Response> => {
        if (when === "before its head") await new Promise<void>((resolve) => (answer = resolve));
        return response;
      };
      const call = acmeClient("https://a.test", { fetch })
        .get("/x", { stream, signal: controller.signal })
        .then((got) => got.text());
      const ended = call.catch((error: unknown) => error);
      for (let job = 0; job < 20; job += 1) await setImmediate();
      controller.abort("enough");
      assert.is(await ended, "enough");
      answer();
      for (let job = 0; job < 20; job += 1) await setImmediate();
      const { read } = state;
      for (let job = 0; job < 20; job += 1) await setImmediate();
      assert.equal([state.cancelled, state.read], [1, read]);
    });
  }
}

test("12.6: the answer of a `fetch` that followed by itself is cancelled", async () => {
  const { response, state } = endless();
  Object.defineProperty(response, "redirected", { value: true });
  await rejection(acmeClient("https://a.test", { fetch: async () => response }).get("/x"), RedirectError);
  assert.is(state.cancelled, 1);
});

test.run();
