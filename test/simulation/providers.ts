import { seeded } from "../runtime/seeded.js";

/** What a simulated provider answers; times in ms, `retryAfter` in seconds. */
export interface SimulatedAnswer {
  readonly status?: number;
  readonly ms?: number;
  readonly retryAfter?: number | undefined;
  readonly hangs?: boolean;
  /** The connection is refused. */
  readonly isRefused?: boolean;
  /** A 200 whose body tells of an error. */
  readonly isError?: boolean;
}

/** Answers a request to `path` that comes at `time`; chance comes from `random`. */
export type Serve = (time: number, random: () => number, path: string) => SimulatedAnswer;
/** A provider at its beginning: each run has its own. */
export type Provider = () => Serve;

export const between = (random: () => number, from: number, to: number): number => from + (to - from) * random();
export const healthy: Serve = (_, random) => ({ ms: between(random, 20, 80) });
export const failing: Serve = () => ({ status: 503, ms: 2 });
export const hanging: Serve = () => ({ hangs: true });
export const refusing: Serve = () => ({ isRefused: true, ms: 2 });
export const always =
  (serve: Serve): Provider =>
  () =>
    serve;

/** A second provider that is always there. */
export const backup: Provider = always(() => ({ ms: 20 }));

/** `bad` from one time to another, `good` before and after. */
export const outage =
  (from: number, until: number, bad: Serve = failing, good: Serve = healthy): Provider =>
  () =>
  (time, random, path) =>
    (time >= from && time < until ? bad : good)(time, random, path);

/** A share of answers fails, at random. */
export const brownOut =
  (share: number): Provider =>
  () =>
  (time, random, path) =>
    random() < share ? { status: 503, ms: between(random, 1, 2) } : healthy(time, random, path);

/** A token bucket: so many per second, so many at once. */
export const bucket =
  (perSecond: number, burst: number, retryAfter: number | undefined, status = 429): Provider =>
  () => {
    let [tokens, last] = [burst, 0];
    return (time, random, path) => {
      tokens = Math.min(burst, tokens + ((time - last) * perSecond) / 1000);
      last = time;
      if (tokens < 1) return { status, ms: 2, retryAfter };
      tokens -= 1;
      return healthy(time, random, path);
    };
  };

/** So many in each window of the server's clock. */
export const quota =
  (count: number, window: number, retryAfter: number | undefined, status = 429): Provider =>
  () => {
    let [current, used] = [-1, 0];
    return (time, random, path) => {
      const index = Math.floor(time / window);
      if (index !== current) [current, used] = [index, 0];
      used += 1;
      return used <= count ? healthy(time, random, path) : { status, ms: 2, retryAfter };
    };
  };

/** So many in a minute of the server's clock, and when the next begins. */
export const minuteQuota =
  (count: number): Provider =>
  () => {
    const allowed = quota(count, 60_000, 1)();
    return (time, random, path) => {
      const answer = allowed(time, random, path);
      return answer.status === undefined
        ? answer
        : { ...answer, retryAfter: Math.ceil((60_000 - (time % 60_000)) / 1000) };
    };
  };

/** One path behaves otherwise. */
export const except =
  (special: string, serve: Serve, others: Serve = healthy): Provider =>
  () =>
  (time, random, path) =>
    (path === special ? serve : others)(time, random, path);

/** Up and down every so many seconds. */
export const flapping =
  (seconds: number): Provider =>
  () =>
  (time, random, path) =>
    (Math.floor(time / 1000 / seconds) % 2 === 0 ? healthy : failing)(time, random, path);

/** Up and down at random times, so many seconds apart on average; the same times in each run. */
export const irregular =
  (seconds: number, seed = 4711): Provider =>
  () => {
    const chance = seeded(seed);
    let [isDown, until] = [true, 0];
    return (time, random, path) => {
      for (; time >= until; isDown = !isDown) until += -Math.log(1 - chance()) * seconds * 1000;
      return (isDown ? failing : healthy)(time, random, path);
    };
  };
