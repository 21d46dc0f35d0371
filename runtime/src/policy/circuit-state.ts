import type { CircuitCause } from "../telemetry/events.js";
import { type CircuitRules, newWindow, type Window } from "./permit.js";

/** What a circuit does with the attempts of one endpoint; times in ms of one monotonic clock, rates in attempts per second. */
export type CircuitState = ClosedCircuit | LimitedCircuit | OpenCircuit | HalfOpenCircuit;

/** What every state knows. Each transition begins a new generation, without evidence. */
interface Known {
  readonly generation: number;
  /** When the generation began. */
  readonly since: number;
  readonly evidence: Evidence;
  /** How long the circuit rests the next time that a probe fails, before it is doubled. */
  readonly openTime: number;
  /** Usual time of a success: a moving average; `undefined` before the first. */
  readonly usual: number | undefined;
  /** The rate that was accepted last; `Infinity` when nothing is known against more. */
  readonly ceiling: number;
}

/** Everything goes. */
export interface ClosedCircuit extends Known {
  readonly kind: "closed";
  readonly cause: undefined;
}

/** Attempts go `1 / rate` apart. */
export interface LimitedCircuit extends Known {
  readonly kind: "limited";
  readonly cause: "failures" | "refusals" | "recovery";
  readonly rate: number;
  /** When the next slot begins. */
  readonly nextAt: number;
  /** When a request was last held back. */
  readonly heldAt: number;
  /** When the rate was last raised. */
  readonly grownAt: number;
}

/** Nothing goes before `until`; the first ask after it is the probe. */
export interface OpenCircuit extends Known {
  readonly kind: "open";
  readonly cause: Exclude<CircuitCause, "recovery">;
  readonly until: number;
}

/** The probe is out. */
export interface HalfOpenCircuit extends Known {
  readonly kind: "half-open";
  readonly cause: OpenCircuit["cause"];
}

/** What was seen in a generation. */
export interface Evidence {
  /** Failures and refusals in a row. */
  readonly run: Run;
  /** Refusals of the run. */
  readonly refusals: Run;
  /** The largest `Retry-After` of the run, in ms. */
  readonly retryAfter: number;
  readonly denials: number;
  /** When the youngest attempt that succeeded had started; `-Infinity` without one. */
  readonly youngestSuccess: number;
  readonly window: Window;
}

export interface Run {
  readonly length: number;
  /** When the first of its attempts started. */
  readonly first: number;
  /** When the last of them started. */
  readonly youngest: number;
}

/** The constants of the rule (rules §4), found by simulation. Times in ms, rates per second. */
export const RULE = {
  /** A run of as many failures limits or opens. */
  run: 16,
  /** So does a shorter one, of all attempts of a request and no fewer than these, that lasts for `span`. */
  few: 3,
  span: 5000,
  /** A run of as many refusals, or denials. */
  refusedRun: 8,
  /** A run is firm when at most one in as many of its attempts is unanswered. */
  guard: 10,
  /** No rest that a server asks for is longer. */
  maxRest: 300_000,
  /** A probe that timed out is repeated so many times later. */
  slowProbe: 6,
  /** A probe that was refused is not repeated earlier. */
  minRest: 1000,
  /** Of at least as many attempts … */
  evidence: 20,
  /** … such a share refused limits. */
  refusedShare: 0.1,
  /** A state lasts so long before a share of refusals changes it. */
  settle: 1000,
  /** The least rate after a probe, and the share of the last ceiling. */
  rampStart: 10,
  rampShare: 0.25,
  /** Where failures led to it, the ceiling is that many times what was accepted. */
  headroom: 2,
  /** On a relapse, at least that share of the rate. */
  relapse: 0.8,
  /** Below its ceiling a rate doubles in that time. */
  doubling: 500,
  /** Above it, it grows by that share per second and second of the generation. */
  creep: 0.05,
  /** A rate grows only while somebody was held back in that time. */
  pressure: 1000,
  /** Nobody held back for so long closes. */
  idle: 5000,
  /** Slots that are not used are kept for so long. */
  tolerance: 100,
  minRate: 1,
} as const;

export const NO_RUN: Run = { length: 0, first: 0, youngest: 0 };

function noEvidence(now: number): Evidence {
  const window = newWindow(now);
  return { run: NO_RUN, refusals: NO_RUN, retryAfter: 0, denials: 0, youngestSuccess: -Infinity, window };
}

/** A new generation: the same knowledge, no evidence. */
function fresh({ generation, openTime, usual, ceiling }: Known, now: number): Known {
  return { generation: generation + 1, since: now, evidence: noEvidence(now), openTime, usual, ceiling };
}

