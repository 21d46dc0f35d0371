import { reasonOf } from "../abort.js";
import type { TokenGate } from "../auth/authenticate.js";
import { MAX_DELAY } from "../clock.js";
import { type AttemptPolicy, type CircuitBreakerPolicy, DEFAULT_CIRCUIT_BREAKER } from "../config/retries.js";
import { CircuitOpenError } from "../errors/call-errors.js";
import { HttpError, SdkError, TimeoutError } from "../errors/errors.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { PreparedRequest } from "../http/prepare.js";
import type { Deed } from "../http/side-effects.js";
import { mayAskToWait } from "../http/waits.js";
import type { AttemptEnd, AttemptExtra } from "../telemetry/around.js";
import { emit, type EventRequest } from "../telemetry/events.js";
import type { CircuitRules } from "./circuit-state.js";
import { type Circuit, circuitOpen, type Ticket } from "./circuit.js";
import type { Endpoint } from "./circuits.js";
import { ABORTED, classifyError, classifyResponse, judgementOf, type Verdict } from "./classify.js";
import { addedHeaders, Surrounding } from "./hooks.js";
import { type ActiveAttempt, isAct, type Performance } from "./provider-run.js";

/** A last candidate's waits end so many times the usual time of an answer before its deadline. */
const RESERVE = 1.5;
/** Waits that a server asks for lengthen the patience by so many times what they add. */
const ALLOWANCE = 1.2;
/** Who has no policy that says it waits so long for a place, in ms. */
const LEAST_PATIENCE = 5000;

interface TurnOptions {
  readonly label: EventRequest;
  readonly policy: AttemptPolicy;
  readonly signals: readonly AbortSignal[];
  readonly requestTimeout: number;
  readonly endsAt: number;
  /** Whether it is a later request of a running map. */
  readonly isLater: boolean;
}

/** One request's dealings with its circuit: what it asks, how long it waits, what it made of its endpoint. */
export class Turn {
  readonly endpoint: Endpoint | undefined;
  /** Where it asks; `undefined` where nothing holds it back. */
  readonly circuit: Circuit | undefined;
  readonly performance: Performance;
  readonly options: TurnOptions;
  readonly rules: CircuitRules;
  until: number | undefined = undefined;
  /** Of its endpoint; `undefined` where its attempts are no evidence. */
  readonly #told: Circuit | undefined;
  readonly #breaker: CircuitBreakerPolicy | undefined;

  constructor(performance: Performance, options: TurnOptions) {
    const { circuits } = performance.options;
    const { policy, label } = options;
    this.performance = performance;
    this.options = options;
    this.#breaker = policy.kind === "circuit-breaker" ? policy : undefined;
    this.rules = this.#breaker ?? DEFAULT_CIRCUIT_BREAKER;
    this.endpoint = this.#breaker?.circuit === true ? circuits.endpoint(label, this.rules) : undefined;
    this.#told = this.endpoint?.tolerated === false ? this.endpoint.circuit : undefined;
    this.circuit = this.#told ?? circuits.line(this.rules);
    if (this.endpoint !== undefined) performance.asked.push(this.endpoint);
  }

  /** Whether its endpoint gets one attempt only. */
  get isTolerated(): boolean {
    return this.endpoint?.tolerated === true;
  }

  get isIsolated(): boolean {
    return this.performance.options.circuits.isIsolated;
  }

  /** Whether its circuit is not closed. */
  get isHeldBack(): boolean {
    return this.#told !== undefined && this.#told.state.kind !== "closed";
  }

  /** Asks for an attempt; waits where it has to and has time. */
  ask(number: number, now: number): Ticket | "refused" | undefined | Promise<Ticket | "refused"> {
    if (this.isIsolated) return "refused";
    const { circuit } = this;
    if (circuit === undefined) return undefined;
    const { signals, isLater, requestTimeout, endsAt } = this.options;
    const { hasNext, options } = this.performance;
    const isEvidence = this.#told !== undefined;
    this.until ??= this.firstUntil(circuit, now);
    const first = isLater && number === 1;
    const ask = {
      call: options.call,
      rules: this.rules,
      hasNext,
      isLater: first,
      until: this.until,
      atMost: Math.min(requestTimeout, endsAt - now),
      signals,
      isEvidence,
    };
    const asked = circuit.ask(ask, now);
    return asked instanceof Promise ? asked.then((ticket) => ticket ?? "refused") : (asked ?? "refused");
  }

  /** Why it was refused. */
  refusal(): CircuitOpenError {
    const { context, origin } = this.performance.options;
    if (!this.isIsolated && this.circuit !== undefined)
      return circuitOpen(this.circuit, origin.provider, context.clock.now());
    return isolated(origin.provider);
  }

  /** An answer that is a success for the circuit, a 404 too, ends the tolerance of its endpoint. */
  answered(verdict: Verdict): void {
    if (this.endpoint !== undefined && verdict.circuit === "success") this.endpoint.tolerated = false;
  }

  /** Time on the wire is not waiting. */
  spent(from: number, to: number): void {
    this.lengthen((to - from) / ALLOWANCE);
  }

