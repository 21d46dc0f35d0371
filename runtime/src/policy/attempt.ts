import { reasonOf } from "../abort.js";
import type { TokenGate, TokenPass } from "../auth/authenticate.js";
import type { AttemptPolicy } from "../config/retries.js";
import { HttpError, SdkError, TimeoutError } from "../errors/errors.js";
import type { LastingEnd } from "../http/answer.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { PreparedRequest } from "../http/prepare.js";
import type { AttemptEnd, AttemptExtra } from "../telemetry/around.js";
import { emit, requestOf } from "../telemetry/events.js";
import {
  ABORTED,
  AT_WORK,
  classifyError,
  classifyFailure,
  classifyResponse,
  hasEffectTwice,
  isShed,
  judgementOf,
  retryAfterOf,
  type Verdict,
} from "./classify.js";
import type { FirstAttempt } from "./first-attempt.js";
import { addedHeaders, HookRun } from "./hooks.js";
import { loadFor, tokenEndpoint } from "./load-circuits.js";
import type { Permit, Report } from "./permit.js";
import type { ActiveAttempt, ProviderRun } from "./provider-run.js";
import type { RequestRun } from "./request-run.js";

/** How an attempt ended, and what follows from it. */
export type AttemptResult<Answer> = Answered<Answer> | AttemptFailure;

interface Answered<Answer> {
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
  /** It was done before it failed: the request that a redirect led to has failed. */
  readonly wasDone: boolean;
  /** An attempt before it may have had the effect of a request that has one (POST, PATCH). */
  readonly actedBefore: boolean;
}

/** The least that the policy has to see of an answer. */
export interface AnswerStatus {
  readonly status: number;
  /** It is not what the caller asked for: a page in place of JSON, or nothing. */
  readonly isUnreadable?: boolean | undefined;
  /** How it ends, if it was given out when it had begun; never rejects. */
  readonly lasts?: Promise<LastingEnd> | undefined;
}

/** The second of two requests is answered so if the first has done it. */
function isDoneBefore(method: string, error: unknown): boolean {
  const status = error instanceof HttpError ? error.status : undefined;
  return method === "DELETE" ? status === 404 || status === 410 : method === "PUT" && status === 412;
}

/** An attempt from its beginning to its one end, and what bounds it. */
export class Attempt implements ActiveAttempt, AttemptLimits {
  readonly request: RequestRun;
  readonly number: number;
  readonly startedAt: number;
  readonly permit: Permit | undefined;
  /** The server may have acted already: on an attempt before, or on what came before a redirect. */
  actedBefore: boolean;
  readonly requestTimeout: number;
  readonly idempotent: boolean | undefined;
  readonly signals: readonly AbortSignal[];
  readonly streamSignals: readonly AbortSignal[];
  /** The time that a deadline has left it, in ms; `undefined` if it has left all of it. */
  readonly cutTo: number | undefined;
  wasDone = false;
  isSent = false;
  hasEnded = false;
  /** Settles once its hook has ended too, and its circuit knows of it; `undefined` if both is so at once. */
  settled: Promise<unknown> | undefined = undefined;
  #hook: HookRun<AttemptExtra, AttemptEnd> | undefined;

  constructor(request: RequestRun, number: number, startedAt: number, permit: Permit | undefined) {
    this.request = request;
    this.number = number;
    this.startedAt = startedAt;
    this.permit = permit;
    this.actedBefore = request.sideEffect.acted;
    this.requestTimeout = Math.max(0, Math.min(request.requestTimeout, request.endsAt - startedAt));
    this.cutTo = this.requestTimeout < request.requestTimeout ? this.requestTimeout : undefined;
    this.idempotent = request.request.policy.idempotent;
    this.signals = request.signals;
    this.streamSignals = request.streamSignals;
    request.sideEffect.acted = true;
    request.run.attemptBegins(this);
  }

