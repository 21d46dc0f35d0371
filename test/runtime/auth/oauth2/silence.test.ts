import { suite } from "uvu";
import * as assert from "uvu/assert";
import { settle } from "../../policy/virtual-clock.js";
import { fakeVendor, granted, type Fake, type FakeOptions } from "./fake.js";

const test = suite("oauth2: silence of the API's endpoint");

/** A token endpoint that takes 6 s; calls with another candidate, 20 of them at the beginning. */
async function waiting(
  api?: FakeOptions["api"],
): Promise<{ fake: Fake; calls: Promise<unknown>; send: () => Promise<unknown> }> {
  const fake = fakeVendor({
    ...(api && { api }),
    token: async (_, number) => {
      if (number === 1) await fake.clock.sleep(6000, new AbortController().signal);
      return granted(`access-${number}`);
    },
  });
  const { send } = fake.useCase(true);
  const calls = Promise.all(Array.from({ length: 20 }, async () => send()));
  await fake.clock.advance(5900);
  return { fake, calls, send };
}

const circuitsOf = ({ events }: Fake) => events.filter(({ type }) => type === "circuit");

test("attempts that wait for a token owe their endpoint's silence nothing", async () => {
  const { fake, calls, send } = await waiting();
  const late = send();
  await fake.clock.finish(Promise.all([calls, late]));
  assert.equal([fake.calls.length, fake.spare.length, circuitsOf(fake)], [21, 0, []]);
});

test("they start when they are sent: the wait before is no silence either", async () => {
  const { fake, calls, send } = await waiting(async (_, number) => {
    if (number <= 20) await fake.clock.sleep(300, new AbortController().signal);
    return 200;
  });
  await fake.clock.advance(200);
  const late = send();
  await fake.clock.finish(Promise.all([calls, late]));
  assert.equal([fake.calls.length, fake.spare.length, circuitsOf(fake)], [21, 0, []]);
});

test("once they are sent they count: 5 s without an answer open it", async () => {
  const { fake, calls, send } = await waiting(() => "hang");
  await fake.clock.advance(5200);
  await settle();
  const late = send();
  await fake.clock.finish(Promise.all([calls, late]));
  assert.equal([fake.calls.length, fake.spare.length], [20, 21]);
  assert.match(JSON.stringify(circuitsOf(fake)), '"to":"open","cause":"silence"');
});

test.run();
