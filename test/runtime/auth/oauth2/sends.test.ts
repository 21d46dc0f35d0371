import { setImmediate } from "node:timers/promises";
import { AuthenticationError, NetworkError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { rejection } from "../../acme.js";
import { answer, fakeVendor, granted, invalid } from "./fake.js";

const test = suite("oauth2: sends of an attempt");

test("12.5: a token is renewed once in an attempt, whatever comes after a redirect", async () => {
  const redirect = (): Response => new Response(null, { status: 302, headers: { location: "/next" } });
  const fake = fakeVendor({ api: (_, number) => (number % 2 === 1 ? invalid() : redirect()) });
  await rejection(fake.client().get("/items"), AuthenticationError);
  assert.equal([fake.calls.length, fake.tokens.length], [3, 2]);
});

test("a reason phrase that no Response can be made with is an answer like any other", async () => {
  const odd = (): Response => Object.defineProperty(invalid(), "statusText", { value: "認証エラー" });
  const fake = fakeVendor({ api: (_, number) => (number === 1 ? odd() : 200) });
  assert.equal([(await fake.client().get("/items")).status, fake.calls.length, fake.tokens.length], [200, 2, 2]);
});

const REFUSED = { status: 401, headers: { "www-authenticate": 'Bearer error="invalid_token"' } };

test("where the same token is handed out again, the caller gets the refusal whole, or knows that it is not", async () => {
  for (const [length, sends] of [
    [60_000, 1],
    // More is not kept: it comes again.
    [100_010, 2],
  ] as const) {
    const whole = fakeVendor({ token: () => granted("same"), api: () => new Response("x".repeat(length), REFUSED) });
    const response = await whole.client().get("/items", { throwHttpErrors: false });
    assert.equal([response.status, (await response.text()).length, whole.calls.length], [401, length, sends]);
  }
  const pull = (controller: ReadableStreamDefaultController): void => controller.error(new TypeError("terminated"));
  const api = (): Response => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }), REFUSED);
  const cut = fakeVendor({ token: () => granted("same"), api });
  await rejection(cut.client().get("/items", { throwHttpErrors: false, retries: 0 }).text(), NetworkError);
});

for (const chunks of [1, 100]) {
  test(`a refusal of ${chunks} chunks holds no connection while a token is asked for: there may be no other`, async () => {
    const state = { left: chunks, isFree: false };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (state.left === 0) controller.close();
        else controller.enqueue(new Uint8Array(16_384));
        state.isFree = state.left === 0;
        state.left -= 1;
      },
      cancel: () => void (state.isFree = true),
    });
    const token = async (_: unknown, number: number): Promise<Response> => {
      if (number === 1) return granted("first");
      for (let turns = 0; !state.isFree && turns < 1000; turns += 1) await setImmediate();
      return state.isFree ? granted("second") : answer(503, {});
    };
    const fake = fakeVendor({ token, api: (_, number) => (number === 1 ? new Response(body, REFUSED) : 200) });
    assert.is((await fake.client().get("/items")).status, 200);
  });
}

test("where there is no other token, nothing of the refusal is kept open", async () => {
  let cancel = (): void => {};
  const cancelled = new Promise<void>((resolve) => (cancel = resolve));
  const fake = fakeVendor({
    token: (_, number) => (number === 1 ? granted("first") : answer(400, { error: "invalid_client" })),
    api: () => new Response(new ReadableStream({ cancel }), REFUSED),
  });
  await rejection(fake.client().get("/items"), AuthenticationError);
  await cancelled;
  assert.equal([fake.calls.length, fake.tokens.length], [1, 2]);
});

test.run();