  /** Goes on with one that was made before the policy was loaded. */
  static from(request: RequestRun, first: FirstAttempt<unknown>): Attempt {
    request.run.handOver(first);
    request.sideEffect.acted = false;
    const attempt = new Attempt(request, 1, first.startedAt, first.permit);
    if (first.wasDone) attempt.acted();
    attempt.isSent = request.sideEffect.isSent = first.isSent;
    return attempt;
  }

  get untilItem(): boolean {
    return this.request.run.hasNext;
  }

  /** Made on demand: few requests need a token. */
  get tokenGate(): TokenGate | undefined {
    return tokenGate(this.request.run, this.request.policy);
  }

  waiting(): void {
    this.permit?.hold();
  }

  /** Credentials are there: from now on the server may count it. */
  sending(): void {
    const { permit, request } = this;
    if (permit?.isHeld) permit.goOn(request.run.now());
    if (this.isSent || this.hasEnded) return;
    this.isSent = true;
    request.sideEffect.isSent = true;
    request.run.attempts += 1;
  }

  acted(): void {
    this.wasDone = true;
    this.actedBefore = true;
  }

  around<T>(prepared: PreparedRequest, start: (added?: Headers) => Promise<T>): Promise<T> {
    const { context } = this.request.run.options;
    const hook = context.around?.attempt;
    if (hook === undefined) return start();
    const { origin: server, path: below, segments } = prepared.base;
    const shown = segments.reduce((path, segment) => path.replaceAll(segment, "***"), below);
    const baseUrl = server + shown.replace(/\/$/, "");
    const what = this.#description();
    this.#hook = new HookRun({ context, hook: "attempt", what });
    return this.#hook.enter(hook, { ...what, baseUrl }, async (extra) => start(addedHeaders(prepared, extra)));
  }

  /** How it was answered. */
  answered<Answer extends AnswerStatus>(answer: Answer): AttemptResult<Answer> {
    return { answered: true, answer, verdict: classifyResponse(answer.status, answer.isUnreadable) };
  }

  /** How it failed. */
  failure(error: unknown): AttemptFailure {
    const { signals, label } = this.request;
    const { method } = label;
    const { wasDone, cutTo } = this;
    const mayHaveActed = this.number > 1 && this.actedBefore;
    const actedBefore = mayHaveActed && (hasEffectTwice(method) || isDoneBefore(method, error));
    const failed = { answered: false, wasDone, actedBefore } as const;
    const aborted = signals.find((signal) => signal.aborted);
    if (aborted !== undefined) return { ...failed, error: reasonOf(aborted), verdict: ABORTED, outOfTime: false };
    const outOfTime = cutTo !== undefined && error instanceof TimeoutError && error.code === "timeout";
    return { ...failed, error, verdict: this.#isAtWork(error) ? AT_WORK : classifyError(error), outOfTime };
  }

  /** An attempt before with the same key, in this run of its map or in one before, has not ended. */
  #isAtWork(error: unknown): boolean {
    const { request, run } = this.request;
    if (!(error instanceof HttpError && error.status === 409) || request.policy.key?.isTrusted !== true) return false;
    return judgementOf(error) === undefined && (this.actedBefore || run.options.round > 1);
  }

  cancel(reason: unknown): void {
    this.hasEnded = true;
    this.permit?.drop(this.request.run.now());
    this.#announce(undefined, undefined);
    if (this.#hook !== undefined) this.#endHook({ ok: false, status: undefined, error: reason });
  }

  end(result: AttemptResult<AnswerStatus>): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { run, sideEffect } = this.request;
    const error = !result.answered && result.error instanceof SdkError ? result.error : undefined;
    sideEffect.acted = this.actedBefore || (this.isSent && result.verdict.acted);
    sideEffect.wasShed = !this.actedBefore && isShed(error);
    // A retry that the deadline cut says nothing of the provider; why it was made does.
    const isCutRetry = this.number > 1 && !result.answered && result.outOfTime;
    if (error !== undefined && !isCutRetry) run.lastError = error;
    this.#report(result.verdict, error, result.answered ? result.answer.lasts : undefined);
    run.lastPermit = this.permit;
    const status = result.answered ? result.answer.status : error instanceof HttpError ? error.status : undefined;
    this.#announce(status, error);
    run.attemptEnds(this);
    if (this.#hook === undefined) return;
    this.#endHook(result.answered ? { ok: true, status } : { ok: false, status, error: result.error });
  }

  #endHook(end: Omit<AttemptEnd, "duration">): void {
    const ended = this.#hook?.end({ ...end, duration: this.request.run.now() - this.startedAt });
    this.settled = Promise.all([this.settled, ended]);
  }

