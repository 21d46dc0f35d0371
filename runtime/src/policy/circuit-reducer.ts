import {
  type CircuitLoss,
  type CircuitReport,
  type CircuitState,
  closed,
  type ClosedCircuit,
  type Evidence,
  halfOpen,
  type HalfOpenCircuit,
  limited,
  type LimitedCircuit,
  NO_RUN,
  open,
  RULE,
  type Run,
  stillClosed,
} from "./circuit-state.js";
import { averaged, type CircuitRules, rolled, STRETCH, type Window } from "./permit.js";

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

/** What the run proves, once nearly all of its attempts are answered. */
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

/** What was seen lately, or since the state began. */
interface Seen {
  readonly begun: number;
  /** Of those begun. */
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

/** What a circuit is told. */
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
    case "success":
    case "failure":
    case "refusal":
    case "denial":
    case "neither":
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
  if (report.type === "success" && freedBySuccess(state, current)) return closed(state, rules, now);
  if (!current || state.kind === "open") return state;
  if (state.kind === "half-open") return probed(state, report, rules, now);
  switch (report.type) {
    case "success":
      return succeeded(state, report, now);
    case "denial":
      return denied(state, rules, now);
    case "neither":
      return state;
    case "failure":
    case "refusal":
      return lost(state, report, rules, now);
  }
}

/** Any answer ends a silence; of those who went all the same, one that is not denied ends a rest for denials. */
function freedBySuccess({ kind, cause }: CircuitState, current: boolean): boolean {
  return cause === "silence" || (kind === "open" && cause === "denials" && current);
}

function probed(state: HalfOpenCircuit, report: CircuitReport, rules: CircuitRules, now: number): CircuitState {
  switch (report.type) {
    case "success": {
      const share = state.ceiling < Infinity ? state.ceiling * RULE.rampShare : 0;
      const rates = { rate: Math.max(RULE.rampStart, share), ceiling: Math.max(RULE.rampStart, state.ceiling) };
      return limited(state, "recovery", rates, rules, now);
    }
    case "neither":
      return open(state, state.cause, { openTime: state.openTime, openFor: 0 }, now);
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

type Success = Extract<CircuitReport, { readonly type: "success" }>;

function succeeded(state: ClosedCircuit | LimitedCircuit, report: Success, now: number): CircuitState {
  const usual = averaged(state.usual, report.duration);
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

/** Whether many attempts are refused, though not in a row. */
function presses(state: ClosedCircuit | LimitedCircuit, { type }: CircuitLoss, seen: Seen, now: number): boolean {
  if (type !== "refusal" || seen.begun < RULE.evidence || seen.refusedShare < RULE.refusedShare) return false;
  return seen.accepted > 0 && (state.kind === "closed" || now - state.since >= RULE.settle);
}