  /** A server has asked for a wait that is so much longer than its own, in ms. */
  lengthen(by: number): void {
    if (this.until !== undefined) this.until = Math.min(this.until + ALLOWANCE * by, this.options.endsAt);
  }

  /** A wait that outlasts its time is made, and asks once. */
  willWait(to: number): void {
    if (this.until !== undefined) this.until = Math.max(this.until, Math.min(to + 1, this.options.endsAt));
  }

  private firstUntil({ state: { usual = 0 } }: Circuit, now: number): number {
    const { endsAt } = this.options;
    const patience = this.#breaker?.patience ?? LEAST_PATIENCE;
    return Math.max(now, Math.min(now + patience, endsAt - RESERVE * usual));
  }
}

/** An isolated provider is asked again when somebody says so. */
export function isolated(provider: string): CircuitOpenError {
  const details = { code: "isolated", provider, retryAfter: MAX_DELAY };
  return new CircuitOpenError(`${provider} is not asked now: it is isolated until it is reset`, details);
}

/** The least that the policy has to see of an answer. */
export interface AnswerStatus {
  readonly status: number;
}

/** Sends a request once; rejects with an SdkError, or with the reason of a signal. */
export type SendAttempt<Answer extends AnswerStatus> = (limits: AttemptLimits) => Promise<Answer>;

/** A request under way, between its attempts. */
export interface Run<Answer extends AnswerStatus> {
  readonly performance: Performance;
  readonly label: EventRequest;
  readonly send: SendAttempt<Answer>;
  readonly requestTimeout: number;
  readonly idempotent: boolean | undefined;
  readonly signals: readonly AbortSignal[];
  readonly streamSignals: readonly AbortSignal[];
  readonly deed: Deed;
  readonly policy: AttemptPolicy;
  readonly tokenGate: (performance: Performance, policy: AttemptPolicy) => TokenGate | undefined;
  /** The earlier of the request's own deadline and the performance's share. */
  readonly endsAt: number;
}

/** How an attempt ended, and what follows from it. */
export type AttemptResult<Answer> = Answered<Answer> | AttemptFailure;

export interface Answered<Answer> {
  readonly answered: true;
  readonly answer: Answer;
  readonly verdict: Verdict;
}

export interface AttemptFailure {
  readonly answered: false;
  readonly error: unknown;
  readonly verdict: Verdict;
  /** A deadline has cut it short. */
  readonly outOfTime: boolean;
  /** Whether it was done before it failed: what failed is what a redirect has led to. */
  readonly wasDone: boolean;
  /** Whether an attempt before it may have had the effect of a request that has one (POST, PATCH). */
  readonly actedBefore: boolean;
}

/** Makes one attempt, now, reports it to its circuit and tells who listens. */
export async function makeAttempt<Answer extends AnswerStatus>(
  run: Run<Answer>,
  number: number,
  startedAt: number,
  ticket: Ticket | undefined,
): Promise<AttemptResult<Answer>> {
  const attempt = new Attempt(run, number, startedAt, ticket);
  let result: AttemptResult<Answer>;
  try {
    const answer = await run.send(attempt);
    result = { answered: true, answer, verdict: classifyResponse(answer.status) };
  } catch (error) {
    result = failureOf(run, error, attempt);
  }
  attempt.end(result);
  if (attempt.left !== undefined) await attempt.left;
  return result;
}

function failureOf<Answer extends AnswerStatus>(
  { signals, label }: Run<Answer>,
  error: unknown,
  { cutTo, number, wasDone, actedBefore: acted }: Attempt<Answer>,
): AttemptFailure {
  const actedBefore = number > 1 && acted && (isAct(label.method) || isDoneBefore(label.method, error));
  const failed = { answered: false, wasDone, actedBefore } as const;
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) return { ...failed, error: reasonOf(aborted), verdict: ABORTED, outOfTime: false };
  const outOfTime = cutTo !== undefined && error instanceof TimeoutError && error.code === "timeout";
  return { ...failed, error, verdict: classifyError(error), outOfTime };
}

/** What the second of two requests is answered, where the first has done it. */
function isDoneBefore(method: string, error: unknown): boolean {
  const status = error instanceof HttpError ? error.status : undefined;
  return method === "DELETE" ? status === 404 || status === 410 : method === "PUT" && status === 412;
}

/** An attempt from its beginning to its one end, and what bounds it. */
class Attempt<Answer extends AnswerStatus> implements ActiveAttempt, AttemptLimits {
  readonly run: Run<Answer>;
  readonly number: number;
  readonly startedAt: number;
  readonly ticket: Ticket | undefined;
  /** Whether the server may have acted already: on an attempt before, or on what came before a redirect. */
  actedBefore: boolean;
  readonly requestTimeout: number;
  readonly idempotent: boolean | undefined;
  readonly signals: readonly AbortSignal[];
  readonly streamSignals: readonly AbortSignal[];
  /** What a deadline has left of the time, in ms; `undefined` where it has left all of it. */
  readonly cutTo: number | undefined;
  wasDone = false;
  isSent = false;
  hasEnded = false;
  /** Once it has ended: when its hook has too. */
  left: Promise<void> | undefined = undefined;
  #surrounding: Surrounding<AttemptExtra, AttemptEnd> | undefined;