  /** Tells its circuit, which has to be loaded for the first failure. */
  #report(verdict: Verdict, error: SdkError | undefined, lasts: AnswerStatus["lasts"]): void {
    const { permit } = this;
    if (permit === undefined) return;
    const { run } = this.request;
    const report = this.#reportOf(verdict, error);
    if (lasts !== undefined && report?.type === "success") return void run.follow(permit, lasts);
    const end = (): void => permit.done(report, run.now());
    const loading =
      permit.ask.isEvidence && this.isSent ? loadFor(run.options.circuits.circuits, verdict.circuit) : true;
    if (loading === true) end();
    else this.settled = loading.then(end);
  }

  #reportOf(verdict: Verdict, error: SdkError | undefined): Report | undefined {
    if (!this.isSent || verdict === ABORTED || this.permit?.ask.isEvidence !== true) return undefined;
    const type = verdict.circuit;
    if (error === undefined) return { type, timedOut: false };
    const timedOut = error instanceof TimeoutError;
    const isMissing = error instanceof HttpError && error.status === 404;
    return { type, error, retryAfter: retryAfterOf(error), timedOut, cutTo: this.cutTo, isMissing };
  }

  #description() {
    const { label, run } = this.request;
    return { call: run.options.call, ...run.options.origin, ...requestOf(label), attempt: this.number };
  }

  #announce(status: number | undefined, error: SdkError | undefined): void {
    const { run } = this.request;
    const { on } = run.options.context;
    if (on === undefined || !this.isSent) return;
    emit(on, { type: "attempt", ...this.#description(), duration: run.now() - this.startedAt, status, error });
  }
}

const FREE: TokenPass = { end: () => {}, drop: () => {} };

/**
 * Applies a request's policy to requests for its token: the token endpoint has a circuit of its own, in which one of them
 * waits for all. A call that may go on to another candidate does not.
 */
export function tokenGate(run: ProviderRun, policy: AttemptPolicy): TokenGate | undefined {
  if (policy.kind !== "circuit-breaker") return undefined;
  const { call, origin, circuits: group } = run.options;
  const { circuits } = group;
  return {
    authCoolDown: policy.authCoolDown,
    check(label) {
      if (!run.hasNext || !policy.circuit || circuits.table === undefined) return;
      const { circuit } = tokenEndpoint(circuits, label, policy);
      if (circuit?.isResting(run.now()) === true) throw circuit.refusal(origin.provider);
    },
    async enter(label, signal, atMost) {
      if (!policy.circuit) return FREE;
      const { circuit, record } = tokenEndpoint(circuits, label, policy);
      const now = run.now();
      const until = now + policy.patience;
      const who = { call, rules: policy, hasNext: false, isLater: false, signals: [signal], isEvidence: true };
      const permit = await (circuit ?? record).admit({ ...who, until, atMost }, now);
      if (permit === undefined) throw circuit?.refusal(origin.provider);
      return {
        end: (error) => {
          const type = error === undefined ? "success" : classifyFailure(error).circuit;
          const timedOut = error instanceof TimeoutError;
          const outcome = { type, error, retryAfter: retryAfterOf(error), timedOut } as const;
          const loading = loadFor(circuits, type);
          if (loading === true) permit.done(outcome, run.now());
          else
            void (async () => {
              await loading;
              permit.done(outcome, run.now());
            })();
        },
        drop: () => permit.drop(run.now()),
      };
    },
  };
}
