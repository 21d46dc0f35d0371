import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Turns } from "#runtime/auth/digest/turns.js";
import { VirtualClock } from "../../policy/virtual-clock.js";

const test = suite("turns");
const signal = new AbortController().signal;
const clock = new VirtualClock(1);
type End = NonNullable<Awaited<ReturnType<Turns["take"]>>>;

const taken = async (turns: Turns, until = signal): Promise<End> => {
  const end = await turns.take(until, clock);
  if (end === undefined) throw new Error("it was to have the turn");
  return end;
};

test("one at a time, in the order of arrival", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const takers = ["a", "b", "c"].map(async (name) => {
    const end = await taken(turns);
    order.push(name);
    await Promise.resolve();
    order.push(name);
    end("next");
  });
  await Promise.all(takers);
  assert.equal(order, ["a", "a", "b", "b", "c", "c"]);
  (await taken(turns))("next");
  assert.is(clock.pending, 0);
});

test("all who wait can be let through together", async () => {
  const turns = new Turns();
  const end = await taken(turns);
  const waiting = [turns.take(signal, clock), turns.take(signal, clock)];
  end("all");
  assert.equal(await Promise.all(waiting), [undefined, undefined]);
  (await taken(turns))("next");
  assert.is(clock.pending, 0);
});

test("who stops waiting rejects with the signal's reason, and the turn goes to the next", async () => {
  const turns = new Turns();
  const end = await taken(turns);
  const abort = new AbortController();
  const [impatient, patient] = [taken(turns, abort.signal), taken(turns)];
  const reason = new Error("enough");
  abort.abort(reason);
  assert.is(await impatient.catch((error: unknown) => error), reason);
  end("next");
  (await patient)("next");
  assert.is(await taken(turns, abort.signal).catch((error: unknown) => error), reason);
  assert.is(clock.pending, 0);
});

test("a signal keeps no listener of who has stopped waiting", async () => {
  const turns = new Turns();
  const end = await taken(turns);
  const counted = new AbortController().signal;
  const waiting = taken(turns, counted);
  assert.is(getEventListeners(counted, "abort").length, 1);
  end("next");
  (await waiting)("next");
  assert.is(getEventListeners(counted, "abort").length, 0);
});

test.run();
