import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { SharedWork } from "#runtime/auth/shared-work.js";
import { VirtualClock } from "../policy/virtual-clock.js";

const test = suite("shared work");
const never = new AbortController().signal;

test("all who wait get its first result, and so do those who come later; no timer is left", async () => {
  const clock = new VirtualClock(1);
  const work = new SharedWork<string>(clock, Infinity);
  const waiting = [work.wait(never), work.wait(never)];
  assert.ok(work.isUnderWay());
  work.end("first");
  work.end("second");
  assert.equal(await Promise.all([...waiting, work.wait(never)]), ["first", "first", "first"]);
  assert.equal([work.isUnderWay(), clock.pending], [false, 0]);
});

test("each waits with a signal of its own, whose reason it rejects with; no listener is left", async () => {
  const clock = new VirtualClock(1);
  const work = new SharedWork<string>(clock, Infinity);
  const [impatient, patient] = [new AbortController(), new AbortController()];
  const waiting = [work.wait(impatient.signal), work.wait(patient.signal)] as const;
  const reason = new Error("enough");
  impatient.abort(reason);
  assert.is(await waiting[0].catch((error: unknown) => error), reason);
  assert.is(await work.wait(impatient.signal).catch((error: unknown) => error), reason);
  work.end("done");
  assert.is(await waiting[1], "done");
  const left = [impatient, patient].flatMap(({ signal }) => getEventListeners(signal, "abort"));
  assert.equal([left.length, clock.pending], [0, 0]);
});

test("it is aborted when its time is up, which can begin again", async () => {
  const clock = new VirtualClock(1);
  const work = new SharedWork<string>(clock, 2000);
  await clock.advanceTo(1500);
  work.restart();
  await clock.advanceTo(3499);
  assert.equal([work.isUnderWay(), work.signal.aborted], [true, false]);
  await clock.advanceTo(3500);
  assert.equal([work.isUnderWay(), work.signal.aborted], [false, true]);
});

test.run();
