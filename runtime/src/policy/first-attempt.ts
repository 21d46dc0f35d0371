import { reasonOf, throwIfAborted } from "../abort.js";
import { systemClock } from "../clock.js";
import { isPositive } from "../config/options.js";
import { readRetries } from "../config/retries.js";
import { HttpError, NetworkError, TimeoutError } from "../errors/errors.js";
import type { ReceivedAnswer } from "../http/answer.js";
import { type AttemptLimits, timeoutError } from "../http/attempt.js";
import type { BoundProvider } from "../http/bound-provider.js";
import type { Dispatch } from "../http/client.js";
import type { PreparedRequest } from "../http/prepare.js";
import type { RequestOptions } from "../http/provider-client.js";
import { Scope } from "../http/scope.js";
import { recorderOf, type SideEffect } from "../http/side-effects.js";
import { late, needed } from "../late.js";
import type { Circuits } from "./circuits.js";
import type * as dispatch from "./dispatch.js";
import type { PolicyDispatch } from "./dispatch.js";
import type { Permit } from "./permit.js";
import type { MapAttempt, ProviderRun } from "./provider-run.js";

/** The owner of requests: the run of a map, or else a client, each of whose requests is a run of its own. */
export interface RequestOwner {
  readonly run: ProviderRun | undefined;
  /** The circuits of the client; a provider by itself gets its circuits with its policy. */
  readonly circuits: Circuits | undefined;
  /** The signal of a use-case call: a stream may be handed out and outlive the run, so every attempt listens to it too. */
  readonly caller: AbortSignal | undefined;
}

/** Gives the dispatch of requests that have a policy, see `dispatch.ts`; a promise if that has to be loaded. */
export type PolicySource = (bound: BoundProvider, owner: RequestOwner) => PolicyDispatch | Promise<PolicyDispatch>;

/** An attempt that is made before the policy of its request is loaded, and what the policy has to know if it fails. */
export interface FirstAttempt<Answer = ReceivedAnswer> extends AttemptLimits {
  /** On the client's clock. */
  readonly startedAt: number;
  /** How it ended, if the policy has to decide about that: with an error, or with an answer that is not a 2xx. */
  error: unknown;
  answer: Answer | undefined;
  readonly isSent: boolean;
  /** The server may have acted before it failed, on the request before a redirect. */
  wasDone: boolean;
  /** Somebody has noted how it ended. */
  hasEnded: boolean;
  /** In a map's run. */
  readonly sideEffect: SideEffect | undefined;
  /** If its endpoint has a circuit. */
  readonly permit: Permit | undefined;
}

/** One that belongs to no map. */
function attemptAlone(
  { context, requestTimeout: usual }: BoundProvider,
  { requestTimeout = usual, idempotent }: RequestOptions,
  signals: readonly AbortSignal[],
): FirstAttempt {
  const attempt: FirstAttempt = {
    requestTimeout,
    signals,
    idempotent,
    acted: () => void (attempt.wasDone = true),
    startedAt: context.clock.now(),
    isSent: true,
    wasDone: false,
    hasEnded: false,
    error: undefined,
    answer: undefined,
    sideEffect: undefined,
    permit: undefined,
  };
  return attempt;
}

const ALONE: RequestOwner = { run: undefined, circuits: undefined, caller: undefined };

/** Once a client of this process has loaded it. */
let code: typeof dispatch | undefined;

