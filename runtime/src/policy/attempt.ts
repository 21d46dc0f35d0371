import { CircuitOpenError, HttpError, SdkError, TimeoutError } from "../errors.js";
import { emit, type EventRequest } from "../events.js";
import type { AttemptTicket, Circuit } from "./circuit.js";
import type { CircuitRules, CircuitState } from "./circuit-state.js";
import { ABORTED, classifyError, classifyResponse, type Verdict } from "./classify.js";
import { attemptBudget, type AttemptBudget } from "./deadline.js";
import type { Deed, Performance } from "./performance.js";
import type { AttemptLimits } from "../http/attempt-scope.js";

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
  readonly signals: readonly AbortSignal[];
  readonly deed: Deed;
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
}

/** Makes one attempt, now, and reports it to the circuit. Rejects only when the circuit refuses it. */
export async function makeAttempt<Answer extends AnswerStatus>(
  run: Run<Answer>,
  number: number,
  startedAt: number,
): Promise<AttemptResult<Answer>> {
  const { performance, deed, requestTimeout, signals } = run;
  const budget = attemptBudget(startedAt, run.endsAt, requestTimeout);
  const place = beginAttempt(performance, requestTimeout, startedAt);
  const actedBefore = deed.acted;
  deed.acted = true;
  performance.attemptBegins();
  let result: AttemptResult<Answer>;
  try {
    const answer = await run.send({ requestTimeout: budget.timeout, signals });
    result = { answered: true, answer, verdict: classifyResponse(answer.status) };
  } catch (error) {
    result = failureOf(run, budget, error);
  }
  deed.acted = actedBefore || result.verdict.acted;
  if (!result.answered && result.error instanceof SdkError) performance.lastError = result.error;
  performance.attemptEnds();
  if (place !== undefined) report(place, performance.rules, result);
  announce(run, number, startedAt, result);
  return result;
}

/** An attempt's place in its circuit. */
interface Place {
  readonly circuit: Circuit;
  readonly ticket: AttemptTicket;
}

/** Takes the attempt's place; none where there is no circuit. */
function beginAttempt(performance: Performance, requestTimeout: number, now: number): Place | undefined {
  const { circuit, permit, origin } = performance;
  if (circuit === undefined || permit === undefined) return undefined;
  const ticket = circuit.begin(permit, requestTimeout, now);
  if (ticket === undefined) throw circuitOpen(circuit, origin.provider);
  return { circuit, ticket };
}

/** Why a circuit admits nothing now. */
export function circuitOpen(circuit: Circuit, provider: string): CircuitOpenError {
  const { state, untilAdmission } = circuit;
  return new CircuitOpenError(`the circuit of ${provider} is ${state.kind}: ${refusals[state.kind]}`, {
    code: "circuit-open",
    provider,
    retryAfter: untilAdmission,
    lastError: state.kind === "closed" ? undefined : state.lastError,
  });
}

const refusals: { readonly [kind in CircuitState["kind"]]: string } = {
  open: "too many of its attempts have failed",
  "half-open": "another call is probing it",
  closed: "this call was its probe, took too long over it and has lost its place",
};

function failureOf(
  { signals, requestTimeout }: Run<AnswerStatus>,
  { timeout, telling }: AttemptBudget,
  error: unknown,
): AttemptFailure {
  const aborted = signals.find((signal) => signal.aborted);
  if (aborted !== undefined) return { answered: false, error: aborted.reason, verdict: ABORTED, outOfTime: false };
  const outOfTime = error instanceof TimeoutError && timeout < requestTimeout;
  const verdict = classifyError(error);
  const told: Verdict = outOfTime && !telling ? { ...verdict, circuit: "neither" } : verdict;
  return { answered: false, error, verdict: told, outOfTime };
}

function report({ circuit, ticket }: Place, rules: CircuitRules | undefined, result: AttemptResult<unknown>): void {
  if (result.verdict.circuit === "success") circuit.succeed(ticket);
  else if (result.verdict.circuit === "neither" || result.answered || rules === undefined) circuit.drop(ticket);
  else circuit.fail(ticket, rules, result.error as SdkError, retryAfterOf(result.error));
}

/** What a refusal asks for, in ms; elsewhere `Retry-After` means nothing (RFC 9110 §10.2.3, RFC 6585 §4). */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof HttpError && (error.status === 429 || error.status === 503) ? error.retryAfter : undefined;
}

function announce<Answer extends AnswerStatus>(
  { performance, label }: Run<Answer>,
  number: number,
  startedAt: number,
  result: AttemptResult<Answer>,
): void {
  const { context, origin } = performance;
  if (context.on === undefined) return;
  const { method, service, path } = label;
  const error = !result.answered && result.error instanceof SdkError ? result.error : undefined;
  const status = result.answered ? result.answer.status : error instanceof HttpError ? error.status : undefined;
  const duration = context.clock.now() - startedAt;
  emit(context.on, { type: "attempt", ...origin, method, service, path, attempt: number, duration, status, error });
}
