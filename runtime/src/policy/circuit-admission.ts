import { RULE, type CircuitState } from "./circuit-state.js";

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
