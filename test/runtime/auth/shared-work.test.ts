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

/** Work whose request the platform has ended: its timers never fire. Others' do. */
function abandoned() {
  const clock = new VirtualClock(1);
  let isEnded = true;
  const sleep: VirtualClock["sleep"] = (ms, signal) => (isEnded ? new Promise(() => {}) : clock.sleep(ms, signal));
  const work = new SharedWork<string>({ now: clock.now, sleep }, Infinity);
  isEnded = false;
  return { clock, work };
}

test("one that gives no sign of life is dead 4 s after its last one, if somebody waits", async () => {
  const { clock, work } = abandoned();
  const waiting = work.wait(never);
  await clock.advanceTo(3999);
  assert.ok(work.isUnderWay());
  await clock.advanceTo(4000);
  assert.equal([await waiting, work.isUnderWay(), work.signal.aborted], [undefined, false, true]);
});

test("if nobody waits for so long, it is a minute after somebody has seen that it is silent", async () => {
  const { clock, work } = abandoned();
  await clock.advanceTo(5000);
  assert.ok(work.isUnderWay());
  await clock.advanceTo(66_000);
  assert.ok(work.isUnderWay());
  await clock.advanceTo(66_001);
  assert.equal([work.isUnderWay(), work.signal.aborted], [false, true]);
});

test.run();
