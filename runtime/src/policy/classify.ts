import type { BadOption } from "../config/options.js";
import type { AttemptOutcome, RetryWhen } from "../config/retries.js";
import { CircuitOpenError, FailoverError, ResultError } from "../errors/call-errors.js";
import {
  AuthenticationError,
  BodyError,
  describeRequest,
  HttpError,
  NetworkError,
  RedirectError,
  SdkError,
  TimeoutError,
} from "../errors/errors.js";
import type { ReceivedAnswer } from "../http/answer.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { SideEffect } from "../http/side-effects.js";
import { mayAskToWait } from "../http/waits.js";

/** The consequences of the outcome of an attempt: one row of the table in rules §4. */
export interface Verdict {
  readonly retried: boolean;
  readonly failsOver: boolean;
  readonly circuit: "success" | "failure" | "refusal" | "denial" | "neither";
  /** The server may have acted on the request. */
  readonly acted: boolean;
}

const rejected: Verdict = { retried: false, failsOver: false, circuit: "success", acted: false };
const answered: Verdict = { retried: false, failsOver: false, circuit: "success", acted: true };
const unreached: Verdict = { retried: true, failsOver: true, circuit: "failure", acted: false };
const refused: Verdict = { retried: true, failsOver: true, circuit: "refusal", acted: false };
/** It says when to come back, but not that it has done nothing. */
const paused: Verdict = { retried: true, failsOver: true, circuit: "refusal", acted: true };
const unknown: Verdict = { retried: true, failsOver: true, circuit: "failure", acted: true };
const unsupported: Verdict = { retried: false, failsOver: true, circuit: "failure", acted: false };
const malformed: Verdict = { retried: false, failsOver: true, circuit: "failure", acted: true };
const denied: Verdict = { retried: false, failsOver: true, circuit: "denial", acted: false };
/** A use-case that a map has called, or a result: it fails over like any, and says nothing about an endpoint. */
const inner: Verdict = { retried: false, failsOver: true, circuit: "neither", acted: false };
/** Found before anything was sent, or thrown by a function of the caller's at an answer, which may be that of an act. */
const ownMistake: Verdict = { retried: false, failsOver: false, circuit: "neither", acted: true };

/** The caller, a deadline or the circuit ended the attempt, or an answer leads elsewhere or cannot be read. */
export const ABORTED: Verdict = { retried: false, failsOver: false, circuit: "neither", acted: true };

/** 409 to the key of an attempt before, which is still at work: it may pass. */
export const AT_WORK: Verdict = { retried: true, failsOver: false, circuit: "neither", acted: true };

/** The meaning of a status that the caller gets as a response: 2xx, or one that `throwHttpErrors` lets through. */
export function classifyResponse(status: number, isUnreadable = false): Verdict {
  const circuit = isUnreadable || isTransient(status) || status >= 500 ? "neither" : "success";
  return { retried: false, failsOver: false, circuit, acted: classifyStatus(status).acted };
}

/** The meaning of an error that an attempt rejected with; an abort and foreign errors say nothing about the provider. */
export function classifyError(error: unknown): Verdict {
  const verdict = classifyFailure(error);
  // The API's endpoint got nothing since it was last known to act, or has said 401.
  const isToken = error instanceof SdkError && Object.hasOwn(error, "tokenEndpoint");
  return isToken ? { ...verdict, circuit: "neither", acted: false } : verdict;
}

/** The caller's `when` about an outcome. */
export interface Judgement {
  readonly verdict: Verdict;
  /** When to come back, in ms. */
  readonly after?: number | undefined;
}

const judged = new WeakMap<SdkError, Judgement>();

/** Notes a caller's judgement of a failure: that it may pass, that it is an answer, or a wish to wait. */
function judge(error: SdkError, said: boolean | { readonly after: number }): void {
  if (typeof said === "object") judged.set(error, { verdict: refused, after: said.after });
  // No answer has said that nothing was done.
  else judged.set(error, { verdict: said ? unknown : error instanceof HttpError ? rejected : answered });
}

export function judgementOf(error: SdkError): Judgement | undefined {
  return judged.get(error);
}

/** The same, of a token endpoint by itself too. */
export function classifyFailure(error: unknown): Verdict {
  const byCaller = error instanceof SdkError ? judged.get(error) : undefined;
  if (byCaller !== undefined) return byCaller.verdict;
  if (error instanceof AuthenticationError) return denied;
  if (error instanceof CircuitOpenError || error instanceof FailoverError || error instanceof ResultError) return inner;
  // An error of `next()`: its map says that nothing was done, or that it does not matter.
  if (error instanceof SdkError && error.code === "next") return inner;
  if (error instanceof HttpError) return classifyStatus(error.status, error.retryAfter);
  if (error instanceof NetworkError) return classifyNetworkError(error);
  if (error instanceof TimeoutError) return unknown;
  if (error instanceof RedirectError || error instanceof BodyError) return ABORTED;
  return ownMistake;
}

function classifyStatus(status: number, retryAfter?: number): Verdict {
  if (status === 429) return refused;
  if (status === 425) return retryAfter === undefined ? unreached : refused;
  // An answer that says when to come back is a refusal, whatever the status.
  if (retryAfter !== undefined && (status === 403 || status === 413)) return refused;
  if (retryAfter !== undefined && (status === 408 || status >= 500)) return paused;
  if (status === 501 || status === 505 || status === 511) return unsupported;
  if (status === 408 || status >= 500) return unknown;
  if (status === 402 || status === 403) return denied;
  return status < 400 ? answered : rejected;
}

