/** The code that follows from a failure of a function, and that a stream needs. */
import type { Clock } from "../clock.js";
import {
  AuthenticationError,
  HttpError,
  NetworkError,
  printable,
  type SdkError,
  TimeoutError,
} from "../errors/errors.js";
import { BodyReader } from "../http/answer.js";
import type { AttemptLimits } from "../http/attempt.js";
import { Scope } from "../http/scope.js";
import { late } from "../late.js";
import { type FunctionAnswer, Given, thrownValues, tooLong } from "./call-function.js";
import { type OpenedStream, openStream } from "./first-item.js";
import { readForeignError } from "./foreign-error.js";
import type { FailoverOptions } from "./functions.js";

export { performRequest } from "../policy/retry.js";
export { performInRounds } from "./rounds.js";

/** A stream that a function has given. */
interface GivenStream {
  readonly provider: string;
  readonly value: unknown;
  /** The time and the signal of the function. */
  readonly scope: Scope;
  readonly options: FailoverOptions<unknown>;
  readonly clock: Clock;
  readonly limits: AttemptLimits;
  readonly caller: AbortSignal | undefined;
  /** When its share of the deadline ends. */
  readonly endsAt: number;
}

/** Gives a stream out with its first item. */
export async function handOut({
  provider,
  value,
  scope,
  options,
  clock,
  limits,
  caller,
  endsAt,
}: GivenStream): Promise<FunctionAnswer> {
  const { firstItem, firstItemTimeout = limits.requestTimeout } = options;
  const limit = Math.max(0, Math.min(firstItemTimeout, endsAt - clock.now()));
  const first = new Scope(limit, limits.signals, clock, () => tooLong(provider, limit, "to give a first item"));
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
    lasts: opened.lasts((error) => errorOf(new Given(error), provider)),
  };
}

/** So many bytes of an answer that is no success are read. */
const MOST_READ = 65_536;

/** The error for a Response that is not ok, with what the server says; frees its connection. */
export async function refusal(response: Response, provider: string, scope: Scope): Promise<SdkError> {
  const { status } = response;
  // One of another class may have a body of another.
  const body = typeof response.body?.getReader === "function" ? new BodyReader(response.body) : undefined;
  const complete = body === undefined || (await scope.race(body.read(MOST_READ)).catch(() => false));
  const beginning = { bytes: body?.bytes(MOST_READ) ?? new Uint8Array(), complete };
  const reader = await late(() => import("../http/server-answer.js"));
  const { sentence = "", ...said } = reader?.readServerAnswer(response, beginning, (text) => text, {}) ?? {};
  const message = `${provider} answered ${status}${sentence && `: ${sentence}`}`;
  const details = { ...said, code: `http-${status}`, provider, status };
  return status === 401
    ? new AuthenticationError(message, { ...details, kind: "rejected" })
    : new HttpError(message, details);
}

/** The error of ours that says the same as one of another client; what is the function's own stays as it is. */
export function errorOf(thrown: unknown, provider: string): unknown {
  const read = readForeignError(thrown, false);
  const original = thrown instanceof Given ? thrown.detail : thrown;
  if (read.kind === "own") {
    if (read.error !== original) thrownValues.set(read.error, original);
    return read.error;
  }
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
    case "own":
    case "aborted":
    case "function":
      return new NetworkError(`${provider} failed${words}`, { code: "network-reset", provider, sent: "unknown" });
  }
}

/** Its words and its cause's, for a message: `fetch failed` alone says nothing. */
function wordsOf(thrown: unknown): string {
  try {
    const { message, cause } = thrown as { readonly message?: unknown; readonly cause?: unknown };
    const texts = [message, (cause as { readonly message?: unknown } | undefined)?.message];
    const words = texts.filter((text): text is string => typeof text === "string" && text !== "").join(": ");
    return words && `: ${printable(words, 200)}`;
  } catch {
    return "";
  }
}
