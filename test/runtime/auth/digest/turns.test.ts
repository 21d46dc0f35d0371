import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { Turns } from "#runtime/auth/digest/turns.js";

const test = suite("turns");
const signal = new AbortController().signal;

test("one at a time, in the order of arrival", async () => {
  const turns = new Turns();
  const order: string[] = [];
  const takers = ["a", "b", "c"].map(async (name) => {
    assert.is(await turns.take(signal), "exclusive");
    order.push(name);
    await Promise.resolve();
    order.push(name);
    turns.end("next");
  });
  await Promise.all(takers);
  assert.equal(order, ["a", "a", "b", "b", "c", "c"]);
  assert.is(await turns.take(signal), "exclusive");
});

test("all who wait can be let through together", async () => {
  const turns = new Turns();
  await turns.take(signal);
  const waiting = [turns.take(signal), turns.take(signal)];
  turns.end("all");
  assert.equal(await Promise.all(waiting), ["shared", "shared"]);
  assert.is(await turns.take(signal), "exclusive");
});

test("who stops waiting rejects with the signal's reason, and the turn goes to the next", async () => {
  const turns = new Turns();
  await turns.take(signal);
  const abort = new AbortController();
  const [impatient, patient] = [turns.take(abort.signal), turns.take(signal)];
  const reason = new Error("enough");
  abort.abort(reason);
  assert.is(await impatient.catch((error: unknown) => error), reason);
  turns.end("next");
  assert.is(await patient, "exclusive");
  assert.is(await turns.take(abort.signal).catch((error: unknown) => error), reason);
});

test("a signal keeps no listener of who has stopped waiting", async () => {
  const turns = new Turns();
  await turns.take(signal);
  const counted = new AbortController().signal;
  const waiting = turns.take(counted);
  assert.is(getEventListeners(counted, "abort").length, 1);
  turns.end("next");
  await waiting;
  assert.is(getEventListeners(counted, "abort").length, 0);
});

test.run();
