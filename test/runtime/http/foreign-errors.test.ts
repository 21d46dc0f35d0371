import { BodyError, SdkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { acmeClient, rejection } from "../acme.js";

// What the platform's errors say, and what is read of them.
const test = suite("errors of the platform");

const SECRET = "sk_live_9f8e7d6c5b";

test("a clone of an answer fails as the answer does: the platform's error would quote it", async () => {
  const fetch = async (): Promise<Response> => new Response(SECRET);
  const response = await acmeClient("https://a.test", { fetch }).get("/a");
  const copy = response.clone().clone();
  assert.not.match((await rejection(copy.json(), BodyError)).message, SECRET);
  assert.is(await response.clone().text(), SECRET);
  assert.not.match((await rejection(response.json(), BodyError)).message, SECRET);
});

test("who ends a stream whose connection broke hears nothing of it", async () => {
  const answer = (): Response => {
    let pulls = 0;
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
      if ((pulls += 1) === 1) controller.enqueue(new Uint8Array(3));
    };
    const cancel = (): Promise<void> => Promise.reject(new TypeError(`terminated by ${SECRET}`));
    return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
  };
  for (const options of [{ stream: true }, { stream: true, idempotent: false }] as const) {
    const response = await acmeClient("https://a.test", { fetch: async () => answer() }).get("/a", options);
    const reader = response.body?.getReader();
    await reader?.read();
    assert.is(await reader?.cancel(), undefined);
  }
  assert.not(new TypeError("x") instanceof SdkError);
});

test.run();
