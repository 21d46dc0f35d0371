import { suite } from "uvu";
import * as assert from "uvu/assert";
import { answer, fakeVendor, granted, unreached } from "./fake.js";

const test = suite("oauth2: expiry");

/** Tokens that were sent, each with its time in seconds. */
const sentAt = (calls: readonly { at: number; authorization: string }[]): string[] =>
  calls.map(({ at, authorization }) => `${at / 1000} ${authorization.replace("Bearer access-", "")}`);

/** Calls at these times, in seconds. */
async function callAt(fake: ReturnType<typeof fakeVendor>, ...seconds: number[]): Promise<void> {
  const acme = fake.client();
  for (const second of seconds) {
    await fake.clock.advanceTo(second * 1000);
    const call = acme.get("/items").json();
    call.catch(() => {});
    await fake.clock.advance(0);
    await call;
  }
}

test("a token is renewed 60 s ahead of its end, beside requests: the one that finds it still sends the old one", async () => {
  const fake = fakeVendor();
  await callAt(fake, 0, 3539, 3540, 3541);
  assert.equal(sentAt(fake.calls), ["0 1", "3539 1", "3540 1", "3541 2"]);
  assert.equal(
    fake.tokens.map(({ at }) => at),
    [0, 3_540_000],
  );
});

test("of a short life a tenth", async () => {
  const fake = fakeVendor({ token: (_, number) => granted(`access-${number}`, { expires_in: 100 }) });
  await callAt(fake, 0, 89, 90, 91);
  assert.equal(sentAt(fake.calls), ["0 1", "89 1", "90 1", "91 2"]);
});

test("an expired token is not sent: the request waits for another", async () => {
  const fake = fakeVendor();
  await callAt(fake, 0, 3600);
  assert.equal(sentAt(fake.calls), ["0 1", "3600 2"]);
});

test("without `expires_in` it is kept until it is refused; so it is with 0 or something that is no number", async () => {
  for (const expires_in of [undefined, 0, -1, "soon", null]) {
    const fake = fakeVendor({ token: (_, number) => granted(`access-${number}`, { expires_in }) });
    await callAt(fake, 0, 1e6);
    assert.is(fake.tokens.length, 1);
  }
});

test("while a renewal ahead takes long, the old token serves all the same, and nobody else asks", async () => {
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? granted("access-1") : "hang") });
  await callAt(fake, 0, 3540, 3545, 3550);
  assert.equal([fake.tokens.length, fake.calls.length], [2, 4]);
});

test("a renewal ahead that fails disturbs nobody, and is tried again half-way to the end", async () => {
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? granted("access-1") : unreached()) });
  await callAt(fake, 0, 3540, 3550, 3569, 3570, 3580, 3585);
  assert.equal(
    fake.tokens.map(({ at }) => at / 1000),
    [0, 3540, 3570, 3585],
  );
  assert.is(fake.calls.length, 7);
});

test("a renewal ahead that is denied disturbs nobody, and is not repeated while it is", async () => {
  const denied = answer(400, { error: "invalid_client" });
  const fake = fakeVendor({ token: (_, number) => (number === 1 ? granted("access-1") : denied.clone()) });
  await callAt(fake, 0, 3540, 3571, 3590);
  assert.equal([fake.tokens.length, fake.calls.length], [2, 4]);
});

test("a token that lives shorter than it takes to send it serves those who waited for it", async () => {
  const fake = fakeVendor({ token: (_, number) => granted(`access-${number}`, { expires_in: 0.000_001 }) });
  const acme = fake.client();
  const calls = Promise.all(Array.from({ length: 10 }, () => acme.get("/items").json()));
  await fake.clock.finish(calls);
  assert.equal([fake.tokens.length, fake.calls.length], [1, 10]);
});

test.run();
