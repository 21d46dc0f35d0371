import { Chance } from "./chance.js";
import { inPercent, okPercent, quantile, run, type Load, type Result, type Step, type Strategy } from "./load.js";
import {
  always,
  between,
  backup,
  brownOut,
  bucket,
  except,
  failing,
  hanging,
  healthy,
  outage,
  quota,
  type Serve,
} from "./providers.js";

/** One shape of failure, and what has to come of it. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly run: (trial: Trial) => Promise<Finding>;
  /** Accepted: some wait longer than with a plain retry, as rounds share one back-off; or too few to compare. */
  readonly mayWait?: boolean;
}

export interface Finding {
  readonly text: string;
  readonly passes: boolean;
}

/** A strategy under a shape, on as many seeds as there is time for. */
export interface Trial {
  readonly strategy: Strategy;
  readonly firstSeed: number;
  /** A share of the seeds of the whole table. */
  readonly share: number;
  readonly isRandom: boolean;
  /** Is told of what was run, load by load. */
  readonly seen?: ((strategy: Strategy, load: Omit<Load, "seed">, results: readonly Result[]) => void) | undefined;
}

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
const fixed = (value: number): string => value.toFixed(2);
const perMinute = 60_000;

/** The same load on several seeds. What is left over fails any row. */
async function onSeeds(
  { strategy, firstSeed, share, isRandom, seen }: Trial,
  seeds: number,
  load: Omit<Load, "seed">,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < Math.max(1, Math.round(seeds * share)); index += 1) {
    const result = await run(strategy, { isRandom, ...load, seed: firstSeed + index });
    if (result.left > 0) throw new Error(`${String(result.left)} timers or calls are left`);
    results.push(result);
  }
  seen?.(strategy, load, results);
  return results;
}

async function once(trial: Trial, load: Omit<Load, "seed">): Promise<Result> {
  return (await onSeeds(trial, 1, load))[0] as Result;
}

const within = (times: readonly number[], from: number, until: number): number =>
  times.filter((time) => time >= from && time < until).length;
const rate = (perSecond: number, seconds = 60): { every: number; calls: number } => ({
  every: 1000 / perSecond,
  calls: perSecond * seconds,
});
const steps = (...paths: string[]): Step[] => paths.map((path) => ({ path }));
const optional: Step[] = [{ path: "/main" }, { path: "/optional", isOptional: true }];
const steady = { every: 6, calls: 10_000 };

