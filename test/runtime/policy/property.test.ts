import { HttpError, NetworkError } from "@sdkwright/runtime";
import { DEFAULT_CIRCUIT_BREAKER } from "@sdkwright/runtime/config";
import { Circuit } from "#runtime/policy/circuit.js";
import type { Ask, Report, Permit } from "#runtime/policy/permit.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { VirtualTime } from "#generator/simulate/virtual-time.js";
import { seeded } from "../seeded.js";
import { answerWith, createWorld, networkFailure, type Answer } from "./world.js";
import { VirtualClock } from "./virtual-clock.js";
import { runs } from "../../effort.js";

const test = suite("property");

const SEEDS = runs(2000);
const EVENTS = 200;
const reports: readonly Report[] = [
  { type: "success", timedOut: false },
  { type: "success", timedOut: false },
  { type: "failure", timedOut: false, error: new NetworkError("reset", { code: "network-reset", sent: "unknown" }) },
  { type: "failure", timedOut: true, cutTo: 100 },
  { type: "refusal", timedOut: false, retryAfter: 3000 },
  {
    type: "denial",
    timedOut: false,
    error: new HttpError("403", { code: "http", status: 403 }),
  },
  { type: "neither", timedOut: false },
];

/** A circuit that random requests ask, with all promises of the rule looked at in between. */
async function history(seed: number): Promise<void> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const time = new VirtualTime();
  const rules = { ...DEFAULT_CIRCUIT_BREAKER, maxContiguousRetries: pick([1, 2, 5]) };
  const endpoint = { service: "default", method: "GET", path: "/x" };
  const flying = new Set<Permit>();
  let [openUntil, waiting, ended] = [0, 0, 0];
  const circuit = new Circuit({
    clock: time,
    rules,
    endpoint,
    observer: (_, from, to) => {
      assert.ok(to.generation > from.generation);
      if (to.kind === "open") openUntil = to.until;
    },
  });
  const mood = pick([[2], [0, 1, 2], [4], [0, 4], [5], [3], [0, 1, 2, 3, 4, 5, 6]]);

  const begun = (ticket: Permit, ask: Ask): void => {
    const { kind, cause } = circuit.state;
    // Denials and silence hold back nobody who has nowhere else to go.
    const isFree = !ask.hasNext && (cause === "denials" || cause === "silence");
    if (kind === "half-open" && !isFree) {
      assert.ok(time.now() >= openUntil, "nothing is sent before open-until");
      assert.is([...flying].filter(({ generation }) => generation === ticket.generation).length, 0, "one probe");
    } else if (kind === "open") assert.ok(isFree);
    flying.add(ticket);
    time.at(time.now() + pick([0, 5, 50, 2000, 9000]), () => {
      flying.delete(ticket);
      ended += 1;
      const before = circuit.state;
      const stale = ticket.generation !== before.generation;
      if (random() < 0.1) ticket.drop(time.now());
      else ticket.done(reports[pick(mood)], time.now());
      if (stale && before.cause !== "silence") assert.is(circuit.state, before, "an old generation changes nothing");
      const after = circuit.state;
      ticket.done(reports[2], time.now());
      assert.is(circuit.state, after, "every ticket ends once");
    });
  };

  let asked = 0;
  for (let event = 0, at = 0; event < EVENTS; event += 1) {
    at += pick([0, 1, 20, 400, 3000]);
    time.at(at, () => {
      const controller = new AbortController();
      const now = time.now();
      const until = now + pick([0, 300, 20_000, 74_400]);
      const hasNext = random() < 0.4;
      const rest = { call: event, isLater: random() < 0.1, isEvidence: true, signals: [controller.signal] };
      const ask = { ...rest, rules, hasNext, until, atMost: 30_000 };
      asked += 1;
      const answer = circuit.admit(ask, now);
      if (answer === undefined) return;
      if (!(answer instanceof Promise)) return begun(answer, ask);
      assert.not(hasNext, "who has another candidate does not wait");
      waiting += 1;
      if (random() < 0.1) time.at(now + 100, () => controller.abort());
      void answer
        .then((ticket) => {
          assert.ok(time.now() <= until + 1e-6, "nobody waits longer than its time");
          return ticket === undefined ? undefined : begun(ticket, ask);
        })
        .catch((reason: unknown) => assert.is(reason, controller.signal.reason))
        .finally(() => (waiting -= 1));
    });
  }
  await time.run();
  assert.equal([flying.size, waiting, circuit.waiting, time.pending], [0, 0, 0, 0], `seed ${seed}, ${asked}, ${ended}`);
}

test(`property: ${SEEDS} histories of ${EVENTS} requests keep what the rule promises, and leave nothing behind`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) await history(seed);
});

const answers: readonly Answer[] = [
  200,
  200,
  503,
  404,
  403,
  "hang",
  networkFailure("ECONNRESET"),
  429,
  answerWith(429, { "retry-after": "2" }),
];

test("property: whole calls with failover, aborts and deadlines", async () => {
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = seeded(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const clock = new VirtualClock(1);
    const any: Answer = () => pick(answers);
    const policies = { a: { kind: "circuit-breaker", maxContiguousRetries: 2 }, b: "circuit-breaker" } as const;
    const world = createWorld({ answers: { a: any, b: any }, clock, policies, options: { random } });
    const calls: Promise<unknown>[] = [];
    for (let call = 0; call < 100; call += 1) {
      const controller = new AbortController();
      const deadline = pick([undefined, undefined, 3000, 100_000]);
      calls.push(world.send.safe({}, { signal: controller.signal, deadline }).catch(() => {}));
      await clock.advance(pick([0, 1, 50, 3000]));
      if (random() < 0.1) controller.abort("stop");
    }
    await clock.finish(Promise.all(calls));
    const perCall = new Map<string, number>();
    for (const { call, provider } of world.eventsOf("attempt")) {
      perCall.set(`${call} ${provider}`, (perCall.get(`${call} ${provider}`) ?? 0) + 1);
    }
    // One more than its policy allows: the quick repeat.
    for (const [key, count] of perCall) assert.ok(count <= (key.endsWith("a") ? 4 : 7), `${key}: ${count}`);
    const asked = world.eventsOf("failover").filter(({ error }) => error.name !== "CircuitOpenError");
    const turns = asked.map(({ call, from, round }) => `${call} ${from} ${round}`);
    assert.is(new Set(turns).size, turns.length, "each provider at most once per round of a call");
    assert.is(clock.pending, 0);
    assert.ok(world.client.circuits().every(({ waiting }) => waiting === 0));
  }
});

test.run();
