import { inPercent, quantile, type Load, type Result } from "./load.js";
import { always, backup, between, brownOut, failing, hanging, healthy, outage, refusing, type Provider } from "./providers.js"; // prettier-ignore
import { product } from "./product.js";
import { fixed, least, most, onSeeds, once, type Row, type Trial } from "./rows.js";

/** Limits all until some time, and asks for a wait, in seconds. */
const limitedUntil = (time: number, retryAfter: number): Provider =>
  outage(0, time, () => ({ status: 429, ms: 2, retryAfter }));

/** Nobody waits while somebody is ready: r1 to r7 of the model, and what it lacks. */
export const failoverRows: readonly Row[] = [
  {
    id: "f1",
    title: "both fail for 1 s, 100/s",
    mayWait: true,
    run: async (trial) => {
      const load = { every: 10, calls: 3000, a: outage(5000, 6000), b: outage(5000, 6000, failing, quick) };
      return lostAndTimes(await onSeeds(trial, 5, load), 7500);
    },
  },
  {
    id: "f2",
    title: "the second is dead, the first fails for 3 s, 10/s",
    mayWait: true,
    run: async (trial) => {
      const load = { every: 100, calls: 600, a: outage(5000, 8000), b: always(failing) };
      return lostAndTimes(await onSeeds(trial, 5, load), 17_500);
    },
  },
  {
    id: "f3",
    title: "one caller, the first refuses connections, or answers 503: it takes",
    run: async (trial) => {
      const takes = await Promise.all([refusing, failing].map((a) => alone(trial, { a: always(a), b: backup })));
      return { text: takes.map(({ text }) => text).join("; "), passes: takes.every(({ ms, ok }) => ok && ms <= 270) };
    },
  },
  {
    id: "f4",
    title: "one caller, the first hangs: it takes",
    run: async (trial) => {
      const { text, ms, ok } = await alone(trial, { a: always(hanging), b: backup });
      return { text, passes: ok && ms <= 30_100 };
    },
  },
  {
    id: "f5",
    title: "errors of 5 and 20 %, with a backup",
    run: async (trial) => {
      const found = await brownOuts(trial, [0.05, 0.2], 5);
      const [few = 0, many = 0] = found.byFirst;
      return { text: found.text, passes: found.lost === 0 && found.p99 <= 350 && few >= 99 && many >= 95 };
    },
  },
  {
    id: "f6",
    title: "one caller, both limit: for 1 s and for 6 s",
    run: async (trial) => {
      const { text, ms, ok, by } = await alone(trial, { a: limitedUntil(1000, 1), b: limitedUntil(6000, 6) });
      return { text, passes: ok && by === 0 && ms >= 1000 && ms <= 2000 };
    },
  },
  {
    id: "f7",
    title: "one caller, both fail for 10 s; the second is dead, the first fails for 10 s",
    run: async (trial) => {
      const both = await alone(trial, { a: outage(0, 10_000), b: outage(0, 10_000) });
      const one = await alone(trial, { a: outage(0, 10_000), b: always(failing) });
      return { text: `${both.text}; ${one.text}`, passes: both.ok && one.ok && Math.max(both.ms, one.ms) < 20_000 };
    },
  },
  {
    id: "f8",
    title: "a POST, then a GET that fails in 20 and in 45 %, with a backup, of 900 calls: POSTs carried out twice",
    mayWait: true,
    run: async (trial) => {
      // Six tries fail by chance in 0.06 and 7.5 of them; a circuit that opens meanwhile ends more.
      const found = [await actsTwice(trial, 0.2), await actsTwice(trial, 0.45)];
      const isOurs = trial.strategy === product;
      const before = [await actsTwice(trial, 0.2, "retries"), await actsTwice(trial, 0.45, "retries")];
      const [own, other] = [found, before].map((each) => each.map(({ twice }) => twice).join(", "));
      const beside = isOurs ? `; with failoverAfter "retries" ${other}` : "";
      const text = `${own}${beside}; lost ${found.map(({ lost }) => lost).join(", ")}`;
      const isNoMore = found.every(({ twice }, index) => twice <= (before[index]?.twice ?? 0));
      return { text, passes: isNoMore && found.every(({ lost }) => lost === 0) };
    },
  },
  {
    id: "f9",
    title: "errors of 45, 60 and 70 %, with a backup",
    run: async (trial) => {
      const { text, lost, p99 } = await brownOuts(trial, [0.45, 0.6, 0.7], 1);
      return { text, passes: lost === 0 && p99 <= 350 };
    },
  },
];

const quick = () => ({ ms: 20 });
const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`;

function lostAndTimes(results: readonly Result[], longest: number) {
  const lost = most(results.map((result) => result.lost));
  const p99 = most(results.map((result) => quantile(result, 0.99)));
  const slowest = most(results.map((result) => quantile(result, 1)));
  const text = `lost ${lost}, p99 ${seconds(p99)}, the slowest ${seconds(slowest)}`;
  return { text, passes: lost === 0 && slowest <= longest };
}

/** A single call of a new client. */
async function alone(trial: Trial, load: Pick<Load, "a" | "b">) {
  const { calls } = await once(trial, { ...load, at: [0] });
  const [{ ended, ok, by } = { ended: Infinity, ok: false, by: undefined }] = calls;
  const how = ok ? (by === 0 ? "by the first" : "by the second") : "lost";
  return { text: `${seconds(ended)}, ${how}`, ms: ended, ok, by };
}

/** The figures of the worst seed. */
async function brownOuts(trial: Trial, shares: readonly number[], seeds: number) {
  const texts: string[] = [];
  const byFirst: number[] = [];
  let [lost, slowest] = [0, 0];
  for (const share of shares) {
    const calls = trial.share < 0.2 ? 2000 : 10_000;
    const results = await onSeeds(trial, seeds, { every: 6, calls, a: brownOut(share), b: backup });
    const p99 = most(results.map((result) => quantile(result, 0.99)));
    const used = least(results.map((result) => inPercent(result.byFirst, result.calls.length)));
    texts.push(`p99 ${seconds(p99)}, ${fixed(used)} % by the first`);
    byFirst.push(used);
    lost += results.reduce((sum, result) => sum + result.lost, 0);
    slowest = Math.max(slowest, p99);
  }
  return { text: `${texts.join("; ")}; lost ${lost}`, byFirst, lost, p99: slowest };
}

/** POSTs that succeeded beyond one for each call. */
async function actsTwice(trial: Trial, share: number, failoverAfter?: "retries") {
  let [twice, lost] = [0, 0];
  for (const perSecond of [1, 10, 100]) {
    const calls = 300;
    let done = 0;
    const reads: Provider = () => (_, random) =>
      random() < share ? { status: 503, ms: between(random, 1, 2) } : { ms: between(random, 20, 80) };
    const counting =
      (reading: Provider): Provider =>
      () => {
        const read = reading();
        return (time, random, path) => {
          if (path !== "/act") return read(time, random, path);
          done += 1;
          return healthy(time, random, path);
        };
      };
    const load = { every: 1000 / perSecond, calls, map: [{ path: "/act", isPost: true }, { path: "/read" }] };
    const order = failoverAfter === undefined ? {} : { failoverAfter };
    const result = await once(trial, { ...load, ...order, a: counting(reads), b: counting(backup) });
    twice += done - calls;
    lost += result.lost;
  }
  return { twice, lost };
}
