import { HttpError, NetworkError, SdkError, TimeoutError, type ClientEvent } from "@sdkwright/runtime";
import { DEFAULT_CIRCUIT_BREAKER } from "@sdkwright/runtime/config";
import { array, assert as check, constantFrom, integer, property, record } from "fast-check";
import type { AttemptLimits } from "#runtime/http/attempt-scope.js";
import { Circuit } from "#runtime/policy/circuit.js";
import {
  CLOSED,
  reduceCircuit,
  untilAdmission,
  type CircuitInput,
  type CircuitState,
} from "#runtime/policy/circuit-state.js";
import { Performance } from "#runtime/policy/performance.js";
import { performRequest } from "#runtime/policy/retry.js";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { seeded } from "../simulation/seeded.js";
import { ReferenceCircuit } from "./reference-circuit.js";
import { VirtualClock } from "./virtual-clock.js";
import { answerWith, createWorld, networkFailure, type Answer } from "./world.js";

const test = suite("property");

const SEEDS = 2000;
const EVENTS = 200;
const error = new SdkError("x", { code: "x" });

/** One step of a random history: what happens, how much later, with which numbers. */
const step = record({
  what: constantFrom("admission", "request", "success", "failure", "failure", "settled", "lost", "stale"),
  after: constantFrom(0, 1, 400, 4999, 5000, 30_000, 61_000, 300_000),
  unanswered: constantFrom(0, 0, 1, 5, 500),
  retryAfter: constantFrom(undefined, undefined, 1000, 60_000, 60_001, 90_000, 1e12),
});

test("property: the reducer agrees with a naive model of the specification", () => {
  const rules = record({ threshold: integer({ min: 1, max: 6 }), openTime: constantFrom(1, 30_000, 400_000) });
  check(
    property(rules, array(step, { maxLength: EVENTS, minLength: EVENTS }), ({ threshold, openTime }, steps) => {
      const model = new ReferenceCircuit(threshold, openTime);
      const limits = { threshold, openTime, maxRetryAfter: 60_000 };
      let state = CLOSED as CircuitState;
      let now = 0;
      const apply = (input: CircuitInput): void => {
        state = reduceCircuit(state, input, now);
      };
      for (const { what, after, unanswered, retryAfter } of steps) {
        now += after;
        const { generation } = state;
        if (what === "admission") {
          model.admit(31_000, now);
          apply({ type: "admission", lease: 31_000 });
        } else if (what === "stale") {
          const before = state;
          apply({
            type: "failure",
            generation: generation - 1,
            rules: limits,
            startedAt: now,
            unanswered: 0,
            retryAfter: 1e9,
            error,
          });
          apply({ type: "success", generation: generation - 1 });
          apply({ type: "settlement", generation: generation - 1, succeeded: true });
          apply({ type: "request", generation: generation - 1, lease: 1e9 });
          assert.is(state, before);
        } else if (what === "request") {
          if (model.kind === "half-open") model.lease = Math.max(model.lease ?? now, now + 31_000);
          apply({ type: "request", generation, lease: 31_000 });
        } else if (model.kind === "open") {
          const before: CircuitState = state;
          apply({ type: "settlement", generation, succeeded: true });
          apply({ type: "failure", generation, rules: limits, startedAt: now, unanswered, retryAfter, error });
          assert.is(state, before);
        } else if (what === "success") {
          if (model.kind === "closed") model.succeed(now);
          apply({ type: "success", generation });
        } else if (what === "failure") {
          model.fail(now, unanswered, retryAfter, limits.maxRetryAfter);
          apply({ type: "failure", generation, rules: limits, startedAt: now, unanswered, retryAfter, error });
        } else {
          model.settle(what === "settled");
          apply({ type: "settlement", generation, succeeded: what === "settled" });
        }
        assert.equal([state.kind, state.generation], [model.kind, model.generation]);
        if (state.kind === "open") assert.equal([state.until, state.openTime], [model.until, model.openTime]);
        if (state.kind === "half-open") assert.is(state.leaseEnd, model.lease);
        assert.ok(untilAdmission(state, now) >= 0);
        if (state.kind === "closed") {
          const { latest, before } = state.window;
          assert.ok((latest?.length ?? 0) + (before?.length ?? 0) <= 200);
        }
      }
    }),
    { numRuns: SEEDS },
  );
});

/** What a fake attempt comes to: an answer, or an error of the table. */
const outcomes = [
  { status: 200 },
  { status: 200 },
  new NetworkError("refused", { code: "network-unreached", sent: false }),
  new NetworkError("reset", { code: "network-reset", sent: "unknown" }),
  httpError(503),
  httpError(503),
  httpError(404),
  httpError(403),
  httpError(429, 70_000),
];

function httpError(status: number, retryAfter?: number): HttpError {
  return new HttpError(`${status}`, { code: "http", response: { status, headers: {}, body: "" }, retryAfter });
}