  constructor(run: Run<Answer>, number: number, startedAt: number, ticket: Ticket | undefined) {
    this.run = run;
    this.number = number;
    this.startedAt = startedAt;
    this.ticket = ticket;
    this.actedBefore = run.deed.acted;
    this.requestTimeout = Math.max(0, Math.min(run.requestTimeout, run.endsAt - startedAt));
    this.cutTo = this.requestTimeout < run.requestTimeout ? this.requestTimeout : undefined;
    this.idempotent = run.idempotent;
    this.signals = run.signals;
    this.streamSignals = run.streamSignals;
    run.deed.acted = true;
    run.performance.attemptBegins(this);
  }

  /** Made when it is asked for: few requests need a token. */
  get tokenGate(): TokenGate | undefined {
    return this.run.tokenGate(this.run.performance, this.run.policy);
  }

  waiting(): void {
    this.ticket?.circuit.hold(this.ticket);
  }

  /** Credentials are there: from now on the server may count it. */
  sending(): void {
    const { ticket } = this;
    if (ticket?.isHeld) ticket.circuit.goOn(ticket, this.run.performance.options.context.clock.now());
    if (this.isSent || this.hasEnded) return;
    this.isSent = true;
    this.run.deed.isSent = true;
    this.run.performance.attempts += 1;
  }

  acted(): void {
    this.wasDone = true;
    this.actedBefore = true;
  }

  around<T>(prepared: PreparedRequest, start: (added?: Headers) => Promise<T>): Promise<T> {
    const { context, origin, call } = this.run.performance.options;
    const hook = context.around?.attempt;
    if (hook === undefined) return start();
    const { method, service, path } = this.run.label;
    const { origin: server, path: below, segments } = prepared.base;
    const shown = segments.reduce((path, segment) => path.replaceAll(segment, "***"), below);
    const baseUrl = server + shown.replace(/\/$/, "");
    const what = { call, ...origin, method, service, path, attempt: this.number };
    this.#surrounding = new Surrounding({ context, hook: "attempt", what });
    return this.#surrounding.enter(hook, { ...what, baseUrl }, async (extra) => start(addedHeaders(prepared, extra)));
  }

  cancel(reason: unknown): void {
    this.hasEnded = true;
    this.ticket?.circuit.drop(this.ticket, this.run.performance.options.context.clock.now());
    this.#announce(undefined, undefined);
    if (this.#surrounding !== undefined) this.#leave({ ok: false, status: undefined, error: reason });
  }

  end(result: AttemptResult<Answer>): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { performance, deed } = this.run;
    const error = !result.answered && result.error instanceof SdkError ? result.error : undefined;
    deed.acted = this.actedBefore || (this.isSent && result.verdict.acted);
    // A retry that the deadline cut says nothing of the provider; why it was made does.
    const isCutRetry = this.number > 1 && !result.answered && result.outOfTime;
    if (error !== undefined && !isCutRetry) performance.lastError = error;
    this.#report(result, error);
    const status = result.answered ? result.answer.status : error instanceof HttpError ? error.status : undefined;
    this.#announce(status, error);
    performance.attemptEnds(this);
    if (this.#surrounding === undefined) return;
    this.#leave(result.answered ? { ok: true, status } : { ok: false, status, error: result.error });
  }

  #leave(end: Omit<AttemptEnd, "duration">): void {
    const { clock } = this.run.performance.options.context;
    this.left = this.#surrounding?.end({ ...end, duration: clock.now() - this.startedAt });
  }

  #report({ verdict }: AttemptResult<Answer>, error: SdkError | undefined): void {
    const { ticket, cutTo } = this;
    if (ticket === undefined) return;
    const { circuit, ask } = ticket;
    const now = this.run.performance.options.context.clock.now();
    if (!ask.isEvidence || !this.isSent || verdict === ABORTED) return circuit.drop(ticket, now);
    const timedOut = error instanceof TimeoutError;
    return circuit.report(
      ticket,
      { type: verdict.circuit, error, retryAfter: retryAfterOf(error), timedOut, cutTo },
      now,
    );
  }

  #announce(status: number | undefined, error: SdkError | undefined): void {
    const { context, origin, call } = this.run.performance.options;
    if (context.on === undefined || !this.isSent) return;
    const { method, service, path } = this.run.label;
    const what = { call, ...origin, method, service, path, attempt: this.number };
    emit(context.on, { type: "attempt", ...what, duration: context.clock.now() - this.startedAt, status, error });
  }
}

/** When a refusal says to come back, in ms. */
export function retryAfterOf(error: unknown): number | undefined {
  const judgement = error instanceof SdkError ? judgementOf(error) : undefined;
  if (judgement !== undefined) return judgement.after;
  return error instanceof HttpError && mayAskToWait(error.status) ? error.retryAfter : undefined;
}
