import { throwIfAborted } from "../abort.js";
import { FailoverError } from "../errors/call-errors.js";
import { SdkError, TimeoutError } from "../errors/errors.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { PolicyContext } from "../http/bound-provider.js";
import type { Flow } from "../http/flow.js";
import { Scope } from "../http/scope.js";
import { SIDE_EFFECTS } from "../http/side-effects.js";
import { late, needed } from "../late.js";
import type { FirstAttempt } from "../policy/first-attempt.js";
import type { LastingEnd } from "../http/answer.js";
import type { PolicyRequest } from "../policy/request-policy.js";
import type { ProviderRun } from "../policy/provider-run.js";
import type * as engine from "./engine.js";
import type { FailoverOptions, FunctionContext } from "./functions.js";
import { goOnFrom, isFlow } from "./start-run.js";

/** A function, and how it is asked. */
export interface FunctionTerms {
  readonly provider: string;
  readonly perform: (input: unknown, context: FunctionContext) => unknown;
  readonly options: FailoverOptions<unknown>;
  readonly request: PolicyRequest;
}

/** The runs of a function in one call. */
export interface FunctionRuns {
  attempts: number;
  readonly key: string;
}

/** A value as the policy sees it. */
export interface FunctionAnswer {
  readonly status: number;
  readonly value: unknown;
  readonly lasts?: Promise<LastingEnd> | undefined;
}

/** Runs a function once for each attempt; rejects with an error of ours where somebody else has failed. */
export function callFunction(
  { provider, perform, options }: FunctionTerms,
  { clock }: PolicyContext,
  input: unknown,
  asked: FunctionRuns,
  caller: AbortSignal | undefined,
  endsAt: number,
): (limits: AttemptLimits) => Promise<FunctionAnswer> {
  return async (limits) => {
    const { requestTimeout, signals } = limits;
    const scope = new Scope(requestTimeout, signals, clock, () => tooLong(provider, requestTimeout));
    const { signal } = scope;
    // Whoever gets it repeats nothing: one place does.
    Object.defineProperty(signal, SIDE_EFFECTS, { value: () => {} });
    limits.sending?.();
    asked.attempts += 1;
    const context = { signal, attempt: asked.attempts, next: goOnFrom(provider), idempotencyKey: asked.key };
    try {
      const value = await scope.race((async () => perform(input, context))());
      if (isRefusal(value)) throw await (await loadEngine(provider)).refusal(value, provider, scope);
      const { failed } = options;
      const error = failed && (await scope.race((async () => (failed as (value: unknown) => unknown)(value))()));
      if (error !== undefined && error !== null && error !== false) throw new Given(error);
      if (options.stream !== true) {
        if (isFlow(value)) await scope.race(begun(value, provider));
        return { status: 200, value };
      }
      const { handOut } = await loadEngine(provider);
      scope.close();
      return await handOut({ provider, value, scope, options, clock, limits, caller, endsAt });
    } catch (thrown) {
      // Requests that it has begun end with it.
      scope.end(thrown);
      if (thrown instanceof FailoverError && thrown.failures.some(({ attempts }) => attempts > 0)) limits.acted?.();
      if (signals.some(({ aborted }) => aborted) || thrown instanceof SdkError) throw thrown;
      const engine = await late(() => import("./engine.js"));
      throw engine === undefined ? thrown : engine.errorOf(thrown, provider);
    } finally {
      scope.close();
    }
  };
}

async function begun(flow: Flow<unknown>, provider: string): Promise<void> {
  const what = "the reader of pages and streams";
  await (await needed(() => import("../http/flows.js"), "flows", what, provider)).begin(flow);
}

export function tooLong(provider: string, limit: number, what = ""): TimeoutError {
  const message = `${provider} took longer than ${Math.round(limit)} ms${what && ` ${what}`}`;
  return new TimeoutError(message, { code: "timeout", provider });
}

/** Said to be a failure, so it is one of the provider whatever it looks like. */
export class Given {
  readonly detail: unknown;
  constructor(detail: unknown) {
    this.detail = detail;
  }
}

/** Runs a function in a provider run. What follows from a failure is loaded with the first, and what holds back. */
export async function performFunction(
  run: ProviderRun,
  { provider, options, request }: FunctionTerms,
  send: (limits: AttemptLimits) => Promise<FunctionAnswer>,
): Promise<unknown> {
  const { label, policy } = request;
  const { requestTimeout, idempotent } = policy;
  const attempt = options.stream === true ? undefined : run.begin({ label, options: { requestTimeout, idempotent } });
  if (attempt === undefined) return (await (await loadEngine(provider)).performRequest(run, request, send)).value;
  try {
    try {
      const { value } = await send(attempt);
      run.succeeded(attempt, undefined);
      return value;
    } catch (error) {
      attempt.error = error;
      for (const signal of attempt.signals) throwIfAborted(signal);
    }
    // A part that cannot be loaded does not hide what happened.
    const loaded = await late(() => import("./engine.js"));
    if (loaded === undefined) throw attempt.error;
    return (await loaded.performRequest(run, request, send, attempt as FirstAttempt<never>)).value;
  } finally {
    run.leave(attempt);
  }
}

export function loadEngine(provider: string | undefined): Promise<typeof engine> {
  return needed(() => import("./engine.js"), "engine", "the code for a failure of a function", provider);
}

/** By error of ours: what the function threw. */
export const thrownValues: WeakMap<SdkError, unknown> = new WeakMap();

/** Gives what a function threw, for an error of ours that stands for it, in `failures` for instance; any other value as it is. */
export function thrownBy(error: unknown): unknown {
  return error instanceof SdkError && thrownValues.has(error) ? thrownValues.get(error) : error;
}

/** A Response that is not ok, of whatever class. */
function isRefusal(value: unknown): value is Response {
  if (typeof value !== "object" || value === null) return false;
  const { ok, status, headers } = value as Partial<Response>;
  return ok === false && typeof status === "number" && status >= 400 && typeof headers?.get === "function";
}
