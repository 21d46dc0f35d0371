import { okPercent, quantile, type Load, type Result } from "./load.js";
import {
  always,
  backup,
  flapping,
  hanging,
  healthy,
  irregular,
  minuteQuota,
  outage,
  type Provider,
  type Serve,
} from "./providers.js";
import { errorRamp } from "./other-rows.js";
import { fixed, least, most, once, onSeeds, rate, type Row, type Trial } from "./rows.js";

/** What the policy cannot do, in numbers: nothing is to be passed here, but what the documentation says has to be so. */
export const cannotRows: readonly Row[] = [
  shown("x1", "errors rise to 90 % in a minute and fall again, alone, 50/s", async (trial) => {
    const results = await atLeastSeeds(trial, 2, { every: 20, calls: 6000, a: always(errorRamp) });
    const ok = results.map(okPercent);
    const mean = ok.reduce((sum, each) => sum + each, 0) / ok.length;
    return `ok ${fixed(least(ok))} to ${fixed(most(ok))} %, ${fixed(mean)} % on average`;
  }),
  shown("x2", "600 a minute, asked 1200 for 5 minutes, alone", async (trial) => {
    const result = await once(trial, { ...rate(20, 300), a: minuteQuota(600) });
    const perCall = result.hits.length / result.calls.length;
    const minutes = (result.end - 300_000) / 60_000;
    return `ok ${result.ok} of 6000, ${fixed(perCall)} requests per call, done ${fixed(minutes)} min after the last call began`;
  }),
  shown("x3", "hang of 120 s, alone, 10/s: of the 1200 calls that it meets", async (trial) => {
    const result = await once(trial, { every: 100, calls: 3000, a: outage(30_000, 150_000, hanging) });
    return `lost ${result.lost}, the slowest takes ${Math.round(quantile(result, 1) / 1000)} s`;
  }),
  shown(
    "x4",
    "hang of 50, 75 or 100 s from the start, deadline 300, with a backup, 10/s: used again",
    async (trial) => {
      const later: string[] = [];
      for (const end of [50_000, 75_000, 100_000]) {
        const load = { every: 100, calls: 2000, b: backup, deadline: 300, a: outage(0, end, hanging) };
        const { calls } = await once(trial, load);
        later.push(fixed((least(calls.filter(({ by }) => by === 0).map(({ begun }) => begun)) - end) / 1000));
      }
      return `${later.join(", ")} s after it`;
    },
  ),
  shown(
    "x5",
    "20 answers of 25 s at once, and 20 quick ones 3 s later, on one endpoint, with a backup",
    async (trial) => {
      const at = [...series(30, 100, 0), ...series(20, 0, 5000), ...series(20, 0, 8000)];
      const { calls } = await once({ ...trial, isRandom: false }, { at, b: backup, a: always(twoSpeeds) });
      const quick = calls.filter(({ begun }) => begun === 8000);
      return `${quick.filter(({ by }) => by === 0).length} of the quick ones by the first`;
    },
  ),
  shown("x6", "ten answers of 403 within two seconds, with a backup, 5/s: by the backup, of 600", async (trial) => {
    const forbidden: Serve = () => ({ status: 403, ms: 20 });
    const result = await once(trial, { every: 200, calls: 600, b: backup, a: outage(10_000, 12_000, forbidden) });
    return `${600 - result.byFirst}`;
  }),
  shown("x7", "an optional request hangs, alone, a call a minute: their times", async (trial) => {
    const map = [{ path: "/main" }, { path: "/optional", isOptional: true }];
    const a: Provider = () => (time, random, path) => (path === "/optional" ? hanging : healthy)(time, random, path);
    const { calls } = await once(trial, { every: 60_000, calls: 8, map, a });
    return `${calls.map(({ begun, ended }) => Math.round((ended - begun) / 1000)).join(", ")} s`;
  }),
  ...Object.entries({
    "up and down every 3 s": flapping(3),
    "up and down at random, 1 s on average": irregular(1),
    "up and down at random, 10 s on average": irregular(10),
  }).map(([title, a], index) =>
    shown(`x${8 + index}`, `${title}, alone, 20/s; with 3 retries from 500 ms`, async (trial) => {
      const load = { every: 50, calls: 1200, a };
      const backoff = { kind: "exponential", start: 500, factor: 2 } as const;
      const short = { maxContiguousRetries: 3, backoff };
      const [usual, hurried] = [await once(trial, load), await once(trial, { ...load, policy: short })];
      return `ok ${fixed(okPercent(usual))} %; ${fixed(okPercent(hurried))} %`;
    }),
  ),
];

const series = (count: number, every: number, from: number): number[] =>
  Array.from({ length: count }, (_, call) => from + call * every);

const twoSpeeds: Serve = (time, random, path) => (time === 5000 ? { ms: 25_000 } : healthy(time, random, path));

function shown(id: string, title: string, text: (trial: Trial) => Promise<string>): Row {
  return { id, title, run: async (trial) => ({ text: await text(trial), passes: true }) };
}

/** So many even where there is little time: one says nothing. */
function atLeastSeeds(trial: Trial, count: number, load: Omit<Load, "seed">): Promise<Result[]> {
  return onSeeds({ ...trial, share: 1 }, Math.max(count, Math.round(12 * trial.share)), load);
}