/** Calls of one request each to one provider, without HTTP around: retry loop, waits and circuit are the real ones. */
async function lonely(seed: number, events: number): Promise<void> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const clock = new VirtualClock(1);
  const context = { clock, random, maxRetryAfter: 60_000, on: undefined };
  const policy = { ...DEFAULT_CIRCUIT_BREAKER, maxContiguousRetries: pick([1, 2, 5]), requestTimeout: 1000 };
  let openUntil = 0;
  const probes = new Set<number>();
  const broken: string[] = [];
  let inFlight = 0;
  const circuit = new Circuit(clock, (_, to) => {
    if (to.kind === "open") openUntil = to.until;
  });
  const label = { method: "GET", service: "default", path: "/" };
  const request = { retryPolicy: undefined, requestTimeout: undefined, deadline: undefined, idempotent: undefined };
  const call = async (signal: AbortSignal, deadline: number): Promise<void> => {
    const permit = circuit.admit(policy.requestTimeout);
    if (permit === undefined) return;
    const endsAt = clock.now() + deadline;
    const { requestTimeout } = policy;
    const performance = new Performance({
      context,
      origin: { provider: "a" },
      policy,
      requestTimeout,
      circuit,
      permit,
      endsAt,
    });
    const { generation } = permit;
    const sends = async ({ requestTimeout: limit, signals }: AttemptLimits): Promise<{ status: number }> => {
      if (clock.now() < openUntil) broken.push("nothing is sent before open-until");
      if (permit.probe) {
        if (probes.has(generation) || circuit.state.generation !== generation) broken.push("at most one probe");
        probes.add(generation);
      }
      inFlight += 1;
      const takes = random() * 1300;
      try {
        await clock.sleep(Math.min(takes, limit), signals[0]);
      } finally {
        inFlight -= 1;
      }
      if (takes > limit) throw new TimeoutError("slow", { code: "timeout" });
      const outcome = pick(outcomes);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const prepared = { label, policy: request, replayable: true, signal };
    await performRequest(performance, prepared, sends).catch(() => {});
    performance.settle(true);
    if (performance.attempts > 1 + policy.maxContiguousRetries) broken.push("attempts per provider and call");
  };
  const calls: Promise<void>[] = [];
  for (let event = 0; event < events; event += 1) {
    const roll = random();
    if (roll < 0.4) await clock.advance(pick([0, 1, 50, 700, 2000, 31_000]));
    else {
      const controller = new AbortController();
      calls.push(call(controller.signal, pick([Infinity, Infinity, 500, 3000])));
      if (roll > 0.9) void clock.sleep(random() * 3000).then(() => controller.abort(new Error("abort")));
    }
  }
  await clock.finish(Promise.all(calls));
  assert.equal(broken, []);
  assert.equal([clock.pending, inFlight], [0, 0], "no timer and no attempt is left");
}

test(`property: ${SEEDS} seeds × ${EVENTS} random events keep the invariants of the policy`, async () => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    await lonely(seed, EVENTS).catch((thrown: unknown) => {
      throw new Error(`seed ${seed}: ${String((thrown as assert.Assertion).details ?? thrown)}`);
    });
  }
});

const answers: readonly Answer[] = [200, 200, 200, 404, 401, 503, 503, 503, 500, networkFailure("ECONNRESET"), "hang"];

/** Two providers that answer at random, callers that come, wait and abort at random; the invariants of the policy. */
async function history(seed: number, events: number): Promise<void> {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const max = pick([1, 2, 5]);
  const policy = { kind: "circuit-breaker", maxContiguousRetries: max, requestTimeout: 5000 } as const;
  const broken: string[] = [];
  const open = new Map<string, number>();
  const halfOpen = new Set<string>();
  const answerOf = (name: string): Answer => {
    let probing = 0;
    return async ({ signal }) => {
      if (world.clock.now() < (open.get(name) ?? 0)) broken.push("nothing is sent before open-until");
      const share = halfOpen.has(name) ? 1 : 0;
      probing += share;
      if (probing > 1) broken.push("at most one probe");
      const answer = pick(answers);
      try {
        if (random() < 0.5) await world.clock.sleep(Math.floor(random() * 400), signal);
      } finally {
        probing -= share;
      }
      return random() < 0.05 ? answerWith(503, { "retry-after": "100" }) : answer;
    };
  };
  const on = (event: ClientEvent): void => {
    if (event.type !== "circuit") return;
    if (event.to === "open") open.set(event.provider, world.clock.now() + (event.openFor ?? 0));
    if (event.to === "half-open") halfOpen.add(event.provider);
    else halfOpen.delete(event.provider);
  };
  const tried: string[][] = [];
  const world: ReturnType<typeof createWorld> = createWorld({
    answers: { a: answerOf("a"), b: answerOf("b") },
    policies: { a: policy, b: policy },
    options: { on, random },
    map: async ({ http, input }) => {
      (input["tried"] as string[]).push(http.name);
      return (await http.get("/{call}", { params: { call: Number(input["call"]) } })).status;
    },
  });
  const calls: Promise<unknown>[] = [];
  for (let event = 0; event < events; event += 1) {
    if (random() < 0.5) await world.clock.advance(pick([0, 1, 50, 2000, 31_000]));
    const names: string[] = [];
    tried.push(names);
    const controller = new AbortController();
    const { signal } = controller;
    const deadline = random() < 0.3 ? pick([1, 999, 1500, 10_000]) : undefined;
    calls.push(world.send.safe({ call: event, tried: names }, { signal, deadline }).catch(() => {}));
    if (random() < 0.2) void world.clock.sleep(random() * 3000).then(() => controller.abort(new Error("abort")));
  }
  await world.clock.finish(Promise.all(calls));
  assert.equal(broken, []);
  assert.is(world.clock.pending, 0, "no timer is left");
  for (const names of tried) assert.is(new Set(names).size, names.length, "each provider at most once per call");
  const counts = new Map<string, number>();
  for (const { provider, url } of world.sent) {
    const key = `${provider}${url.pathname}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  assert.ok(Math.max(0, ...counts.values()) <= 1 + max, "attempts per provider and call");
}

const HISTORIES = 60;

test(`property: ${HISTORIES} seeded histories of calls over two providers keep the invariants`, async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    await history(seed, 20).catch((thrown: unknown) => {
      throw new Error(`seed ${seed}: ${String((thrown as assert.Assertion).details ?? thrown)}`);
    });
  }
});

test.run();
