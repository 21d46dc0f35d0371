import type { Clock } from "@sdkwright/runtime";
import { DEFAULT_CIRCUIT_BREAKER } from "@sdkwright/runtime/config";
import { Circuit } from "#runtime/policy/circuit.js";
import type { Permit } from "#runtime/policy/permit.js";
import { waitUnlessWoken } from "#runtime/policy/retry.js";
import { getEventListeners } from "node:events";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualClock } from "./virtual-clock.js";

const test = suite("a wait between attempts");

const createCircuit = (clock: Clock): Circuit => new Circuit({ clock, rules: DEFAULT_CIRCUIT_BREAKER });

/** Makes the circuit leave `closed`: eight denials do. */
function leave(circuit: Circuit): void {
  const ask = {
    call: 1,
    rules: DEFAULT_CIRCUIT_BREAKER,
    hasNext: false,
    isLater: false,
    until: 0,
    atMost: 30_000,
    signals: [],
    isEvidence: true,
  };
  for (let count = 0; count < 8; count += 1) {
    (circuit.admit(ask, 0) as Permit).done({ type: "denial", timedOut: false }, 0);
  }
}

/** How a wait ended. */
async function end(wait: Promise<boolean>): Promise<unknown> {
  return wait.then(
    (woken) => (woken ? "woken" : "over"),
    (thrown: unknown) => ({ thrown }),
  );
}

test("ends when its time is over, with a circuit or without", async () => {
  const clock = new VirtualClock();
  for (const circuit of [undefined, createCircuit(clock)]) {
    const startedAt = clock.now();
    assert.is(await clock.finish(waitUnlessWoken(clock, 700, circuit, [])), false);
    assert.is(clock.now() - startedAt, 700);
  }
});

test("ends at once when the circuit leaves `closed`, and leaves no timer", async () => {
  const clock = new VirtualClock();
  const circuit = createCircuit(clock);
  const wait = waitUnlessWoken(clock, 700, circuit, []);
  await clock.advance(10);
  leave(circuit);
  assert.is(await wait, true);
  assert.equal([clock.now(), clock.pending], [10, 0]);
});

test("rejects with the reason of whichever signal aborts", async () => {
  for (const index of [0, 1]) {
    const clock = new VirtualClock();
    const controllers = [new AbortController(), new AbortController()];
    const signals = controllers.map(({ signal }) => signal);
    const wait = end(waitUnlessWoken(clock, 700, undefined, signals));
    controllers[index]?.abort(`signal ${index}`);
    assert.equal(await wait, { thrown: `signal ${index}` });
    assert.equal([clock.pending, ...signals.map((signal) => getEventListeners(signal, "abort").length)], [0, 0, 0]);
  }
});

test("does not begin when a signal has aborted before", async () => {
  const clock = new VirtualClock();
  const signals = [new AbortController().signal, AbortSignal.abort("early")];
  assert.equal(await end(waitUnlessWoken(clock, 700, undefined, signals)), { thrown: "early" });
  assert.is(clock.pending, 0);
});

test("an abort wins over a wake at the same moment", async () => {
  const clock = new VirtualClock();
  const circuit = createCircuit(clock);
  const controller = new AbortController();
  const wait = end(waitUnlessWoken(clock, 700, circuit, [controller.signal]));
  leave(circuit);
  controller.abort("both");
  assert.equal(await wait, { thrown: "both" });
});

test("leaves nothing behind in the circuit, however it ended", async () => {
  const clock = new VirtualClock();
  const circuit = createCircuit(clock);
  const added: (() => void)[] = [];
  let waiting = 0;
  const counted = Object.assign(Object.create(circuit) as Circuit, {
    onLeave: (wake: () => void) => {
      added.push(wake);
      waiting += 1;
      return () => (waiting -= 1);
    },
  });
  await clock.finish(waitUnlessWoken(clock, 700, counted, []));
  const controller = new AbortController();
  const aborted = end(waitUnlessWoken(clock, 700, counted, [controller.signal]));
  controller.abort("stop");
  await aborted;
  const woken = waitUnlessWoken(clock, 700, counted, []);
  added[2]?.();
  await woken;
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
  const aborted = end(waitUnlessWoken(own, 700, undefined, [controller.signal]));
  controller.abort("stop");
  assert.equal(await aborted, { thrown: "stop" });
  const circuit = createCircuit(own);
  const woken = end(waitUnlessWoken(own, 700, circuit, []));
  leave(circuit);
  assert.is(await woken, "woken");
  const failed = (await end(waitUnlessWoken(own, 0, circuit, []))) as { thrown: Error };
  assert.is(failed.thrown.message, "out of timers");
});

test.run();
