import { bindClient } from "@sdkwright/runtime/generated/client";
import type { ProviderClient } from "@sdkwright/runtime";
import { okPercent, type Strategy } from "./load.js";
import { definitionOf, fetchOf, product } from "./product.js";
import { always, between, type Provider } from "./providers.js";
import { fixed, onSeeds, type Row, type Trial } from "./rows.js";

/** Requests outside use-cases with what a client does by default: two retries, within a budget. */
const requests: Strategy = (world) => {
  const { time, jitter, load } = world;
  const parts = { providers: { a: { definition: definitionOf("a"), configured: load.settings ?? {} } } };
  const options = { clock: time, random: jitter, fetch: fetchOf(world) };
  const { a } = bindClient<{ readonly providers: { readonly a: ProviderClient } }>(parts, options).providers;
  return {
    call: async () =>
      a.get("/x").then(
        () => ({ ok: true, by: 0 }),
        () => ({ ok: false }),
      ),
    trips: () => 0,
    left: () => 0,
  };
};

/** What repeats by itself; plain retries have no budget. */
const SAME = { maxContiguousRetries: 2, requestTimeout: 1000, backoff: { kind: "exponential", start: 500, factor: 2 } } as const; // prettier-ignore

const withRetries = (trial: Trial): Trial => (trial.strategy === product ? { ...trial, strategy: requests } : trial);

/** One server, one request after the other, also those whose caller is gone; it stands still for a while. */
const queue =
  (perSecond: number, from: number, until: number): Provider =>
  () => {
    let free = 0;
    return (time) => {
      const soonest = Math.max(time, free);
      free = (soonest >= from && soonest < until ? until : soonest) + 1000 / perSecond;
      return { ms: free - time };
    };
  };

/** The budget of `retries`. */
export const retryRows: readonly Row[] = [
  {
    id: "r1",
    title: "a queue of 100/s that is asked 80/s stands still for 5 s; time-out 1 s",
    run: async (trial) => {
      const load = { every: 12.5, calls: 9600, policy: SAME, settings: { requestTimeout: 1000 } };
      return meanOf(withRetries(trial), { ...load, a: queue(100, 20_000, 25_000) }, 78);
    },
  },
  {
    id: "r2",
    title: "45 % errors, 100/s",
    run: async (trial) => {
      const load = { every: 10, calls: 6000, policy: SAME };
      const a = always((_, random) => ({ status: random() < 0.45 ? 503 : 200, ms: between(random, 20, 80) }));
      return meanOf(withRetries(trial), { ...load, a }, 90);
    },
  },
];

async function meanOf(trial: Trial, load: Parameters<typeof onSeeds>[2], mark: number) {
  const ok = (await onSeeds(trial, 10, load)).map(okPercent);
  const mean = ok.reduce((sum, each) => sum + each, 0) / ok.length;
  return { text: `ok ${fixed(mean)} % on average`, passes: mean >= mark };
}
