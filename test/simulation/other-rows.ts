import { inPercent, okPercent, quantile, type Load, type Result } from "./load.js";
import { plainRetry } from "./plain-retry.js";
import {
  always,
  between,
  backup,
  bucket,
  except,
  failing,
  healthy,
  minuteQuota,
  outage,
  type Provider,
  type Serve,
} from "./providers.js";
import { fixed, once, rate, steps, type Row, type Trial } from "./rows.js";

/**
 * Shapes that the rule was not made for. Each is compared with a plain retry: no more than a point fewer calls may
 * succeed. `worse` says where that is known and documented.
 */
function compared(id: string, title: string, load: Omit<Load, "seed">, worse = 1): Row {
  return {
    id,
    title,
    run: async (trial: Trial) => {
      const result = await once(trial, load);
      const plain = await once({ ...trial, strategy: plainRetry }, load);
      return { text: summary(result), passes: okPercent(result) >= okPercent(plain) - worse };
    },
  };
}

function summary(result: Result): string {
  const perCall = result.hits.length / result.calls.length;
  const by = inPercent(result.byFirst, result.calls.length);
  const p99 = Math.round(quantile(result, 0.99));
  return `ok ${fixed(okPercent(result))} %, by the first ${fixed(by)} %, ${fixed(perCall)} requests per call, p99 ${p99} ms`;
}

/** Rises for a minute from 0 to `top`, and falls for a minute. */
const ramp = (time: number, top: number): number => top * Math.max(0, Math.min(time / 60_000, 2 - time / 60_000));
export const errorRamp: Serve = (time, random, path) =>
  random() < ramp(time, 0.9) ? { status: 503, ms: 2 } : healthy(time, random, path);
const slowRamp: Serve = (time, random) => ({ ms: between(random, 20, 80) + ramp(time, 20_000) });

/** Both have to allow it. */
const both =
  (first: Provider, second: Provider): Provider =>
  () => {
    const [one, other] = [first(), second()];
    return (time, random, path) => {
      const answer = one(time, random, path);
      return answer.status === undefined ? other(time, random, path) : answer;
    };
  };

const tenPaths = (call: number) => steps(`/${call % 10}`);
const halfDead: Serve = (time, random, path) => (Number(path.slice(1)) < 5 ? failing : healthy)(time, random, path);
const errorBodies: Serve = (time, random, path) =>
  random() < 0.3 ? { ms: 20, isError: true } : healthy(time, random, path);
const longPolls: Serve = (time, random, path) => (path === "/poll" ? { ms: 25_000 } : healthy(time, random, path));

const comingAndGoing = { every: 20, calls: 3000, clients: { callsEach: 20 }, a: outage(15_000, 45_000) } as const;

export const otherRows: readonly Row[] = [
  compared(
    "o1",
    "errors rise to 90 % in a minute and fall again, alone",
    { every: 20, calls: 6000, a: always(errorRamp) },
    25,
  ),
  compared("o2", "the same with a backup", { every: 20, calls: 6000, b: backup, a: always(errorRamp) }),
  compared("o3", "answers slow down to 20 s in a minute and recover, alone", {
    every: 50,
    calls: 2400,
    a: always(slowRamp),
  }),
  compared("o4", "the same with a backup", { every: 50, calls: 2400, b: backup, a: always(slowRamp) }),
  compared("o5", "five of ten endpoints are dead, alone", {
    every: 50,
    calls: 1200,
    map: tenPaths,
    a: always(halfDead),
  }),
  compared("o6", "the same with a backup", {
    every: 50,
    calls: 1200,
    b: backup,
    map: tenPaths,
    a: always(halfDead),
  }),
  compared("o7", "600 a minute, asked 15/s for 5 minutes, alone", { ...rate(15, 300), a: minuteQuota(600) }, 40),
  compared("o8", "the same with a backup", { ...rate(15, 300), b: backup, a: minuteQuota(600) }),
  compared("o9", "600 a minute, asked 9/s, a burst of 300 at its start, alone", {
    at: [...Array.from({ length: 300 }, () => 0), ...Array.from({ length: 1080 }, (_, call) => (call * 1000) / 9)],
    a: minuteQuota(600),
  }),
  compared("o10", "two limits at once, 50/s and 2000 a minute, asked 40/s, alone", {
    ...rate(40, 180),
    a: both(bucket(50, 50, 1), minuteQuota(2000)),
  }),
  compared("o11", "three answers in ten are 200 with an error in the body, alone", {
    every: 20,
    calls: 3000,
    a: always(errorBodies),
  }),
  compared("o12", "long polls of 25 s beside fast requests, with a backup", {
    every: 100,
    calls: 600,
    b: backup,
    map: (call) => steps(call % 10 === 0 ? "/poll" : "/x"),
    a: always(longPolls),
  }),
  compared("o13", "an endpoint that is limited to 5/s beside one that is not, asked 20/s, alone", {
    ...rate(20, 120),
    map: (call) => steps(call % 2 === 0 ? "/slow" : "/fast"),
    a: () => except("/slow", bucket(5, 5, 1)())(),
  }),
  compared("o14", "clients that start and stop, 20 calls each, an outage of 30 s, with a backup", {
    ...comingAndGoing,
    b: backup,
  }),
  compared("o15", "the same alone", comingAndGoing),
  compared("o16", "the same with a backup, each going on from what the last one has exported", {
    ...comingAndGoing,
    clients: { callsEach: 20, carriesOver: true },
    b: backup,
  }),
  compared("o17", "ten clients side by side that start and stop, a limit of 50/s, asked 60/s, alone", {
    ...rate(60, 120),
    clients: { sideBySide: 10, callsEach: 60 },
    a: bucket(50, 50, 1),
  }),
  compared("o18", "the same with a backup", {
    ...rate(60, 120),
    clients: { sideBySide: 10, callsEach: 60 },
    b: backup,
    a: bucket(50, 50, 1),
  }),
];
