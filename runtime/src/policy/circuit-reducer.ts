import type { CircuitCause } from "../telemetry/events.js";
import { averaged, type CircuitRules, newWindow, rolled, STRETCH, type Window } from "./permit.js";

/** How a circuit treats the attempts of one endpoint; times in ms of one monotonic clock, rates in attempts per second. */
export type CircuitState = ClosedCircuit | LimitedCircuit | OpenCircuit | HalfOpenCircuit;

/** Known in every state. Each transition begins a new generation, without evidence. */
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
interface ClosedCircuit extends Known {
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
interface HalfOpenCircuit extends Known {
  readonly kind: "half-open";
  readonly cause: OpenCircuit["cause"];
}

/** Seen in a generation. */
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
  /** At least as many attempts … */
  evidence: 20,
  /** … of which such a share is refused limit. */
  refusedShare: 0.1,
  /** A state lasts so long before a share of refusals changes it. */
  settle: 1000,
  /** The least rate after a probe, and the share of the last ceiling. */
  rampStart: 10,
  rampShare: 0.25,
  /** After failures, the ceiling is that many times the accepted rate. */
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

const NO_RUN: Run = { length: 0, first: 0, youngest: 0 };

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

function closed(state: Known, { openTime }: { readonly openTime: number }, now: number): ClosedCircuit {
  return stillClosed({ ...fresh(state, now), openTime, ceiling: Infinity }, noEvidence(now), state.usual);
}

/** The same state with more evidence. Every field by itself: it is what each attempt of a healthy provider costs. */
function stillClosed(state: Known, evidence: Evidence, usual: number | undefined): ClosedCircuit {
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

function halfOpen(state: OpenCircuit, now: number): HalfOpenCircuit {
  return { ...fresh(state, now), kind: "half-open", cause: state.cause };
}

/** How an attempt ended, in the generation in which it began. */
export type CircuitReport =
  /** It is answered, but how the answer ends is told later, or never: no evidence. */
  | { readonly type: "begun"; readonly generation: number; readonly duration: number }
  /** `duration` is undefined if it was told when the answer had begun. */
  | {
      readonly type: "success";
      readonly generation: number;
      readonly startedAt: number;
      readonly duration: number | undefined;
    }
  | CircuitLoss
  | { readonly type: "denial" | "neither" | "missing"; readonly generation: number };

interface CircuitLoss {
  readonly type: "failure" | "refusal";
  readonly generation: number;
  readonly startedAt: number;
  readonly timedOut: boolean;
  /** In ms, as the answer asks for it. */
  readonly retryAfter: number | undefined;
  /** How many attempts of the run began within it and are unanswered. */
  readonly unanswered: (run: Run) => number;
}

/** A circuit's answer to one attempt: go, go and close it, go as its probe, or not now. */
export type Admission = "go" | "close" | "probe" | "no";

/** Facts about a request that decide about its admission. */
export interface Standing {
  /** Its call may still go on to another candidate. */
  readonly hasNext: boolean;
  /** Its circuit is one that many endpoints share. */
  readonly isShared: boolean;
}

/** Slots begin a little early rather than a hair too late. */
const HAIR = 1e-6;

/** Decides about a request, now. */
export function admission(state: CircuitState, standing: Standing, now: number): Admission {
  if (isIdle(state, now)) return "close";
  if (!holdsBack(state, standing)) return "go";
  if (state.kind === "limited") return now >= state.nextAt - HAIR ? "go" : "no";
  return state.kind === "open" && now >= state.until ? "probe" : "no";
}

/** It limits nobody any more, and closes with the next request. */
export function isIdle(state: CircuitState, now: number): boolean {
  return state.kind === "limited" && now - state.heldAt >= RULE.idle;
}

/** It rests, or its probe is out. */
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

function afterBegin(evidence: Evidence, now: number): Evidence {
  const { run, refusals, retryAfter, denials, youngestSuccess } = evidence;
  const { start, begun, refused, lost, before } = rolled(evidence.window, now);
  const window = { start, begun: begun + 1, refused, lost, before };
  return { run, refusals, retryAfter, denials, youngestSuccess, window };
}

/** A success that started no earlier than the run empties it. */
function afterSuccess(evidence: Evidence, startedAt: number): Evidence {
  const endsRefusals = startedAt >= evidence.refusals.first;
  return {
    run: startedAt >= evidence.run.first ? NO_RUN : evidence.run,
    refusals: endsRefusals ? NO_RUN : evidence.refusals,
    retryAfter: endsRefusals ? 0 : evidence.retryAfter,
    denials: 0,
    youngestSuccess: Math.max(evidence.youngestSuccess, startedAt),
    window: evidence.window,
  };
}

/** A loss that started no later than the youngest success tells nothing new; it is only counted. */
function afterLoss(evidence: Evidence, { type, startedAt, retryAfter = 0 }: CircuitLoss, now: number): Evidence {
  const counted = rolled(evidence.window, now);
  const refused = type === "refusal" ? 1 : 0;
  const window = { ...counted, lost: counted.lost + 1, refused: counted.refused + refused };
  if (startedAt <= evidence.youngestSuccess) return { ...evidence, window };
  const run = lengthened(evidence.run, startedAt);
  if (refused === 0) return { ...evidence, window, run };
  const longest = Math.max(evidence.retryAfter, retryAfter);
  return { ...evidence, window, run, refusals: lengthened(evidence.refusals, startedAt), retryAfter: longest };
}

function lengthened({ length, first, youngest }: Run, at: number): Run {
  return { length: length + 1, first: length === 0 ? at : Math.min(first, at), youngest: Math.max(youngest, at) };
}

/** The proof that the run gives, once nearly all of its attempts are answered. */
function judge(
  { run, refusals }: Evidence,
  { type, unanswered }: CircuitLoss,
  { maxContiguousRetries }: CircuitRules,
  now: number,
): "refusals" | "failures" | undefined {
  const refused = refusals.length >= RULE.refusedRun && refusals.length === run.length;
  const few = Math.max(RULE.few, 1 + maxContiguousRetries);
  const failed = type === "failure" && (run.length >= RULE.run || (run.length >= few && now - run.first >= RULE.span));
  if ((!refused && !failed) || unanswered(run) * RULE.guard > run.length) return undefined;
  return refused ? "refusals" : "failures";
}

/** Seen lately, or since the state began. */
interface Seen {
  readonly begun: number;
  /** As a share of those begun. */
  readonly refusedShare: number;
  /** Per second. */
  readonly accepted: number;
}

export function inWindow({ start, begun, refused, lost, before }: Window, since: number, now: number): Seen {
  const weight = Math.max(0, 1 - (now - start) / STRETCH);
  const seconds = Math.max(1000, Math.min(STRETCH, now - since)) / 1000;
  const all = begun + weight * before.begun;
  const accepted = Math.max(0, begun - lost + weight * (before.begun - before.lost)) / seconds;
  return { begun: all, refusedShare: (refused + weight * before.refused) / all, accepted };
}

/** An event of a circuit. */
export type CircuitInput =
  /** An attempt begins; after an open circuit's rest, as its probe. */
  | { readonly type: "begin"; readonly probe: boolean }
  /** A request has to wait, or goes on to the next candidate. */
  | { readonly type: "held" }
  /** Nobody was held back for long. */
  | { readonly type: "idle" }
  /** Nothing is answered any more. */
  | { readonly type: "silence" }
  | CircuitReport;

/** The circuit after `input`. */
export function reduceCircuit(
  state: CircuitState,
  input: CircuitInput,
  rules: CircuitRules,
  now: number,
): CircuitState {
  switch (input.type) {
    case "idle":
      return closed(state, rules, now);
    case "silence":
      return open(state, "silence", rules, now);
    case "held":
      return state.kind === "limited" ? { ...state, heldAt: now } : state;
    case "begin":
      return begin(state, input.probe, now);
    case "begun":
    case "success":
    case "failure":
    case "refusal":
    case "denial":
    case "neither":
    case "missing":
      return reported(state, input, rules, now);
  }
}

function begin(state: CircuitState, probe: boolean, now: number): CircuitState {
  if (state.kind === "open") return probe ? halfOpen(state, now) : state;
  const evidence = afterBegin(state.evidence, now);
  if (state.kind === "closed") return stillClosed(state, evidence, state.usual);
  if (state.kind === "half-open") return { ...state, evidence };
  const slot = Math.max(state.nextAt, now - RULE.tolerance);
  return { ...state, evidence, nextAt: slot + 1000 / state.rate };
}

function reported(state: CircuitState, report: CircuitReport, rules: CircuitRules, now: number): CircuitState {
  const current = report.generation === state.generation;
  const isAccepted = report.type === "success" || report.type === "begun";
  if (isAccepted && freedByAnswer(state, current)) return closed(state, rules, now);
  if (!current || state.kind === "open") return state;
  if (state.kind === "half-open") return probed(state, report, rules, now);
  switch (report.type) {
    case "begun":
      return answered(state, report.duration);
    case "success":
      return succeeded(state, report, now);
    case "denial":
      return denied(state, rules, now);
    case "neither":
    case "missing":
      return state;
    case "failure":
    case "refusal":
      return lost(state, report, rules, now);
  }
}

/** Any answer ends a silence; of those who went all the same, one that is not denied ends a rest for denials. */
function freedByAnswer({ kind, cause }: CircuitState, current: boolean): boolean {
  return cause === "silence" || (kind === "open" && cause === "denials" && current);
}

function probed(state: HalfOpenCircuit, report: CircuitReport, rules: CircuitRules, now: number): CircuitState {
  switch (report.type) {
    case "begun":
    case "success": {
      const share = state.ceiling < Infinity ? state.ceiling * RULE.rampShare : 0;
      const rates = { rate: Math.max(RULE.rampStart, share), ceiling: Math.max(RULE.rampStart, state.ceiling) };
      return limited(state, "recovery", rates, rules, now);
    }
    case "neither":
      return open(state, state.cause, { openTime: state.openTime, openFor: 0 }, now);
    // The thing that the probe asked for is not there: that says nothing of what failed before.
    case "missing":
      return open(state, state.cause, { openTime: state.openTime }, now);
    case "denial": {
      const longest = Math.max(RULE.maxRest, rules.authCoolDown);
      const openTime = Math.min(Math.max(rules.authCoolDown, 2 * state.openTime), longest);
      return open(state, "denials", { openTime }, now);
    }
    case "refusal": {
      const openTime = longerRest(state, rules.maxOpenTime, rules);
      if (report.retryAfter === undefined) return open(state, "refusals", { openTime }, now);
      const openFor = Math.min(Math.max(report.retryAfter, RULE.minRest), RULE.maxRest);
      return open(state, "refusals", { openTime, openFor }, now);
    }
    case "failure": {
      const openTime = longerRest(state, rules.maxOpenTime * (report.timedOut ? RULE.slowProbe : 1), rules);
      const cause = state.cause === "silence" && report.timedOut ? "silence" : "failures";
      return open(state, cause, { openTime }, now);
    }
  }
}

/** Twice the last rest; a longer one that is configured stands. */
function longerRest({ openTime }: HalfOpenCircuit, longest: number, rules: CircuitRules): number {
  return Math.min(2 * openTime, Math.max(longest, rules.openTime));
}

/** Its credentials are accepted, and that is all. */
function answered(state: ClosedCircuit | LimitedCircuit, duration: number): CircuitState {
  const evidence = { ...state.evidence, denials: 0 };
  return { ...state, evidence, usual: averaged(state.usual, duration) };
}

type Success = Extract<CircuitReport, { readonly type: "success" }>;

function succeeded(state: ClosedCircuit | LimitedCircuit, report: Success, now: number): CircuitState {
  const usual = report.duration === undefined ? state.usual : averaged(state.usual, report.duration);
  const evidence = afterSuccess(state.evidence, report.startedAt);
  if (state.kind === "closed") return stillClosed(state, evidence, usual);
  return { ...state, usual, evidence, ...grown(state, now), grownAt: now };
}

/** It grows only while it holds requests back. */
function grown(state: LimitedCircuit, now: number): { readonly rate?: number; readonly nextAt?: number } {
  if (now - state.heldAt > RULE.pressure) return {};
  const passed = Math.min(now - state.grownAt, RULE.doubling / 2);
  const rate =
    state.rate < state.ceiling
      ? Math.min(state.ceiling, state.rate * 2 ** (passed / RULE.doubling))
      : state.rate * Math.exp((RULE.creep * (passed / 1000) * (now - state.since)) / 1000);
  return { rate, nextAt: Math.min(state.nextAt, now + 1000 / rate) };
}

function denied(state: ClosedCircuit | LimitedCircuit, { authCoolDown }: CircuitRules, now: number): CircuitState {
  const denials = state.evidence.denials + 1;
  if (denials >= RULE.refusedRun) return open(state, "denials", { openTime: authCoolDown }, now);
  return { ...state, evidence: { ...state.evidence, denials } };
}

function lost(
  state: ClosedCircuit | LimitedCircuit,
  loss: CircuitLoss,
  rules: CircuitRules,
  now: number,
): CircuitState {
  const evidence = afterLoss(state.evidence, loss, now);
  const seen = inWindow(evidence.window, state.since, now);
  const found = judge(evidence, loss, rules, now);
  if (found === undefined) {
    if (!presses(state, loss, seen, now)) return { ...state, evidence };
    return limited(state, "refusals", { rate: seen.accepted, ceiling: seen.accepted }, rules, now);
  }
  if (!loss.timedOut && evidence.youngestSuccess > -Infinity && seen.accepted > 0) {
    const [cause, headroom] = found === "refusals" ? [found, 1] : [state.cause ?? found, RULE.headroom];
    const relapse = state.kind === "limited" ? RULE.relapse * state.rate : 0;
    const ceiling = Math.max(headroom * seen.accepted, relapse);
    return limited(state, cause, { rate: seen.accepted, ceiling }, rules, now);
  }
  const { openTime } = rules;
  const asked = found === "refusals" ? Math.min(evidence.retryAfter, RULE.maxRest) : 0;
  return open(state, found, { openTime, openFor: asked > 0 ? asked : openTime }, now);
}

/** Many attempts are refused, though not in a row. */
function presses(state: ClosedCircuit | LimitedCircuit, { type }: CircuitLoss, seen: Seen, now: number): boolean {
  if (type !== "refusal" || seen.begun < RULE.evidence || seen.refusedShare < RULE.refusedShare) return false;
  return seen.accepted > 0 && (state.kind === "closed" || now - state.since >= RULE.settle);
}