function isTransient(status: number): boolean {
  return status === 408 || status === 425 || status === 429;
}

function classifyNetworkError({ code, sent }: NetworkError): Verdict {
  if (code === "network-tls" && sent === false) return unsupported;
  if (code === "network-tls" || code === "network-malformed") return malformed;
  return sent === false ? unreached : unknown;
}

/** When a refusal says to come back, in ms. */
export function retryAfterOf(error: unknown): number | undefined {
  const judgement = error instanceof SdkError ? judgementOf(error) : undefined;
  if (judgement !== undefined) return judgement.after;
  return error instanceof HttpError && mayAskToWait(error.status) ? error.retryAfter : undefined;
}

/** An answer that sheds load: 503 that says when to come back. */
export function isShed(error: unknown): boolean {
  return error instanceof HttpError && error.status === 503 && error.retryAfter !== undefined;
}

/** Adds to an error's message why it was not followed by another attempt. */
export function explain<Failure extends SdkError>(error: Failure, why: string): Failure {
  error.message += `; ${why}`;
  return error;
}

/** Repeating the method can have a second effect (RFC 9110 §9.2.2). */
export function hasEffectTwice(method: string): boolean {
  return method === "POST" || method === "PATCH";
}

const HARMLESS = /^(?:GET|HEAD|OPTIONS|PUT|DELETE)$/;

/** To make a request of the method twice changes nothing (RFC 9110 §9.2.2). */
export function isHarmless(method: string): boolean {
  return HARMLESS.test(method);
}

/** To make it again may have its effect twice. */
export function hasActed({ acted, isSent, wasShed, harmless, idempotent, method }: SideEffect): boolean {
  return acted && isSent && !wasShed && !(harmless || (idempotent && isHarmless(method)));
}

/** On the error itself, for all copies of the runtime in one process: a map may call the client of another SDK. */
const key: unique symbol = Symbol.for("sdkwright.unrepeatable");

/** Marks a failure behind which something may have taken effect; a map may pass one on from a call of its own. */
export function markUnrepeatable(failure: SdkError): void {
  Reflect.defineProperty(failure, key, { value: true });
}

/** Any copy of the runtime has marked it. */
export function isUnrepeatable(failure: SdkError): boolean {
  return key in failure;
}

type Send = (limits: AttemptLimits) => Promise<ReceivedAnswer>;

/** Sends, and lets the caller's `when` judge answers whose body was read whole, and failures on the way. */
export function judgedBy(when: RetryWhen, send: Send, bad: BadOption): Send {
  let attempt = 0;
  return async (limits) => {
    attempt += 1;
    let answer: ReceivedAnswer;
    try {
      answer = await send(limits);
    } catch (error) {
      if (!(error instanceof HttpError || error instanceof NetworkError || error instanceof TimeoutError)) throw error;
      // The answer of a token endpoint is none that the vendor has words of its own for.
      if (Object.hasOwn(error, "tokenEndpoint")) throw error;
      const said = saidBy(when, failedOutcome(error, attempt));
      if (typeof said === "string") throw note(explain(error, `\`retries.when\` ${said}`), false);
      throw said === undefined ? error : note(error, said);
    }
    if (!(answer.content instanceof Uint8Array)) return answer;
    const said = saidBy(when, outcomeOf(answer, attempt));
    if (typeof said === "string") throw bad("`retries.when`", `${said}; the server answered ${answer.status}`);
    if (said === undefined || said === false) return answer;
    throw note(await refusedByWhen(answer), said);
  };
}

/** The function is a caller's, perhaps in JavaScript: a text says what is wrong with its result. */
function saidBy(when: RetryWhen, outcome: AttemptOutcome): Said | undefined | string {
  let said: unknown;
  try {
    said = when(outcome);
  } catch {
    return "threw";
  }
  if (said === undefined || typeof said === "boolean" || isWait(said)) return said;
  // Nobody else waits for it.
  if (said instanceof Promise) said.catch(() => {});
  return "returned something other than true, false, undefined and { after } in ms";
}

function isWait(said: unknown): said is { readonly after: number } {
  const { after } = Object(said) as { readonly after?: unknown };
  return typeof after === "number" && after >= 0 && Number.isFinite(after);
}

type Said = boolean | { readonly after: number };

function note<Failure extends SdkError>(error: Failure, said: Said): Failure {
  judge(error, said);
  if (typeof said === "object" && error instanceof HttpError) Object.assign(error, { retryAfter: said.after });
  return error;
}

function outcomeOf({ status, source, content }: ReceivedAnswer, attempt: number): AttemptOutcome {
  const text = new TextDecoder().decode(content as Uint8Array);
  return { status, headers: source.headers, body: parsed(text), error: undefined, attempt };
}

function failedOutcome(error: SdkError, attempt: number): AttemptOutcome {
  if (!(error instanceof HttpError)) return { status: undefined, headers: new Headers(), body: "", error, attempt };
  const { status, headers, body } = error;
  return { status, headers, body, error, attempt };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An answer that was accepted, but for the caller. */
async function refusedByWhen({ status, label, shown }: ReceivedAnswer): Promise<HttpError> {
  const message = `${describeRequest(label)} answered ${status}, which \`when\` treats as a failure`;
  const { provider, method, path } = label;
  return new HttpError(message, { ...(await shown?.()), code: "refused-by-when", provider, status, method, path });
}
