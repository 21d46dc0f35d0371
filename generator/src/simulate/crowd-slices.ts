import type { CircuitChange, CrowdSlice } from "./timeline.js";

/** One call of a crowd. */
export interface CrowdCall {
  readonly begun: number;
  readonly ended: number;
  readonly ok: boolean;
}

/** What happened in a crowd, in the order of its time. */
export interface CrowdRecord {
  /** Those that have ended, in the order in which they have. */
  readonly calls: readonly CrowdCall[];
  readonly requests: readonly { readonly at: number; readonly provider: string }[];
  readonly circuits: readonly CircuitChange[];
  readonly candidates: readonly string[];
}

/** Cuts the time until `ends` into slices of one round length, about twenty at most. */
export function slicesOf(record: CrowdRecord, ends: number): readonly CrowdSlice[] {
  const length = sliceLength(ends);
  return Array.from({ length: Math.ceil(ends / length) }, (_, index) => sliceOf(record, index * length, length));
}

/** A time at which a slice ends, no sooner. */
export function roundedUp(ends: number): number {
  const length = sliceLength(ends);
  return Math.ceil(ends / length) * length;
}

const LENGTHS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const MOST_SLICES = 20;

function sliceLength(whole: number): number {
  const seconds = LENGTHS.find((length) => whole / (length * 1000) <= MOST_SLICES);
  return 1000 * (seconds ?? Math.ceil(whole / 1000 / MOST_SLICES));
}

function sliceOf({ candidates, ...all }: CrowdRecord, begin: number, length: number): CrowdSlice {
  const end = begin + length;
  const isIn = (at: number): boolean => at >= begin && at < end;
  const calls = all.calls.filter(({ begun }) => isIn(begun));
  const requests = all.requests.filter(({ at }) => isIn(at));
  const succeeded = calls.filter(({ ok }) => ok).length;
  const byProvider = <T>(of: (provider: string) => T): { readonly [provider: string]: T } =>
    Object.fromEntries(candidates.map((name) => [name, of(name)]));
  return {
    begin,
    end,
    begun: calls.length,
    succeeded,
    failed: calls.length - succeeded,
    ...durationsOf(calls),
    requests: byProvider((name) => requests.filter(({ provider }) => provider === name).length),
    states: byProvider((name) => stateAt(all.circuits, name, end)),
  };
}

/** 0 without calls. */
export function durationsOf(calls: readonly CrowdCall[]): { readonly median: number; readonly slowest: number } {
  const sorted = calls.map(({ begun, ended }) => ended - begun).sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, slowest: sorted.at(-1) ?? 0 };
}

function stateAt(circuits: readonly CircuitChange[], provider: string, at: number): string {
  const before = circuits.filter((change) => change.provider === provider && change.at < at);
  return before.at(-1)?.to ?? "closed";
}
