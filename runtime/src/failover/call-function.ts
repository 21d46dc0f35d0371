import type { Clock } from "../clock.js";
import { AuthenticationError, HttpError, NetworkError, printable, SdkError, TimeoutError } from "../errors/errors.js";
import type { AttemptLimits } from "../http/attempt.js";
import type { PolicyContext } from "../http/bound-provider.js";
import { Scope } from "../http/scope.js";
import { SIDE_EFFECTS } from "../http/side-effects.js";
import type { LastingEnd } from "../policy/lasting.js";
import type { PolicyRequest } from "../policy/request-policy.js";
import { type OpenedStream, openStream } from "./first-item.js";
import { readForeignError } from "./foreign-error.js";
import type { FailoverOptions, FunctionContext } from "./functions.js";
import { goOnFrom } from "./start-run.js";

/** A function, and how it is asked. */
export interface FunctionTerms {
  readonly provider: string;
  readonly perform: (input: unknown, context: FunctionContext) => unknown;
  readonly options: FailoverOptions<unknown>;
  readonly request: PolicyRequest;
}

/** A value as the policy sees it. */
interface FunctionAnswer {
  readonly status: number;
  readonly value: unknown;
  readonly lasts?: Promise<LastingEnd> | undefined;
}

/** Runs a function once for each attempt; rejects with an error of ours where somebody else has failed. */
export function callFunction(
  { provider, perform, options }: FunctionTerms,
  { clock }: PolicyContext,
  input: unknown,
  asked: { attempts: number; readonly key: string },
  caller: AbortSignal | undefined,
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
      const failure = failureIn(value, options);
      if (failure !== undefined) throw failure.error;
      if (options.stream !== true) return { status: 200, value };
      scope.close();
      return await streamed(value, scope, options, clock, limits, caller);
    } catch (thrown) {
      if (signals.some(({ aborted }) => aborted)) throw thrown;
      throw errorOf(thrown, provider);
    } finally {
      scope.close();
    }
  };

  /** A stream is given out with its first item. */
  async function streamed(
    value: unknown,
    scope: Scope,
    { firstItem, firstItemTimeout }: FailoverOptions<unknown>,
    clock: Clock,
    { requestTimeout, signals }: AttemptLimits,
    caller: AbortSignal | undefined,
  ): Promise<FunctionAnswer> {
    const limit = firstItemTimeout ?? requestTimeout;
    const first = new Scope(limit, signals, clock, () => tooLong(provider, limit, "to give a first item"));
    let opened: OpenedStream | undefined;
    try {
      opened = openStream(value, firstItem as ((item: unknown) => boolean) | undefined);
      await first.race(opened.first);
    } catch (error) {
      opened?.giveUp();
      scope.end(error);
      throw error;
    } finally {
      first.close();
    }
    return {
      status: 200,
      value: opened.handOut(scope, caller),
      lasts: opened.lasts((error) => errorOf(error, provider)),
    };
  }
}

function tooLong(provider: string, limit: number, what = ""): TimeoutError {
  const message = `${provider} took longer than ${Math.round(limit)} ms${what && ` ${what}`}`;
  return new TimeoutError(message, { code: "timeout", provider });
}

/** An error that was given and not thrown. */
function failureIn(value: unknown, { failed }: FailoverOptions<unknown>): { readonly error: unknown } | undefined {
  if (isResponse(value) && !value.ok) return { error: value };
  const error = (failed as ((value: unknown) => unknown) | undefined)?.(value);
  if (error === undefined || error === null || error === false) return undefined;
  return { error: new Given(error) };
}

/** Said to be a failure, so it is one of the provider whatever it looks like. */
class Given {
  readonly detail: unknown;
  constructor(detail: unknown) {
    this.detail = detail;
  }
}

function isResponse(value: unknown): value is Response {
  return typeof Response === "function" && value instanceof Response;
}

/** By error of ours: what the function threw. */
const thrownValues = new WeakMap<SdkError, unknown>();

/** What a function threw, in place of the error of ours that stands for it. */
export function thrownBy(error: unknown): unknown {
  return error instanceof SdkError && thrownValues.has(error) ? thrownValues.get(error) : error;
}

/** The error of ours that says the same as one of another client; what is the function's own stays as it is. */
function errorOf(thrown: unknown, provider: string): unknown {
  const read = readForeignError(thrown, false);
  const original = thrown instanceof Given ? thrown.detail : thrown;
  if (read.kind === "own") return read.error;
  if (read.kind === "function" && !(thrown instanceof Given)) return thrown;
  const error = madeFrom(read, provider, wordsOf(original));
  thrownValues.set(error, original);
  return error;
}

function madeFrom(read: ReturnType<typeof readForeignError>, provider: string, words: string): SdkError {
  switch (read.kind) {
    case "status": {
      const { status, retryAfter } = read;
      const details = { code: `http-${status}`, provider, status, retryAfter };
      const message = `${provider} answered ${status}${words}`;
      return status === 401
        ? new AuthenticationError(message, { ...details, kind: "rejected" })
        : new HttpError(message, details);
    }
    case "network":
      return new NetworkError(`${provider} could not be reached, or the connection broke${words}`, {
        ...read,
        provider,
      });
    case "timeout":
      return new TimeoutError(`${provider} took too long${words}`, { code: "timeout", provider });
    default:
      return new NetworkError(`${provider} failed${words}`, { code: "network-reset", provider, sent: "unknown" });
  }
}

/** What it says, for a message. */
function wordsOf(thrown: unknown): string {
  try {
    const { message } = thrown as { readonly message?: unknown };
    return typeof message === "string" && message !== "" ? `: ${printable(message, 200)}` : "";
  } catch {
    return "";
  }
}
