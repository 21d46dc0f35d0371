import { okPercent, type Load, type Step } from "./load.js";
import { plainRetry } from "./plain-retry.js";
import {
  always,
  backup,
  brownOut,
  bucket,
  except,
  failing,
  hanging,
  healthy,
  minuteQuota,
  outage,
  quota,
  type Provider,
} from "./providers.js";
import { fixed, least, most, onSeeds, once, rate, steps, type Row } from "./rows.js";

/** Shapes that broke an earlier form of the rule. */
export const hardRows: readonly Row[] = [
  {
    id: "h1",
    title: "limit of 50/s alone, asked 60 and 100/s, calls with a deadline of 300 ms",
    run: async (trial) => {
      const ok: number[] = [];
      for (const perSecond of [60, 100]) {
        const load = { ...rate(perSecond), deadline: 300, a: bucket(50, 50, 1) };
        ok.push(least((await onSeeds(trial, 3, load)).map(okPercent)));
      }
      const [few = 0, many = 0] = ok;
      return { text: `ok ${ok.map(fixed).join(", ")} %`, passes: few >= 80 && many >= 47 };
    },
  },
  {
    id: "h2",
    title: "a healthy first, with a backup: 100 calls at once every 5 s; 1000 at once after a minute of rest",
    run: async (trial) => {
      const bursts = Array.from({ length: 5000 }, (_, call) => Math.floor(call / 100) * 5000);
      const rest = [
        ...Array.from({ length: 20 }, (_, call) => call * 50),
        ...Array.from({ length: 1000 }, () => 61_000),
      ];
      const load = { b: backup, a: always(healthy) };
      const [often, late] = [await once(trial, { ...load, at: bursts }), await once(trial, { ...load, at: rest })];
      const text = `by the first ${often.byFirst} of 5000, ${late.byFirst - 20} of 1000`;
      return { text, passes: often.byFirst === 5000 && late.byFirst === 1020 };
    },
  },
  {
    id: "h3",
    title: "a POST that must not repeat, then a GET under a limit of 50/s, asked 60/s, with a backup",
    run: async (trial) => {
      const map: Step[] = [{ path: "/order", isAct: true }, { path: "/status" }];
      const limited: Provider = () => except("/status", bucket(50, 50, 1)())();
      const lost = most((await onSeeds(trial, 3, { ...rate(60), b: backup, map, a: limited })).map((r) => r.lost));
      return { text: `lost ${lost} of 3600`, passes: lost === 0 };
    },
  },
  {
    id: "h4",
    title: "one old 429 with Retry-After: 300, later a minute of 1 s, a call every 5 s, alone",
    run: async (trial) => {
      const a: Provider = () => {
        let isFirst = true;
        return (time, random, path) => {
          if (time > 20_000 && isFirst) {
            isFirst = false;
            return { status: 429, ms: 2, retryAfter: 300 };
          }
          if (time >= 600_000 && time < 660_000) return { status: 429, ms: 2, retryAfter: 1 };
          return healthy(time, random, path);
        };
      };
      const { lost } = await once(trial, { every: 5000, calls: 240, a });
      return { text: `lost ${lost} of 240`, passes: lost <= 3 };
    },
  },
  {
    id: "h5",
    title: "more than 64 endpoints, one of the shared is dead, alone: ok of the other 300",
    run: async (trial) => {
      const path = (call: number): string => (call <= 70 ? `/${call}` : call % 2 === 0 ? "/70" : `/${65 + (call % 5)}`);
      const load = { every: 100, calls: 670, map: (call: number) => steps(path(call)), a: except("/70", failing) };
      const result = await once(trial, load);
      const dead = 1 + 300;
      const lost = result.lost - dead;
      return { text: `ok ${300 - Math.max(0, lost)}`, passes: lost <= 0 };
    },
  },
  {
    id: "h6",
    title: "maps with branches, one endpoint is dead, with a backup: the healthy branch by the first, of 3000",
    run: async (trial) => {
      const load = {
        every: 10,
        calls: 6000,
        b: backup,
        map: (call: number) => steps(call % 2 === 0 ? "/a" : "/b"),
      };
      const { byFirst, lost } = await once(trial, { ...load, a: except("/a", failing) });
      return { text: `${byFirst}, lost ${lost}`, passes: byFirst >= 2900 && lost === 0 };
    },
  },
  {
    id: "h7",
    title: "short back-offs (5 of 50 ms; 1 of 2 s), blip of 1 s at 100/s, alone",
    run: async (trial) => {
      const lost: number[] = [];
      for (const policy of [
        { backoff: { kind: "exponential", start: 50, factor: 1 } },
        { maxContiguousRetries: 1, backoff: { kind: "exponential", start: 2000, factor: 2 } },
      ] as const) {
        const load = { every: 10, calls: 3000, policy, a: outage(10_000, 11_000) };
        lost.push(most((await onSeeds(trial, 3, load)).map((r) => r.lost)));
      }
      return { text: `lost ${lost.join(", ")} of 3000`, passes: Math.max(...lost) < 15 };
    },
  },
  {
    id: "h8",
    title: "after an outage of 20 s alone, half the calls with a deadline of 1 s: their ok of 2500",
    run: async (trial) => {
      const deadline = (call: number): number | undefined => (call % 2 === 0 ? 1000 : undefined);
      const load = { every: 20, calls: 5000, deadline, a: outage(20_000, 40_000) };
      const result = await once(trial, load);
      const late = most([0, ...result.calls.filter(({ ok }) => !ok).map(({ ended }) => (ended - 40_000) / 1000)]);
      const text = `${2500 - result.lost}; last loss ${fixed(late)} s after it`;
      return { text, passes: 2500 - result.lost >= 1850 && late <= 6 };
    },
  },
  {
    id: "h9",
    title: "hang of 100 s alone; batch of 2000 under 600 per minute",
    run: async (trial) => {
      const hang = await once(trial, { every: 100, calls: 3000, a: outage(30_000, 130_000, hanging) });
      const batch = await once(trial, { inFlight: 2000, calls: 2000, a: minuteQuota(600) });
      const text = `lost ${hang.lost} of 3000; ${batch.lost} of 2000`;
      return { text, passes: hang.lost <= 30 && batch.lost <= 200 };
    },
  },
  {
    id: "h10",
    title: "8 shapes × retries 1, 2, 3, 5, 10 × first back-off 50 to 5000: worst gap to a plain retry, in points",
    run: async (trial) => {
      const gaps: string[] = [];
      let passes = true;
      for (const [name, { a, worst: allowed }] of Object.entries(shapes)) {
        let [worst, where] = [0, ""];
        for (const maxContiguousRetries of trial.share < 0.5 ? [2, 5] : [1, 2, 3, 5, 10])
          for (const start of trial.share < 0.5 ? [2000] : [50, 500, 2000, 5000]) {
            const policy = { maxContiguousRetries, backoff: { kind: "exponential", start, factor: 2 } } as const;
            const load: Omit<Load, "seed"> = { every: 20, calls: 1500, policy, a };
            const [own, plain] = [await once(trial, load), await once({ ...trial, strategy: plainRetry }, load)];
            const gap = okPercent(plain) - okPercent(own);
            if (gap > worst) [worst, where] = [gap, ` (${maxContiguousRetries} × ${start})`];
          }
        gaps.push(`${name} ${fixed(worst)}${where}`);
        passes &&= worst <= allowed;
      }
      return { text: gaps.join("; "), passes };
    },
  },
];

/**
 * `worst`: how many points fewer may succeed. After 5 s of outage, those that retry three times within 3.5 s have their
 * 5 s of patience behind them when a provider is back that is asked slowly at first: the model loses 6 points there, too.
 * A ninth shape, up and down every few seconds, is far worse in the model as here: it stands in what the policy cannot do.
 */
const shapes: { readonly [name: string]: { readonly a: Provider; readonly worst: number } } = {
  "brown-out of 10 %": { a: brownOut(0.1), worst: 2 },
  "of 30 %": { a: brownOut(0.3), worst: 2 },
  "of 45 %": { a: brownOut(0.45), worst: 2 },
  "of 60 %": { a: brownOut(0.6), worst: 2 },
  "blip of 1 s": { a: outage(10_000, 11_000), worst: 2 },
  "outage of 5 s": { a: outage(10_000, 15_000), worst: 8 },
  "limit of 40/s": { a: bucket(40, 40, 1), worst: 2 },
  "quota of 40 in a second": { a: quota(40, 1000, undefined), worst: 2 },
};
