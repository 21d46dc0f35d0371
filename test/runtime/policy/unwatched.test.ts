import { suite } from "uvu";
import * as assert from "uvu/assert";
import { runs } from "../../effort.js";
import { seeded } from "../seeded.js";
import { VirtualClock } from "./virtual-clock.js";
import { type Answer, answerWith, type Context, createWorld, networkFailure } from "./world.js";

// Whoever listens to events has the policy from the first request on. Without a listener the first attempt is made before
// the policy is there. Nothing but the events may show that.
const test = suite("calls that nobody watches");

interface Step {
  readonly method: "get" | "post" | "delete";
  readonly path: string;
  /** Another one is sent at once beside it. */
  readonly isDouble: boolean;
  readonly isCaught: boolean;
  readonly options: object;
}

interface Scenario {
  readonly steps: readonly Step[];
  readonly policies: readonly [object | null, object | null];
  readonly failover: boolean;
  readonly calls: readonly { readonly at: number; readonly abortAfter: number | undefined }[];
  /** From when until when its first provider is isolated. */
  readonly isolation: readonly [number, number] | undefined;
  readonly seed: number;
}

function scenarioOf(random: () => number): Scenario {
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const policy = (): object | null =>
    pick<object | null>(
      null,
      { kind: "none" },
      { kind: "circuit-breaker" },
      { kind: "circuit-breaker", maxContiguousRetries: 1, backoff: { kind: "exponential", start: 100 } },
      { kind: "circuit-breaker", circuit: false, requestTimeout: 700 },
      { kind: "circuit-breaker", openTime: 500, requestTimeout: 700, patience: 900 },
    );
  const step = (): Step => ({
    method: pick("get", "get", "post", "delete"),
    path: pick("/x", "/x", "/y", "/z"),
    isDouble: random() < 0.2,
    isCaught: random() < 0.3,
    options: pick(
      {},
      {},
      {},
      { throwHttpErrors: false },
      { throwHttpErrors: (status: number) => status !== 422 },
      { requestTimeout: 400 },
      { idempotent: random() < 0.5 },
      { retries: 1 },
    ),
  });
  return {
    steps: Array.from({ length: 1 + Math.floor(random() * 3) }, step),
    policies: [policy(), policy()],
    failover: random() < 0.7,
    calls: Array.from({ length: 1 + Math.floor(random() * 24) }, () => ({
      at: Math.floor(random() * 4000),
      abortAfter: random() < 0.1 ? Math.floor(random() * 900) : undefined,
    })),
    isolation: random() < 0.2 ? [Math.floor(random() * 3000), 3500] : undefined,
    seed: Math.floor(random() * 1e9),
  };
}

/** Mostly well; by what is sent and when: who comes first of those that are sent at once does not matter. */
function answersOf(seed: number, clock: VirtualClock): Answer {
  const badness = seed % 2 === 0 ? 0.1 : 0.6;
  return async ({ at, method, url, signal }) => {
    const random = seeded(seed + at * 100 + url.pathname.charCodeAt(1) + method.length);
    const [roll, kind, time] = [random(), Math.floor(random() * 9), random()];
    await clock.sleep(Math.floor(time * 500), signal);
    if (roll > badness) return kind < 7 ? 200 : 204;
    const others: Answer[] = [
      404,
      422,
      403,
      503,
      500,
      429,
      networkFailure("ECONNREFUSED"),
      networkFailure("ECONNRESET"),
    ];
    return others[kind] ?? answerWith(429, { "retry-after": "1" });
  };
}

/** All that can be seen of it from outside, but for events. */
async function seen(scenario: Scenario, isWatched: boolean): Promise<unknown[]> {
  const { steps, policies, failover, calls, isolation, seed } = scenario;
  const clock = new VirtualClock();
  const shown: unknown[] = [];
  const map = async ({ http, signal }: Context): Promise<unknown> => {
    const values: unknown[] = [];
    signal.addEventListener("abort", () => shown.push(["aborted", clock.now(), text(signal.reason)]));
    for (const { method, path, isDouble, isCaught, options } of steps) {
      const send = async (): Promise<unknown> => (await http[method](path, options)).status;
      const sent = isDouble ? Promise.all([send(), send()]) : send();
      values.push(await (isCaught ? sent.catch(text) : sent));
    }
    return values;
  };
  const world = createWorld({
    answers: { a: answersOf(seed, clock), b: answersOf(seed + 1, clock) },
    policies: { a: policies[0] as never, b: policies[1] as never },
    failover,
    map,
    clock,
    ...(isWatched ? {} : { options: { on: undefined } }),
  });
  if (isolation !== undefined) {
    const [from, until] = isolation;
    void clock.sleep(from).then(() => world.client.isolate({ provider: "a" }));
    void clock.sleep(until).then(() => world.client.reset({ provider: "a" }));
  }
  const begun = calls.map(async ({ at, abortAfter }) => {
    await clock.sleep(at);
    const controller = new AbortController();
    if (abortAfter !== undefined) void clock.sleep(abortAfter).then(() => controller.abort(new Error("enough")));
    const ended = world.send.safe({}, { signal: controller.signal });
    const outcome = await ended.catch((reason: unknown) => ({ reason: text(reason) }));
    shown.push([clock.now(), "error" in outcome ? { ...outcome, error: text(outcome.error) } : outcome]);
  });
  await clock.finish(Promise.all(begun));
  const requests = world.sent.map(({ provider, at, method, url }) => [provider, at, method, url.pathname]);
  return [sorted(requests), sorted(shown), world.client.circuits(), clock.pending];
}

/** What happens at once has no order. */
function sorted(all: readonly unknown[]): unknown[] {
  return [...all].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

function text(error: unknown): string {
  const { name, message, code } = error as Error & { readonly code?: string };
  return `${name} ${code} ${message}`;
}

test("they send the same at the same times, end the same way, and leave the same circuits", async () => {
  const random = seeded(37);
  for (let count = 0; count < runs(1000, 100); count += 1) {
    const scenario = scenarioOf(random);
    assert.equal(await seen(scenario, false), await seen(scenario, true), JSON.stringify(scenario));
  }
});

test.run();