export const rows: readonly Row[] = [
  {
    id: "model-1",
    title: "outage of 30 s, with a backup",
    run: async (trial) => {
      const load = { ...steady, b: backup, a: outage(15_000, 45_000) };
      const results = await onSeeds(trial, 5, load);
      const [lost, perCall] = [
        most(results.map((r) => r.lost)),
        most(results.map((r) => within(r.hits, 15_000, 45_000) / 50)),
      ];
      return { text: `lost ${lost}, ${fixed(perCall)} attempts per 100 calls`, passes: lost === 0 && perCall <= 2 };
    },
  },
  {
    id: "model-2",
    title: "brown-out of 30 %, 500 in flight",
    run: async (trial) => {
      const load = { inFlight: 500, calls: 10_000, a: brownOut(0.3) };
      const results = await onSeeds(trial, 20, load);
      const tripped = results.filter(({ trips }) => trips > 0).length;
      const chance = new Chance();
      chance.add(results, 0.3);
      const [backed] = await onSeeds(trial, 1, { ...load, b: backup });
      const byFirst = inPercent(backed?.byFirst ?? 0, 10_000);
      return {
        text: `${chance.text}, ${tripped} of ${results.length} tripped; with a backup ${fixed(byFirst)} % by the first`,
        passes: chance.isAll && chance.worst >= 99.8 && tripped === 0 && byFirst > 60 && backed?.lost === 0,
      };
    },
  },
  {
    id: "model-3",
    title: "brown-out of 20 to 30 % from cold, maps of 1 and 3",
    run: async (trial) => {
      const chance = new Chance();
      let [worst, seeds] = [0, 0];
      for (const share of [0.2, 0.3])
        for (const map of [steps("/x"), steps("/1", "/2", "/3")])
          for (const perSecond of [10, 50, 167, 500]) {
            const calls = Math.min(6000, perSecond * (perSecond < 100 ? 60 : 12));
            const results = await onSeeds(trial, 20, { every: 1000 / perSecond, calls, map, a: brownOut(share) });
            worst = Math.max(worst, results.filter(({ trips }) => trips > 0).length);
            chance.add(results, share, map.length);
            seeds = results.length;
          }
      const passes = worst <= 2 && chance.isAll && chance.worst >= 98.8;
      return { text: `at most ${worst} of ${seeds} tripped, ${chance.text}`, passes };
    },
  },
  {
    id: "model-4",
    title: "45 % errors, alone",
    run: async (trial) => {
      const chance = new Chance();
      chance.add(await onSeeds(trial, 5, { every: 6, calls: 5000, a: brownOut(0.45) }), 0.45);
      return { text: chance.text, passes: chance.isAll && chance.worst >= 98.5 };
    },
  },
  {
    id: "model-5",
    title: "blip of 1 s, alone",
    run: async (trial) => {
      const lost = most((await onSeeds(trial, 5, { ...steady, a: outage(15_000, 16_000) })).map((r) => r.lost));
      return { text: `lost ${lost} of 10000`, passes: lost === 0 };
    },
  },
  {
    id: "model-6",
    title: "outage of 300 s, alone, 10/s",
    run: async (trial) => {
      let [late, attempts] = [0, 0];
      const lengths = [240_000, 265_000, 300_000, 325_000, 350_000];
      for (const [index, length] of lengths.slice(0, Math.max(1, Math.round(5 * trial.share))).entries()) {
        const end = 10_000 + length;
        const load = { every: 100, calls: 7500, a: outage(10_000, end) };
        const result = await once({ ...trial, firstSeed: trial.firstSeed + index }, load);
        late = Math.max(late, ...result.calls.filter(({ ok }) => !ok).map(({ ended }) => (ended - end) / 1000));
        attempts = Math.max(attempts, (within(result.hits, 10_000, end) / length) * 1000);
      }
      const text = `last loss ${fixed(late)} s after recovery, ${fixed(attempts)} attempts/s meanwhile`;
      return { text, passes: late <= 15 && attempts <= 1 };
    },
  },
  {
    id: "model-7",
    title: "limit of 50/s with Retry-After: 1, asked 60, 100, 200/s, alone",
    run: async (trial) => {
      // What p-retry has here, and how many requests a call of it makes.
      const marks = [
        { perSecond: 60, ok: 99.99, requests: 2 },
        { perSecond: 100, ok: 84.1, requests: 3.35 },
        { perSecond: 200, ok: 51.2, requests: 4.71 },
      ];
      const texts: string[] = [];
      let passes = true;
      for (const mark of marks) {
        const results = await onSeeds(trial, 5, { ...rate(mark.perSecond), a: bucket(50, 50, 1) });
        const ok = least(results.map(okPercent));
        const requests = most(results.map((r) => r.hits.length / r.calls.length));
        texts.push(`${fixed(ok)} % with ${fixed(requests)} requests`);
        passes &&= ok >= mark.ok && requests < mark.requests;
      }
      return { text: texts.join("; "), passes };
    },
  },
  {
    id: "model-8",
    title: "batch of 50, limit of 10/s",
    run: async (trial) => {
      const load = { inFlight: 50, calls: 50, a: quota(10, 1000, 1) };
      const ok = least((await onSeeds(trial, 5, load)).map((r) => r.ok));
      return { text: `ok ${ok} of 50`, passes: ok === 50 };
    },
  },
  {
    id: "model-9",
    title: "one answer in a thousand is 429 with Retry-After: 120, alone",
    run: async (trial) => {
      const serve: Serve = (time, random, path) =>
        random() < 0.001 ? { status: 429, ms: 2, retryAfter: 120 } : healthy(time, random, path);
      const ok = least((await onSeeds(trial, 5, { every: 6, calls: 20_000, a: always(serve) })).map(okPercent));
      return { text: `ok ${fixed(ok)} %`, passes: ok >= 99.8 };
    },
  },
  {
    id: "model-10",
    title: "with a backup, the first allows 50/s",
    run: async (trial) => {
      let [use, lost, slowest] = [Infinity, 0, 0];
      for (const a of [bucket(50, 50, 1), quota(50, 1000, 1), quota(50, 1000, undefined, 503)])
        for (const perSecond of [100, 167]) {
          const results = await onSeeds(trial, 3, { ...rate(perSecond, 120), b: backup, a });
          use = Math.min(use, ...results.map((r) => inPercent(r.byFirst, 50 * 120)));
          lost = Math.max(lost, ...results.map((r) => r.lost));
          slowest = Math.max(slowest, ...results.map((r) => quantile(r, 0.99)));
        }
      const text = `uses ${fixed(use)} % of what it allows, lost ${lost}, p99 ${Math.round(slowest)} ms`;
      return { text, passes: use >= 80 && lost === 0 };
    },
  },
  {
    id: "model-11",
    title: "an optional request is always 503, 0.1, 1 and 10/s, alone",
    run: async (trial) => {
      const ok: number[] = [];
      for (const perSecond of [0.1, 1, 10]) {
        const a = except(
          "/optional",
          () => ({ status: 503, ms: 5 }),
          () => ({ ms: 5 }),
        );
        ok.push((await once(trial, { every: 1000 / perSecond, calls: 300, map: optional, a })).ok);
      }
      return { text: `ok ${ok.join(", ")} of 300`, passes: ok.every((count) => count === 300) };
    },
  },
  {
    id: "model-12",
    title: "the first hangs, deadline 800 or 1500, with a backup: calls that pay for it, of 400",
    run: async (trial) => {
      const cold: number[] = [];
      const warm: number[] = [];
      let lost = 0;
      for (const deadline of [800, 1500]) {
        const load = { every: 100, b: backup, deadline };
        const first = await once(trial, { ...load, calls: 400, a: always(hanging) });
        cold.push(first.calls.filter(({ begun, ended }) => ended - begun > deadline / 2 - 60).length);
        const then = await once(trial, { ...load, calls: 500, a: outage(10_000, Infinity, hanging) });
        warm.push(within(then.hits, 10_000, Infinity));
        lost += first.lost + then.lost;
      }
      const text = `${cold.join(", ")}; after a warm start ${warm.join(", ")}; lost ${lost}`;
      return { text, passes: Math.max(...cold, ...warm) <= 40 && lost === 0 };
    },
  },
  {
    id: "model-13",
    title: "opened by 503, then it hangs, deadline 1500, with a backup: hits of 3000",
    run: async (trial) => {
      const series = (from: number, count: number): number[] =>
        Array.from({ length: count }, (_, call) => from + call * 100);
      const at = [0, 0, 0, 0, 0, 0, ...series(3000, 30), ...series(92_000, 3000)];
      const load = { at, b: backup, deadline: 1500, a: outage(0, 90_000, failing, hanging) };
      const result = await once(trial, load);
      const hits = within(result.hits, 91_000, Infinity);
      return { text: `${hits}, lost ${result.lost}`, passes: hits <= 10 && result.lost === 0 };
    },
  },
  {
    id: "model-14",
    title: "up and down every 5 or 40 s, with a backup",
    run: async (trial) => {
      const use: number[] = [];
      let lost = 0;
      for (const [seconds, calls] of [
        [5, 20_000],
        [40, 40_000],
      ] as const) {
        const isUp = (time: number): boolean => Math.floor(time / 1000 / seconds) % 2 === 0;
        const serve: Serve = (time, random, path) => (isUp(time) ? healthy : failing)(time, random, path);
        const result = await once(trial, { every: 6, calls, b: backup, a: always(serve) });
        use.push(inPercent(result.byFirst, result.calls.filter(({ begun }) => isUp(begun)).length));
        lost += result.lost;
      }
      return { text: `uses ${use.map(fixed).join(", ")} % of its up time, lost ${lost}`, passes: lost === 0 };
    },
  },
  {
    id: "model-15",
    title: "403 for ever, with a backup: hits of 1000",
    run: async (trial) => {
      const load = { every: 100, calls: 1000, a: always(() => ({ status: 403, ms: 50 })) };
      const [result, alone] = [await once(trial, { ...load, b: backup }), await once(trial, load)];
      const text = `${result.hits.length}, lost ${result.lost}; alone the slowest takes ${Math.round(quantile(alone, 1))} ms`;
      return { text, passes: result.hits.length <= 20 && result.lost === 0 && quantile(alone, 1) < 100 };
    },
  },
  {
    id: "model-16",
    title: "100 calls wait, the provider recovers at 20/s, alone",
    run: async (trial) => {
      let [lost, peak] = [0, 0];
      for (const length of [15_000, 20_000, 27_000]) {
        const end = 2000 + length;
        for (const result of await onSeeds(trial, 5, { every: 200, calls: 500, a: recovering(2000, end) })) {
          lost = Math.max(lost, result.lost);
          peak = Math.max(peak, peakPerSecond(result.hits.filter((time) => time > end)));
        }
      }
      return { text: `lost ${lost}, at most ${peak}/s`, passes: lost === 0 && peak <= 60 };
    },
  },
  {
    id: "model-17",
    title: "the second step of a map is dead, with a backup, 0.1 to 167/s: slow calls",
    run: async (trial) => {
      const slow: number[] = [];
      let lost = 0;
      for (const perSecond of [0.1, 1, 10, 167]) {
        const calls = Math.min(5000, Math.max(60, perSecond * 60));
        const a = except(
          "/send",
          () => ({ status: 503, ms: 5 }),
          () => ({ ms: 20 }),
        );
        const result = await once(trial, {
          every: 1000 / perSecond,
          calls,
          b: backup,
          map: steps("/token", "/send"),
          a,
        });
        slow.push(result.calls.filter(({ begun, ended }) => ended - begun > 1000).length);
        lost += result.lost;
      }
      return { text: `${slow.join(", ")}; lost ${lost}`, passes: Math.max(...slow) <= 8 && lost === 0 };
    },
  },
];

/** Down from one time to another, then 20/s for the first ten seconds in which anybody asks. */
function recovering(from: number, until: number) {
  return (): Serve => {
    let first: number | undefined;
    let [second, used] = [-1, 0];
    return (time, random, path) => {
      if (time < from) return healthy(time, random, path);
      if (time < until) return failing(time, random, path);
      first ??= time;
      if (time > first + 10_000) return healthy(time, random, path);
      const index = Math.floor((time - first) / 1000);
      if (index !== second) [second, used] = [index, 0];
      used += 1;
      return (used <= 20 ? healthy : failing)(time, random, path);
    };
  };
}

/** The most hits in a second, counted from the first of them, for ten seconds. */
function peakPerSecond(hits: readonly number[]): number {
  const [first = 0] = hits;
  const seconds = Array.from({ length: 10 }, (_, second) =>
    within(hits, first + second * 1000, first + (second + 1) * 1000),
  );
  return Math.max(...seconds);
}

export { between, most, least, fixed, onSeeds, once, perMinute, rate, steps, within };