/** A circuit that nothing is known of. */
export function newCircuit({ openTime }: CircuitRules, now: number): ClosedCircuit {
  const known = {
    generation: -1,
    since: now,
    evidence: noEvidence(now),
    openTime,
    usual: undefined,
    ceiling: Infinity,
  };
  return closed(known, { openTime }, now);
}

export function closed(state: Known, { openTime }: { readonly openTime: number }, now: number): ClosedCircuit {
  return stillClosed({ ...fresh(state, now), openTime, ceiling: Infinity }, noEvidence(now), state.usual);
}

/** The same state with more evidence. Every field by itself: it is what each attempt of a healthy provider costs. */
export function stillClosed(state: Known, evidence: Evidence, usual: number | undefined): ClosedCircuit {
  const { generation, since, openTime, ceiling } = state;
  return { kind: "closed", cause: undefined, generation, since, evidence, openTime, usual, ceiling };
}

export function limited(
  state: Known,
  cause: LimitedCircuit["cause"],
  rates: { readonly rate: number; readonly ceiling: number },
  { openTime }: CircuitRules,
  now: number,
): LimitedCircuit {
  const rate = Math.max(RULE.minRate, rates.rate);
  const ceiling = Math.max(RULE.minRate, rates.ceiling);
  return {
    ...fresh(state, now),
    openTime,
    ceiling,
    kind: "limited",
    cause,
    rate,
    nextAt: now,
    heldAt: now,
    grownAt: now,
  };
}

export function open(
  state: Known,
  cause: OpenCircuit["cause"],
  { openTime, openFor = openTime }: { readonly openTime: number; readonly openFor?: number },
  now: number,
): OpenCircuit {
  return { ...fresh(state, now), openTime, kind: "open", cause, until: now + openFor };
}

export function halfOpen(state: OpenCircuit, now: number): HalfOpenCircuit {
  return { ...fresh(state, now), kind: "half-open", cause: state.cause };
}

/** How an attempt ended, in the generation in which it began. */
export type CircuitReport =
  | { readonly type: "success"; readonly generation: number; readonly startedAt: number; readonly duration: number }
  | CircuitLoss
  | { readonly type: "denial" | "neither"; readonly generation: number };

export interface CircuitLoss {
  readonly type: "failure" | "refusal";
  readonly generation: number;
  readonly startedAt: number;
  readonly timedOut: boolean;
  /** In ms, as the answer asks for it. */
  readonly retryAfter: number | undefined;
  /** How many attempts of the run began within it and are unanswered. */
  readonly unanswered: (run: Run) => number;
}

/** What a circuit says to one attempt: go, go and close it, go as its probe, or not now. */
export type Admission = "go" | "close" | "probe" | "no";

/** Whom a request stands for. */
export interface Standing {
  /** Whether its call may still go on to another candidate. */
  readonly hasNext: boolean;
  /** Whether its circuit is one that many endpoints share. */
  readonly isShared: boolean;
}

/** Slots begin a little early rather than a hair too late. */
const HAIR = 1e-6;

/** What a request may do now. */
export function admission(state: CircuitState, standing: Standing, now: number): Admission {
  if (isIdle(state, now)) return "close";
  if (!holdsBack(state, standing)) return "go";
  if (state.kind === "limited") return now >= state.nextAt - HAIR ? "go" : "no";
  return state.kind === "open" && now >= state.until ? "probe" : "no";
}

/** Whether it limits nobody any more, and closes with the next ask. */
export function isIdle(state: CircuitState, now: number): boolean {
  return state.kind === "limited" && now - state.heldAt >= RULE.idle;
}

/** Whether it rests, or its probe is out. */
export function isResting(state: CircuitState, now: number): boolean {
  return state.kind === "half-open" || (state.kind === "open" && now < state.until);
}

/** A last candidate has nowhere else to go: only some states hold it back. */
export function holdsBack({ kind, cause }: CircuitState, { hasNext, isShared }: Standing): boolean {
  if (hasNext) return kind !== "closed";
  if (kind === "closed" || (isShared && cause !== "refusals")) return false;
  return cause !== "denials" && cause !== "silence" && !(kind === "limited" && cause === "failures");
}

/** When an open or limited circuit next lets something go by itself; `undefined` while a probe is out. */
export function nextChance(state: CircuitState): number | undefined {
  return state.kind === "limited" ? state.nextAt : state.kind === "open" ? state.until : undefined;
}