/** Sends requests: the first attempt of each by itself, the others as the policy says, and those that have one of their own. */
export function dispatchRequests(
  bound: BoundProvider,
  owner: RequestOwner = ALONE,
  source: PolicySource = loadPolicy,
): Dispatch {
  const { run, circuits, caller } = owner;
  const callers = caller === undefined ? [] : [caller];
  let withPolicy: PolicyDispatch | undefined;
  const obtain = (
    prepared: PreparedRequest,
    signals: readonly AbortSignal[],
  ): PolicyDispatch | Promise<PolicyDispatch> => {
    const found = withPolicy ?? source(bound, owner);
    if (!(found instanceof Promise)) return (withPolicy = found);
    // To load it takes the platform's time, whatever clock the policy has. All use the first.
    const { requestTimeout } = bound;
    const scope = new Scope(requestTimeout, signals, systemClock, () => timeoutError(prepared, requestTimeout));
    return scope.race(found.then((dispatch) => (withPolicy ??= dispatch))).finally(() => scope.close());
  };
  return async (prepared, send) => {
    const { options } = prepared;
    const signals = [run?.options.signal, options.signal].filter((signal) => signal !== undefined);
    const isPlain =
      !hasPolicy(bound, options, run) && circuits?.isIsolated({ provider: bound.definition.name }) !== true;
    const attempt = isPlain ? (run ? run.begin(prepared) : attemptAlone(bound, options, signals)) : undefined;
    if (attempt === undefined) {
      const found = obtain(prepared, signals);
      return (found instanceof Promise ? await found : found)(prepared, send);
    }
    try {
      const { retries } = options;
      if (retries !== undefined) readRetries(retries, prepared.bad);
      try {
        const answer = await send(attempt, callers);
        if (run === undefined) withPolicy?.succeeded?.();
        else if (answer.status < 300) run.succeeded(attempt as MapAttempt, answer.lasts);
        else attempt.answer = answer;
        if (attempt.answer === undefined) return answer;
      } catch (error) {
        attempt.error = error;
        const aborted = signals.find((signal) => signal.aborted);
        const isFinal = run === undefined && !(hasRetries(bound, prepared) && mayPass(error));
        if (aborted !== undefined || isFinal) throw aborted === undefined ? error : reasonOf(aborted);
      }
      // A part that cannot be loaded does not hide what happened.
      const dispatch = await late(async () => obtain(prepared, signals));
      for (const signal of signals) throwIfAborted(signal);
      if (dispatch !== undefined) return await dispatch(prepared, send, attempt);
      if (attempt.answer === undefined) throw attempt.error;
      return attempt.answer;
    } finally {
      run?.leave(attempt as MapAttempt);
    }
  };
}

/** A failure that may pass, as far as is known at once. */
function mayPass(error: unknown): boolean {
  if (error instanceof NetworkError || error instanceof TimeoutError) return true;
  if (!(error instanceof HttpError)) return false;
  const { status, retryAfter } = error;
  return status === 408 || status === 425 || status === 429 || status >= 500 || retryAfter !== undefined;
}

/** Between `retries` and `retryPolicy` the nearer counts; a written policy that got here is `none`. */
function hasRetries(bound: BoundProvider, { options }: PreparedRequest): boolean {
  const { retries, retryPolicy } = nearer(bound, options);
  return retryPolicy === undefined && (typeof retries === "object" ? retries.limit : retries) !== 0;
}

type Repeats = Pick<BoundProvider, "retries" | "retryPolicy">;

function nearer(bound: Repeats, options: Partial<Repeats>): Partial<Repeats> {
  return (options.retries ?? options.retryPolicy) === undefined ? bound : options;
}

/**
 * Retry, circuit and deadline are a quarter of the runtime: they are loaded with the first request that asks for them. Each
 * loads by itself: on Workers no request may wait for a promise of another's.
 */
function loadPolicy(bound: BoundProvider, owner: RequestOwner): PolicyDispatch | Promise<PolicyDispatch> {
  if (code !== undefined) return code.dispatchWithPolicy(bound, owner);
  const what = "retry, circuit and deadline";
  return needed(() => import("./dispatch.js"), "policy", what, bound.definition.name).then((loaded) =>
    (code ??= loaded).dispatchWithPolicy(bound, owner),
  );
}

/**
 * Events and hooks come from the policy too, and it is the one that refuses what is wrong, that says of a failure that
 * nobody may repeat it, and tells another map what is done with its signal.
 */
function hasPolicy(bound: BoundProvider, options: RequestOptions, run: ProviderRun | undefined): boolean {
  const { context, configured, definition } = bound;
  const { deadline = bound.deadline, requestTimeout = 1, idempotent = bound.idempotent, signal } = options;
  if ((configured.limits ?? deadline ?? definition.idempotent) !== undefined || idempotent === false) return true;
  if ((context.on ?? context.around?.call ?? context.around?.attempt) !== undefined) return true;
  if (signal !== run?.options.signal && recorderOf(signal) !== undefined) return true;
  if (!isPositive(requestTimeout)) return true;
  // The nearer counts; a `when` that decides by answers sees the first, too.
  if (run?.options.policy !== undefined) return (options.retries ?? options.retryPolicy ?? bound.oauth2) !== undefined;
  const { retries, retryPolicy = "none" } = nearer(bound, options);
  return retryPolicy !== "none" || (typeof retries === "object" && (retries.when ?? retries.statuses) !== undefined);
}
