import type { SdkError } from "../errors.js";
import { EMPTY_WINDOW, mostlyFailed, remember, type Window } from "./window.js";

/** No circuit stays open longer than this, unless a longer `openTime` is configured, in ms. */
export const MAX_OPEN_TIME = 300_000;

/**
 * The circuit of one provider. Every transition begins a new generation with nothing in it; a report that belongs to an
 * earlier generation changes nothing.
 */
export type CircuitState = ClosedCircuit | OpenCircuit | HalfOpenCircuit;

export interface ClosedCircuit {
  readonly kind: "closed";
  readonly generation: number;
  /** Failed attempts since a performance last succeeded. */
  readonly run: number;
  /** When the youngest attempt of the run started. */
  readonly youngest: number;
  readonly window: Window;
}

export interface OpenCircuit {
  readonly kind: "open";
  readonly generation: number;
  /** When the next performance is admitted, as a probe. */
  readonly until: number;
  /** How long the circuit stays open by itself: `openTime`, doubled by every failed probe. */
  readonly openTime: number;
  readonly lastError: SdkError;
}

export interface HalfOpenCircuit {
  readonly kind: "half-open";
  readonly generation: number;
  /** Until when the probe holds its permit; `undefined` when the permit was given back. */
  readonly leaseEnd: number | undefined;
  readonly openTime: number;
  readonly lastError: SdkError;
}

/** When a circuit opens and for how long; requests that share a circuit may each bring their own. */
export interface CircuitRules {
  /** As many failures in a row as one call makes attempts: 1 + `maxContiguousRetries`. */
  readonly threshold: number;
  /** In ms. */
  readonly openTime: number;
  /** A longer `Retry-After` opens the circuit, in ms. */
  readonly maxRetryAfter: number;
}

export type CircuitInput =
  /** A performance asks to begin; as a probe it holds its permit for `lease` ms. */
  | { readonly type: "admission"; readonly lease: number }
  /** A request of an admitted performance begins. */
  | { readonly type: "request"; readonly generation: number; readonly lease: number }
  | { readonly type: "success"; readonly generation: number }
  | CircuitFailure
  /** A performance has ended. */
  | { readonly type: "settlement"; readonly generation: number; readonly succeeded: boolean };

/** An attempt has failed. */
export interface CircuitFailure {
  readonly type: "failure";
  readonly generation: number;
  readonly rules: CircuitRules;
  readonly startedAt: number;
  /** Attempts in flight that started no later than the youngest of the run, this one included. */
  readonly unanswered: number;
  /** What the answer's `Retry-After` asks for, in ms. */
  readonly retryAfter: number | undefined;
  readonly error: SdkError;
}

export const CLOSED: ClosedCircuit = {
  kind: "closed",
  generation: 0,
  run: 0,
  youngest: -Infinity,
  window: EMPTY_WINDOW,
};

/** The circuit after `input`; times in ms of one monotonic clock. */
export function reduceCircuit(state: CircuitState, input: CircuitInput, now: number): CircuitState {
  if (input.type === "admission") return admit(state, input.lease, now);
  if (input.generation !== state.generation) return state;
  switch (state.kind) {
    case "closed":
      return reduceClosed(state, input, now);
    case "half-open":
      return reduceHalfOpen(state, input, now);
    case "open":
      return state;
  }
}

/** How long until the next performance is admitted, in ms; for a probe that is under way, at the latest. */
export function untilAdmission(state: CircuitState, now: number): number {
  switch (state.kind) {
    case "closed":
      return 0;
    case "open":
      return Math.max(0, state.until - now);
    case "half-open":
      return Math.max(0, (state.leaseEnd ?? now) - now);
  }
}

/** Admits one performance as the probe once the circuit has been open long enough, or when the probe before it is lost. */
function admit(state: CircuitState, lease: number, now: number): CircuitState {
  if (state.kind === "closed" || untilAdmission(state, now) > 0) return state;
  const { generation, openTime, lastError } = state;
  return { kind: "half-open", generation: generation + 1, leaseEnd: now + lease, openTime, lastError };
}

type Report = Exclude<CircuitInput, { readonly type: "admission" }>;

function reduceClosed(state: ClosedCircuit, input: Report, now: number): CircuitState {
  switch (input.type) {
    case "request":
      return state;
    case "success":
      return closed(state, state.run, state.youngest, remember(state.window, now, false));
    case "settlement":
      return input.succeeded && state.run > 0 ? { ...state, run: 0, youngest: -Infinity } : state;
    case "failure":
      return fail(state, input, now);
  }
}

function closed({ generation }: ClosedCircuit, run: number, youngest: number, window: Window): ClosedCircuit {
  return { kind: "closed", generation, run, youngest, window };
}

/**
 * When the youngest attempt of the run started, with one more that fails. It is the age that the attempts in flight are
 * compared with: answers do not come in the order of their requests, and the oldest of many may be the last to fail.
 */
export function youngestOfRun(state: CircuitState, startedAt: number): number {
  return state.kind === "closed" ? Math.max(state.youngest, startedAt) : startedAt;
}

/** Opens when as many attempts in a row have failed as equally old ones are still unanswered. */
function fail(state: ClosedCircuit, failure: CircuitFailure, now: number): CircuitState {
  const { rules } = failure;
  const run = state.run + 1;
  const window = remember(state.window, now, true);
  const trips = run >= rules.threshold && mostlyFailed(window, now) && run >= failure.unanswered;
  const refused = excessiveRetryAfter(failure);
  if (!trips && refused === 0) return closed(state, run, youngestOfRun(state, failure.startedAt), window);
  const openFor = Math.max(trips ? rules.openTime : 0, refused);
  return open(state, openFor, rules.openTime, failure, now);
}

function reduceHalfOpen(state: HalfOpenCircuit, input: Report, now: number): CircuitState {
  switch (input.type) {
    case "success":
      return state;
    case "request":
      return { ...state, leaseEnd: Math.max(state.leaseEnd ?? now, now + input.lease) };
    case "settlement":
      return input.succeeded
        ? { ...CLOSED, generation: state.generation + 1 }
        : { ...state, generation: state.generation + 1, leaseEnd: undefined };
    case "failure": {
      const openTime = Math.max(input.rules.openTime, Math.min(state.openTime * 2, MAX_OPEN_TIME));
      const openFor = Math.max(openTime, Math.min(input.retryAfter ?? 0, MAX_OPEN_TIME));
      return open(state, openFor, openTime, input, now);
    }
  }
}

function open(
  state: CircuitState,
  openFor: number,
  openTime: number,
  failure: CircuitFailure,
  now: number,
): OpenCircuit {
  return { kind: "open", generation: state.generation + 1, until: now + openFor, openTime, lastError: failure.error };
}

/** What of a `Retry-After` is too long to wait for; 0 when nothing is. */
function excessiveRetryAfter({ retryAfter = 0, rules }: CircuitFailure): number {
  return retryAfter > rules.maxRetryAfter ? Math.min(retryAfter, MAX_OPEN_TIME) : 0;
}
