import {
  closed,
  halfOpen,
  limited,
  open,
  RULE,
  stillClosed,
  type CircuitRules,
  type CircuitState,
  type ClosedCircuit,
  type HalfOpenCircuit,
  type LimitedCircuit,
} from "./circuit-state.js";
import { afterBegin, afterLoss, afterSuccess, inWindow, judge, type Seen } from "./circuit-evidence.js";
import type { CircuitLoss, CircuitReport } from "./circuit-report.js";

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
  const usual = state.usual === undefined ? report.duration : state.usual + 0.1 * (report.duration - state.usual);
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
