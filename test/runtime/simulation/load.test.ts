import type { CircuitEvent, Outcome } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createWorld, type Answer, type Context, type World } from "../policy/world.js";
import { seeded } from "./seeded.js";

const test = suite("load, simulated");

const CALLS = 10_000;

interface Load {
  readonly outcomes: readonly Outcome<unknown>[];
  /** When the last call was started. */
  readonly lastStart: number;
  readonly trips: readonly number[];
}

/** Calls that start at given times, each when its time has come. */
async function openLoad(world: World, trips: number[], gap: number): Promise<Load> {
  const calls: Promise<Outcome<unknown>>[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    await world.clock.advanceTo(call * gap);
    calls.push(world.send.safe({}));
  }
  const lastStart = world.clock.now();
  return { outcomes: await world.clock.finish(Promise.all(calls)), lastStart, trips };
}

/** Calls of which a number is always in flight: the next one starts when one has ended. */
async function closedLoad(world: World, trips: number[], inFlight: number): Promise<Load> {
  const outcomes: Outcome<unknown>[] = [];
  let started = 0;
  let lastStart = 0;
  const worker = async (): Promise<void> => {
    while (started < CALLS) {
      started += 1;
      lastStart = world.clock.now();
      outcomes.push(await world.send.safe({}));
    }
  };
  await world.clock.finish(Promise.all(Array.from({ length: inFlight }, worker)));
  return { outcomes, lastStart, trips };
}

interface Simulation {
  readonly seed: number;
  readonly answers: (
    random: () => number,
    sleep: (ms: number) => Promise<void>,
    now: () => number,
  ) => {
    readonly [provider: string]: Answer;
  };
  readonly map?: (context: Context) => unknown;
}

function simulate({ seed, answers, map }: Simulation): { readonly world: World; readonly trips: number[] } {
  const random = seeded(seed);
  const trips: number[] = [];
  const on = (event: { readonly type: string }): void => {
    if (event.type === "circuit" && (event as CircuitEvent).from === "closed") trips.push(world.clock.now());
  };
  const world: World = createWorld({
    answers: answers(
      random,
      (ms) => world.clock.sleep(ms),
      () => world.clock.now(),
    ),
    options: { random, on },
    ...(map === undefined ? {} : { map }),
  });
  return { world, trips };
}

const brownOut =
  (slow: readonly [number, number]): Simulation["answers"] =>
  (random, sleep) => ({
    a: async () => {
      const fails = random() < 0.3;
      const [from, to] = fails ? [1, 2] : slow;
      await sleep(from + (to - from) * random());
      return fails ? 503 : 200;
    },
  });

test("load-100: a 30 s outage of the primary costs no call, and the primary next to nothing", async () => {
  const [from, until] = [15_000, 45_000];
  const { world, trips } = simulate({
    seed: 100,
    answers: (random, sleep, now) => ({
      a: async () => {
        if (now() >= from && now() < until) return 503;
        await sleep(20 + 60 * random());
        return 200;
      },
      b: 200,
    }),
  });
  const load = await openLoad(world, trips, 6);
  const during = (time: number): boolean => time >= from && time < until;
  const begun = Array.from({ length: CALLS }, (_, call) => call * 6).filter(during).length;
  const attempts = world.times("a").filter(during).length;
  assert.is(load.outcomes.filter(({ ok }) => ok).length, CALLS);
  assert.ok(attempts / begun < 0.05, `${attempts} attempts, ${begun} calls`);
});

for (const [id, slow] of [
  ["load-30", [20, 80]],
  ["load-30, slow answers", [3000, 8000]],
] as const) {
  test(`${id}: 30 % of answers are failures, 500 in flight: no trip while calls are being started`, async () => {
    const { world, trips } = simulate({ seed: 30, answers: brownOut(slow) });
    const load = await closedLoad(world, trips, 500);
    const attempts = load.outcomes.reduce((sum, outcome) => sum + outcome.attempts, 0);
    assert.equal(
      trips.filter((time) => time <= load.lastStart),
      [],
    );
    const succeeded = load.outcomes.filter(({ ok }) => ok).length;
    assert.ok(succeeded >= CALLS * 0.995, `${succeeded} of ${CALLS}`);
    assert.ok(attempts <= CALLS * 1.5, `${attempts} attempts`);
  });
}

test("load-30-map: the same with maps of three requests: no trip while calls are being started", async () => {
  const map = async ({ http }: Context): Promise<unknown> => {
    await http.get("/1");
    await http.get("/2");
    return (await http.get("/3")).status;
  };
  const { world, trips } = simulate({ seed: 30, answers: brownOut([20, 80]), map });
  const load = await closedLoad(world, trips, 500);
  assert.equal(
    trips.filter((time) => time <= load.lastStart),
    [],
  );
});

test.run();
