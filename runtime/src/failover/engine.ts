/** What follows from a failure of a function, and what a stream needs. */
import type { Clock } from "../clock.js";
import {
  AuthenticationError,
  HttpError,
  NetworkError,
  printable,
  type SdkError,
  TimeoutError,
} from "../errors/errors.js";
import type { AttemptLimits } from "../http/attempt.js";
import { Scope } from "../http/scope.js";
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
  /** Of the function. */
  readonly scope: Scope;
  readonly options: FailoverOptions<unknown>;
  readonly clock: Clock;
  readonly limits: AttemptLimits;
  readonly caller: AbortSignal | undefined;
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
}: GivenStream): Promise<FunctionAnswer> {
  const { firstItem, firstItemTimeout: limit = limits.requestTimeout } = options;
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
    lasts: opened.lasts((error) => errorOf(error, provider)),
  };
}

/** So many bytes of an answer that is no success are kept. */
const MOST_KEPT = 65_536;

/** The error for a Response that is not ok, with the beginning of its body; frees its connection. */
export async function refusal(response: Response, provider: string, scope: Scope): Promise<SdkError> {
  const { status } = response;
  const read = readForeignError(response, false);
  const retryAfter = read.kind === "status" ? read.retryAfter : undefined;
  const headers = new Headers(response.headers);
  headers.delete("set-cookie");
  const text = await scope.race(beginningOf(response)).catch(() => "");
  const details = { code: `http-${status}`, provider, status, headers, retryAfter };
  const shown = { ...details, text, body: parsed(text), truncated: text.length >= MOST_KEPT };
  return status === 401
    ? new AuthenticationError(`${provider} answered ${status}`, { ...shown, kind: "rejected" })
    : new HttpError(`${provider} answered ${status}`, shown);
}

async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  while (reader !== undefined && text.length < MOST_KEPT) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += decoder.decode(value, { stream: true });
  }
  reader?.cancel().catch(() => {});
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The error of ours that says the same as one of another client; what is the function's own stays as it is. */
export function errorOf(thrown: unknown, provider: string): unknown {
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
    case "own":
    case "aborted":
    case "function":
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
