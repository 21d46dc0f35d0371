import { SdkError, type Clock } from "@sdkwright/runtime";
import { Circuit } from "#runtime/policy/circuit.js";
import { waitUnlessTripped } from "#runtime/policy/wait.js";
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";

const test = suite("a wait between attempts");

const error = new SdkError("429", { code: "http" });
const rules = { threshold: 1, openTime: 30_000, maxRetryAfter: 60_000 };

function trip(circuit: Circuit): void {
  const permit = circuit.admit(1000);
  const ticket = permit && circuit.begin(permit, 1000, 0);
  if (ticket !== undefined) circuit.fail(ticket, rules, error, undefined);
}

/** How a wait ended. */
async function end(wait: Promise<void>): Promise<unknown> {
  return wait.then(
    () => "over",
    (thrown: unknown) => ({ thrown }),
  );
}

test("ends when its time is over, with a circuit or without", async () => {
  const clock = new VirtualClock();
  for (const circuit of [undefined, new Circuit(clock)]) {
    const startedAt = clock.now();
    await clock.finish(waitUnlessTripped(clock, 700, circuit, []));
    assert.is(clock.now() - startedAt, 700);
  }
});

test("ends at once when the circuit trips, and leaves no timer", async () => {
  const clock = new VirtualClock();
  const circuit = new Circuit(clock);
  const wait = waitUnlessTripped(clock, 700, circuit, []);
  await clock.advance(10);
  trip(circuit);
  await wait;
  assert.equal([clock.now(), clock.pending], [10, 0]);
});

test("rejects with the reason of whichever signal aborts", async () => {
  for (const index of [0, 1]) {
    const clock = new VirtualClock();
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const wait = end(waitUnlessTripped(clock, 700, undefined, signals));
    controllers[index]?.abort(`signal ${index}`);
    assert.equal(await wait, { thrown: `signal ${index}` });
    assert.equal([clock.pending, ...signals.map((signal) => getEventListeners(signal, "abort").length)], [0, 0, 0]);
  }
});

test("does not begin when a signal has aborted before", async () => {
  const clock = new VirtualClock();
  const signals = [new AbortController().signal, AbortSignal.abort("early")];
  assert.equal(await end(waitUnlessTripped(clock, 700, undefined, signals)), { thrown: "early" });
  assert.is(clock.pending, 0);
});

test("an abort wins over a trip at the same moment", async () => {
  const clock = new VirtualClock();
  const circuit = new Circuit(clock);
  const controller = new AbortController();
  const wait = end(waitUnlessTripped(clock, 700, circuit, [controller.signal]));
  trip(circuit);
  controller.abort("both");
  assert.equal(await wait, { thrown: "both" });
});

test("leaves nothing behind in the circuit, however it ended", async () => {
  const clock = new VirtualClock();
  const circuit = new Circuit(clock);
  const added: (() => void)[] = [];
  let waiting = 0;
  const counted = Object.assign(Object.create(circuit) as Circuit, {
    onTrip: (wake: () => void) => {
      added.push(wake);
      waiting += 1;
      return () => (waiting -= 1);
    },
  });
  await clock.finish(waitUnlessTripped(clock, 700, counted, []));
  const controller = new AbortController();
  const aborted = end(waitUnlessTripped(clock, 700, counted, [controller.signal]));
  controller.abort("stop");
  await aborted;
  const tripped = waitUnlessTripped(clock, 700, counted, []);
  added[2]?.();
  await tripped;
  assert.equal([added.length, waiting], [3, 0]);
});

test("a clock whose sleep rejects in words of its own: an abort still has its reason, a failure is passed on", async () => {
  const own: Clock = {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise((_, reject) => {
        if (ms === 0) reject(new Error("out of timers"));
        signal.addEventListener("abort", () => reject(new Error("woken")));
      }),
  };
  const controller = new AbortController();
  const aborted = end(waitUnlessTripped(own, 700, undefined, [controller.signal]));
  controller.abort("stop");
  assert.equal(await aborted, { thrown: "stop" });
  const circuit = new Circuit(own);
  const tripped = end(waitUnlessTripped(own, 700, circuit, []));
  trip(circuit);
  assert.is(await tripped, "over");
  const failed = (await end(waitUnlessTripped(own, 0, circuit, []))) as { thrown: Error };
  assert.is(failed.thrown.message, "out of timers");
});

test.run();
