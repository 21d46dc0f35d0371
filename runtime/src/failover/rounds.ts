import { reasonOf, throwIfAborted, untilAborted } from "../abort.js";
import { startTimer } from "../clock.js";
import { DEFAULT_REQUEST_TIMEOUT, type RetryPolicy } from "../config/retries.js";
import {
  CircuitOpenError,
  DeadlineError,
  FailoverError,
  type ProviderFailure,
  PagesError,
  ResultError,
} from "../errors/call-errors.js";
import { BodyError, HttpError, RedirectError, RequestError, SdkError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import type { CircuitGroup } from "../policy/circuits.js";
import {
  classifyError,
  explain,
  hasEffectTwice,
  isUnrepeatable,
  markUnrepeatable,
  retryAfterOf,
} from "../policy/classify.js";
import { aroundCall } from "../policy/hooks.js";
import { prepareCircuits } from "../policy/load-circuits.js";
import type { ProviderRun } from "../policy/provider-run.js";
import { isolated } from "../policy/request-run.js";
import { deadlineErrorOf, isRepeatable, politeDelay, retryDelay, waitUnlessWoken } from "../policy/retry.js";
import type { CallEnd } from "../telemetry/around.js";
import { emit } from "../telemetry/events.js";
import { NextError, UseCaseError } from "./call.js";

/** Somebody who can perform a call. */
export interface RoundCandidate {
  readonly provider: string;
  /** `undefined` if nobody has written one: it takes part once. */
  readonly policy: RetryPolicy | undefined;
  readonly circuits: CircuitGroup;
  /** Statuses that go on to the next. */
  readonly failoverOn: readonly number[];
}

/** A candidate's run under way. */
export interface Running {
  readonly run: ProviderRun;
  /** Settles like what it runs, or rejects as soon as its provider run ends before that. */
  readonly result: Promise<unknown>;
}

/** The place of a run in its call, see `ProviderRunOptions`. */
export interface RunPlace<Candidate> {
  readonly candidates: readonly Candidate[];
  readonly round: number;
  readonly waitsUntil: number | undefined;
  readonly endsAt: number;
}

/** A call that several can perform. */
export interface RoundsCall<Candidate extends RoundCandidate> {
  readonly call: number;
  readonly profile: string;
  readonly useCase: string;
  /** As messages name it. */
  readonly title: string;
  readonly context: PolicyContext;
  readonly retriesFirst: boolean;
  readonly options: { readonly signal?: AbortSignal | undefined; readonly deadline?: number | undefined };
  readonly startedAt: number;
  /** `Infinity` without a deadline. */
  readonly deadlineAt: number;
  /** In the order in which they are asked; throws if there is none. */
  readonly candidates: () => readonly Candidate[];
  readonly start: (candidate: Candidate, place: RunPlace<Candidate>) => Running;
  /** The run of the first candidate, if it has been started. */
  readonly begun: Running | undefined;
}

/** How a call ended. */
export type CallResult = { readonly attempts: number } & (
  | { readonly ok: true; readonly value: unknown; readonly provider: string }
  | { readonly ok: false; readonly error: unknown; readonly provider: string | undefined }
);

/** Performs a call with the first candidate that can. Rejects only with the reason of the caller's abort. */
export async function performInRounds<Candidate extends RoundCandidate>(
  call: RoundsCall<Candidate>,
): Promise<CallResult> {
  const { context, profile, useCase, startedAt, deadlineAt } = call;
  const { signal, deadline } = call.options;
  const rounds = new Rounds(call);
  const summary = (): Pick<CallEnd, "attempts" | "provider"> => ({
    provider: rounds.provider,
    attempts: rounds.attempts,
  });
  const announceEnd = (end: Ending): void => {
    if (context.on === undefined) return;
    const duration = context.clock.now() - startedAt;
    emit(context.on, { ...end, call: call.call, profile, useCase, attempts: rounds.attempts, duration });
  };
  const beginning = {
    context,
    what: { call: call.call, profile, useCase },
    signal,
    requestTimeout: DEFAULT_REQUEST_TIMEOUT,
    timeLeft: deadlineAt - startedAt,
    deadlineError: () => rounds.deadlinePassed(),
    summary,
  };
  try {
    throwIfAborted(signal);
    if (Number.isNaN(deadline))
      throw new RequestError("`deadline` is not a number of milliseconds", { code: "bad-option" });
    const { value, provider } = await aroundCall(beginning, async () => rounds.perform());
    announceEnd({ type: "success", provider });
    return { ok: true, value, provider, attempts: rounds.attempts };
  } catch (error) {
    announceEnd({ type: "failure", provider: rounds.provider, error });
    if (signal?.aborted === true) throw reasonOf(signal);
    return { ok: false, error, provider: rounds.provider, attempts: rounds.attempts };
  }
}

type Ending =
  | { readonly type: "success"; readonly provider: string }
  | { readonly type: "failure"; readonly provider: string | undefined; readonly error: unknown };

/** A candidate in one call. */
interface Standing<Candidate> {
  readonly candidate: Candidate;
  /** How often it was asked. */
  rounds: number;
  /** When it may be asked, on the client's clock; `Infinity` if it may not be any more. */
  readyAt: number;
  /** It waits for its circuit, not for its back-off. */
  isHeld: boolean;
  /** When a call ends to wait for its circuit; `undefined` before it has. */
  patientUntil: number | undefined;
}

interface Performed {
  readonly value: unknown;
  readonly provider: string;
}

/** Nobody waits while somebody is ready (rules §4). */
class Rounds<Candidate extends RoundCandidate> {
  /** On the wire, over all providers. */
  attempts = 0;
  /** The last provider that was asked. */
  provider: string | undefined = undefined;
  readonly #call: RoundsCall<Candidate>;
  readonly #failures = new Map<string, ProviderFailure>();
  /** Events of those that the call goes on from, once it is known to whom. */
  #leaving: ((to: string) => void)[] = [];

  constructor(call: RoundsCall<Candidate>) {
    this.#call = call;
  }

  async perform(): Promise<Performed> {
    const { begun, candidates, options, deadlineAt } = this.#call;
    const standings = candidates().map((candidate): Standing<Candidate> => ({
      candidate,
      rounds: 0,
      readyAt: -Infinity,
      isHeld: false,
      patientUntil: undefined,
    }));
    const [first] = standings;
    let performed = begun && first && (await this.#ask(first, standings, undefined, begun));
    while (performed === undefined) {
      throwIfAborted(options.signal);
      const inPlay = standings.filter(({ readyAt }) => readyAt !== Infinity);
      const next = await this.#firstReady(inPlay);
      if (next !== undefined) performed = await this.#ask(next, inPlay, undefined);
      else {
        const [soonest, then] = inPlay.filter(isLeft).sort((a, b) => a.readyAt - b.readyAt);
        if (soonest === undefined || soonest.readyAt >= deadlineAt) throw this.#exhausted();
        if (soonest.isHeld) performed = await this.#ask(soonest, inPlay, then?.readyAt);
        else await this.#waitUntil(soonest.readyAt);
      }
    }
    return performed;
  }

  /** The first in order whose time has come and whose circuits admit. */
  async #firstReady(inPlay: readonly Standing<Candidate>[]): Promise<Standing<Candidate> | undefined> {
    const { context, options, deadlineAt, retriesFirst } = this.#call;
    for (const standing of inPlay) {
      const { provider, circuits } = standing.candidate;
      const preparing = prepareCircuits(circuits);
      if (preparing !== undefined) await untilAborted(options.signal, async () => preparing);
      const now = context.clock.now();
      if (now >= deadlineAt) throw this.deadlinePassed();
      if (standing.readyAt > now) continue;
      const blocking =
        circuits.isIsolated || !inPlay.some((other) => other !== standing && isLeft(other))
          ? undefined
          : circuits.blocking(now);
      if (!circuits.isIsolated && blocking === undefined) return standing;
      standing.readyAt =
        blocking === undefined || retriesFirst ? Infinity : now + Math.max(1, blocking.retryAfter(now));
      standing.isHeld = true;
      this.#note(provider, 0, blocking?.refusal(provider) ?? isolated(provider), undefined, standing.rounds + 1);
    }
    return undefined;
  }

  /** Asks a candidate; resolves with nothing if the call goes on. */
  async #ask(
    standing: Standing<Candidate>,
    inPlay: readonly Standing<Candidate>[],
    waitsUntil: number | undefined,
    begun?: Running,
  ): Promise<Performed | undefined> {
    const { context, deadlineAt, start } = this.#call;
    const { candidate } = standing;
    const { provider } = candidate;
    const { clock } = context;
    const left = inPlay.filter(isLeft);
    const ofRound = left.filter((other) => other.rounds <= standing.rounds && !other.isHeld).length;
    standing.rounds += 1;
    standing.isHeld = false;
    for (const leave of this.#leaving.splice(0)) leave(provider);
    // A listener of that may have aborted, or taken its time.
    throwIfAborted(this.#call.options.signal);
    const now = clock.now();
    if (now >= deadlineAt) throw this.deadlinePassed();
    const endsAt = begun ? Infinity : now + (deadlineAt - now) / Math.max(1, ofRound);
    const candidates = left.map((other) => other.candidate);
    const { run, result } = begun ?? start(candidate, { candidates, round: standing.rounds, waitsUntil, endsAt });
    const expire = (): void => run.expire(() => deadlineErrorOf(run));
    const stopTimer = endsAt === Infinity ? undefined : startTimer(clock, endsAt - now, expire);
    this.provider = provider;
    try {
      const value = await result;
      run.settle();
      return { value, provider };
    } catch (thrown) {
      const failure = findFailure(thrown);
      if (failure !== undefined) run.settle(failure);
      if (failure instanceof NextError && failure.failure) await blame(run, failure);
      const error = this.#failureToGoOnFrom(run, thrown, candidate);
      this.#note(provider, run.attempts, error, run, standing.rounds);
      this.#comeBack(standing, run, error, waitsUntil);
      return undefined;
    } finally {
      stopTimer?.();
      this.attempts += run.attempts;
    }
  }

  /** When it may be asked again, if it may. */
  #comeBack(standing: Standing<Candidate>, run: ProviderRun, error: SdkError, waitsUntil: number | undefined): void {
    const { context, retriesFirst } = this.#call;
    const { policy } = standing.candidate;
    const now = context.clock.now();
    standing.readyAt = Infinity;
    standing.isHeld = false;
    standing.rounds += run.repeats;
    if (retriesFirst || !run.options.hasNext || !isRepeatable(run)) return;
    if (error instanceof CircuitOpenError) {
      const isFull = error.code === "limited";
      // A candidate that was not asked has not taken part.
      if (run.attempts === 0) standing.rounds -= 1;
      standing.patientUntil ??= now + (policy?.kind === "circuit-breaker" ? policy.patience : LEAST_PATIENCE);
      const readyAt = now + (isFull ? Math.min(error.retryAfter, FULL) : Math.max(1, error.retryAfter));
      if (readyAt > standing.patientUntil || standing.rounds >= roundsOf(policy, isFull)) return;
      standing.readyAt = readyAt;
      // One that was sent away at once comes back; others may wait in its queue.
      standing.isHeld = waitsUntil === undefined || now >= waitsUntil;
      return;
    }
    if (policy?.kind !== "circuit-breaker") return;
    const rounds = roundsOf(policy);
    if (standing.rounds >= rounds || !classifyError(error).retried) return;
    const { maxRetryAfter, random } = context;
    const asked = retryAfterOf(error);
    if ((asked ?? 0) > maxRetryAfter) return;
    standing.readyAt =
      now + (asked === undefined ? retryDelay(policy.backoff, standing.rounds, random) : politeDelay(0, asked, random));
  }

  async #waitUntil(time: number): Promise<void> {
    const { context, options } = this.#call;
    const { clock } = context;
    await waitUnlessWoken(clock, time - clock.now(), undefined, options.signal === undefined ? [] : [options.signal]);
  }

  /** Notes a failure, and who is to hear of it. */
  #note(provider: string, attempts: number, error: SdkError, run?: ProviderRun, round = 1): void {
    const { call, profile, useCase, context } = this.#call;
    const before = this.#failures.get(provider);
    this.#failures.set(provider, { provider, attempts: attempts + (before?.attempts ?? 0), error });
    const { on } = context;
    if (on === undefined) return;
    const mayRepeat = run?.sideEffects.some(({ acted, method }) => acted && hasEffectTwice(method)) ?? false;
    const what = { call, profile, useCase, from: provider, error, duration: run?.duration ?? 0, mayRepeat, round };
    this.#leaving.push((to) => {
      if (to !== provider) emit(on, { type: "failover", ...what, to });
    });
  }

  /** The failure after which another candidate may be asked; throws if the call ends here (rules §4). */
  #failureToGoOnFrom(run: ProviderRun, thrown: unknown, { failoverOn }: Candidate): SdkError {
    throwIfAborted(this.#call.options.signal);
    const failure = findFailure(thrown);
    if (failure === undefined) throw thrown;
    const { hasNext } = run.options;
    const shareEnded = failure instanceof DeadlineError && run.endedBy(failure);
    if (run.mustNotRepeat || (failure instanceof ResultError && !hasOnlyRead(run))) {
      markUnrepeatable(failure);
    }
    const mayGoOn =
      failure instanceof NextError ||
      classifyError(failure).failsOver ||
      (failure instanceof HttpError && failoverOn.includes(failure.status)) ||
      (isUnreadable(failure) && hasNext && isRepeatable(run));
    if (shareEnded ? !hasNext : !mayGoOn) throw shareEnded ? this.#withOthers(failure, run) : failure;
    if (!hasNext || !isUnrepeatable(failure)) return failure;
    const why = run.mustNotRepeat || !(failure instanceof ResultError) ? MAY_HAVE_ACTED : HAS_ACTED;
    throw explain(failure, `no other provider was tried, because ${why}`);
  }

  /** A deadline ends a call with the last one that was asked: why the others have failed is to be known, too. */
  #withOthers(failure: SdkError, { options: { origin } }: ProviderRun): SdkError {
    const others = [...this.#failures.values()].filter(({ provider }) => provider !== origin.provider);
    for (const { provider, error } of others) explain(failure, `${provider} had failed before: ${error.message}`);
    return failure;
  }

  /** Nobody is left: all circuits were open, or the failure of the only provider, or those of all. */
  #exhausted(): SdkError {
    const failures = [...this.#failures.values()];
    const refusals = failures.flatMap(({ error }) => (error instanceof CircuitOpenError ? error : []));
    const allOpen = refusals.length === failures.length;
    const [soonest, ...later] = allOpen ? refusals.sort((a, b) => a.retryAfter - b.retryAfter) : [];
    for (const { message } of later) explain(soonest as CircuitOpenError, message);
    if (soonest !== undefined) return soonest;
    const [only] = failures.length === 1 ? failures : [];
    if (only !== undefined) return only.error;
    const reasons = failures.map(
      ({ provider, attempts, error }) => `${provider} (attempts: ${attempts}): ${error.message}`,
    );
    const message = `${this.#call.title} failed with every provider: ${reasons.join("; ")}`;
    const [retryAfter] = failures.flatMap((failure) => waitOf(failure.error) ?? []).sort((a, b) => a - b);
    const error = new FailoverError(message, { code: "failover", failures, retryAfter });
    if (failures.some((failure) => isUnrepeatable(failure.error))) markUnrepeatable(error);
    return error;
  }

  deadlinePassed(): DeadlineError {
    const lastError = [...this.#failures.values()].at(-1)?.error;
    return new DeadlineError(`the deadline of ${this.#call.title} has passed`, { code: "deadline", lastError });
  }
}

