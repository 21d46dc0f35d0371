import { inPercent, type Load, type Result, type Strategy } from "./load.js";
import type { Row, Trial } from "./rows.js";

/** What calls with a second provider came to under one load. */
interface Came {
  readonly lost: number;
  /** Over the worst minute, on average over the seeds, in ms. */
  readonly p99: number;
}

/** Watches the loads of a row that have a second provider. */
export class Beside {
  readonly came: Came[] = [];
  readonly #strategy: Strategy;

  constructor(strategy: Strategy) {
    this.#strategy = strategy;
  }

  readonly seen: NonNullable<Trial["seen"]> = (strategy, { b }: Omit<Load, "seed">, results) => {
    if (strategy !== this.#strategy || b === undefined) return;
    const lost = results.reduce((sum, result) => sum + result.lost, 0);
    const calls = results.reduce((sum, result) => sum + result.calls.length, 0);
    const p99 = results.reduce((sum, result) => sum + worstMinute(result), 0) / results.length;
    this.came.push({ lost: inPercent(lost, calls), p99 });
  };
}

/** The longest p99 of the minutes in which calls began, in ms. */
function worstMinute({ calls }: Result): number {
  const minutes = new Map<number, number[]>();
  for (const { begun, ended } of calls) {
    const minute = Math.floor(begun / 60_000);
    const times = minutes.get(minute) ?? [];
    times.push(ended - begun);
    minutes.set(minute, times);
  }
  return Array.from(minutes.values(), p99Of).reduce((most, each) => Math.max(most, each), 0);
}

function p99Of(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

/** Our waits vary by ±20 %, those of a plain retry do not; and answers come in another order. */
const NOISE = { ms: 20, share: 0.2 };

/** Nothing more may be lost than with a plain retry, and nobody may wait longer. `undefined` without a second provider. */
export function comparison(
  { mayWait = false }: Pick<Row, "mayWait">,
  own: Beside,
  plain: Beside,
): { readonly text: string; readonly isWorse: boolean } | undefined {
  if (own.came.length === 0) return undefined;
  const pairs = own.came.map((came, index) => [came, plain.came[index] ?? came] as const);
  const text = pairs
    .map(([ours, theirs]) => `${percents(ours)} (${percents(theirs)}), ${times(ours)} (${times(theirs)})`)
    .join("; ");
  const isWorse = pairs.some(
    ([ours, theirs]) =>
      ours.lost > theirs.lost ||
      // What is lost does not wait.
      (!mayWait && ours.lost === theirs.lost && ours.p99 > theirs.p99 * (1 + NOISE.share) + NOISE.ms),
  );
  return { text, isWorse };
}

const percents = ({ lost }: Came): string => `${Number(lost.toFixed(2))} %`;
const times = ({ p99 }: Came): string => `${Math.round(p99)} ms`;
