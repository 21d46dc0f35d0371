import type { CircuitLoss } from "./circuit-report.js";
import { NO_RUN, RULE, type CircuitRules, type Evidence, type Run, type Window } from "./circuit-state.js";

export function afterBegin(evidence: Evidence, now: number): Evidence {
  const { run, refusals, retryAfter, denials, youngestSuccess } = evidence;
  const { start, begun, refused, lost, before } = rolled(evidence.window, now);
  const window = { start, begun: begun + 1, refused, lost, before };
  return { run, refusals, retryAfter, denials, youngestSuccess, window };
}

/** A success that started no earlier than the run empties it. */
export function afterSuccess(evidence: Evidence, startedAt: number): Evidence {
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
export function afterLoss(evidence: Evidence, { type, startedAt, retryAfter = 0 }: CircuitLoss, now: number): Evidence {
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
export function judge(
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

/** The window as it stands at `now`. */
export function rolled(window: Window, now: number): Window {
  const age = now - window.start;
  if (age < RULE.window) return window;
  const { begun, refused, lost } = window;
  const recent = age < 2 * RULE.window;
  return {
    start: recent ? window.start + RULE.window : now,
    begun: 0,
    refused: 0,
    lost: 0,
    before: recent ? { begun, refused, lost } : { begun: 0, refused: 0, lost: 0 },
  };
}

/** What was seen lately, or since the state began. */
export interface Seen {
  readonly begun: number;
  /** Of those begun. */
  readonly refusedShare: number;
  /** Per second. */
  readonly accepted: number;
}

export function inWindow({ start, begun, refused, lost, before }: Window, since: number, now: number): Seen {
  const weight = Math.max(0, 1 - (now - start) / RULE.window);
  const seconds = Math.max(1000, Math.min(RULE.window, now - since)) / 1000;
  const all = begun + weight * before.begun;
  const accepted = Math.max(0, begun - lost + weight * (before.begun - before.lost)) / seconds;
  return { begun: all, refusedShare: (refused + weight * before.refused) / all, accepted };
}