/** The circuit of the last request hears that its answer was a failure. */
async function blame({ lastPermit, options }: ProviderRun, error: NextError): Promise<void> {
  const { circuits, context } = options;
  if (lastPermit === undefined || !(await circuits.circuits.load())) return;
  const { owner } = lastPermit;
  const circuit = circuits.endpoints.find(
    (endpoint) => endpoint.circuit === owner || endpoint.record === owner,
  )?.circuit;
  circuit?.blame(lastPermit, error, context.clock.now());
}

/** The patience of a candidate whose policy does not say it, in ms. */
const LEAST_PATIENCE = 5000;

/** Nobody knows when a place among its limits is free, so a call looks again after so many ms. */
const FULL = 100;

/** How often a candidate takes part: by its policy, and once if it has none; to wait for a place is not to take part. */
function roundsOf(policy: RetryPolicy | undefined, isFull = false): number {
  return policy?.kind === "circuit-breaker" ? 1 + policy.maxContiguousRetries : isFull ? 1 : 0;
}

function isLeft({ readyAt }: Standing<unknown>): boolean {
  return readyAt !== Infinity;
}

/** How far a `cause` is followed. */
const MAX_DEPTH = 10;

/**
 * One of the runtime's failures in what a map threw: itself, or below as a `cause`. What a map reports with `fail()`, and
 * anything else, is the map's own error.
 */
export function findFailure(thrown: unknown): SdkError | undefined {
  let error: unknown = thrown;
  for (let depth = 0; depth < MAX_DEPTH && error instanceof Error; depth += 1) {
    if (error instanceof UseCaseError) return undefined;
    if (error instanceof SdkError) return error;
    error = error.cause;
  }
  return undefined;
}

/** An answer that cannot be read as what was asked for, that leads elsewhere, or nowhere. */
function isUnreadable(failure: SdkError): boolean {
  if (failure instanceof RedirectError || failure instanceof PagesError) return true;
  return failure instanceof BodyError && /^(?:body-(?:not-json|empty)|not-(?:events|lines))$/.test(failure.code);
}

/** Nothing but GET and HEAD went over the wire. */
function hasOnlyRead({ sideEffects }: ProviderRun): boolean {
  return sideEffects.every(({ isSent, method }) => !isSent || method === "GET" || method === "HEAD");
}

const MAY_HAVE_ACTED = "a request marked idempotent: false may have taken effect";
const HAS_ACTED = "requests other than GET and HEAD were sent";

function waitOf(error: SdkError): number | undefined {
  return error instanceof CircuitOpenError ? error.retryAfter : retryAfterOf(error);
}
