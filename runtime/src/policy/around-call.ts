import { onAbort, throwIfAborted } from "../abort.js";
import { startTimer } from "../clock.js";
import { isPlainObject } from "../config/options.js";
import { ConfigurationError, HttpError, type SdkError, TimeoutError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import type { AroundCall, CallEnd } from "../telemetry/around.js";
import { Surrounding } from "./surrounding.js";

/** A call that is about to begin. */
export interface BeginningCall<T> {
  readonly context: PolicyContext;
  readonly what: AroundCall;
  readonly signal: AbortSignal | undefined;
  /** In ms; a hook has no longer before it calls `run`. */
  readonly requestTimeout: number;
  /** What the deadline leaves of the call, in ms; `Infinity` without one. */
  readonly timeLeft: number;
  readonly deadlineError: () => SdkError;
  /** What is known once it has ended. */
  readonly summary: (answer?: T) => Pick<CallEnd, "attempts" | "provider" | "status">;
}

type CallLimits = Omit<BeginningCall<unknown>, "summary">;

/** Performs a call in whatever surrounds it. `start` gets the time that the hook took before, in ms. */
export async function surroundCall<T>(call: BeginningCall<T>, start: (taken: number) => Promise<T>): Promise<T> {
  const { context, what, signal, summary } = call;
  const hook = context.around?.call;
  if (hook === undefined) return start(0);
  throwIfAborted(signal);
  const { clock } = context;
  const startedAt = clock.now();
  const taken = (): number => clock.now() - startedAt;
  const surrounding = new Surrounding<unknown, CallEnd>({ context, hook: "call", what });
  const enter = (begin: () => void) =>
    surrounding.enter(hook, what, async (extra) => {
      begin();
      if (isPlainObject(extra) && Reflect.ownKeys(extra).length > 0) throw extraError(what.provider);
      return start(taken());
    });
  try {
    const answer = await bounded(call, surrounding, enter);
    await surrounding.end({ ok: true, duration: taken(), ...summary(answer) });
    return answer;
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined;
    await surrounding.end({ ok: false, duration: taken(), ...summary(), status, error });
    throw error;
  }
}

/** Until the hook calls `run` it has its time and the signal; from `begin` on the call's own limits hold. */
function bounded<T>(
  call: CallLimits,
  surrounding: Surrounding<unknown, CallEnd>,
  enter: (begin: () => void) => Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const lift = limit(call, (reason) => {
      lift();
      if (surrounding.close()) reject(reason);
    });
    enter(lift).then(resolve, reject).finally(lift);
  });
}

/** Ends what is late; the returned function takes that back. */
function limit(call: CallLimits, end: (reason: unknown) => void): () => void {
  const { context, signal, requestTimeout, timeLeft } = call;
  const time = Math.max(0, Math.min(requestTimeout, timeLeft));
  const stopTimer = startTimer(context.clock, time, () => end(lateError(call)));
  const stopListening = signal && onAbort(signal, end);
  return () => {
    stopTimer();
    stopListening?.();
  };
}

/** An attempt takes headers; here nobody would look at them. A span is no options: who hands on `run` gives it one. */
function extraError(provider: string | undefined): ConfigurationError {
  const message = "the hook `around.call`: its `run` takes no options; headers are added by that of `around.attempt`";
  return new ConfigurationError(message, { code: "bad-option", provider });
}

function lateError({ what, requestTimeout, timeLeft, deadlineError }: CallLimits): SdkError {
  if (timeLeft <= requestTimeout) return deadlineError();
  const message = `the hook \`around.call\` has not called \`run\` within ${requestTimeout} ms`;
  return new TimeoutError(message, { code: "timeout", provider: what.provider });
}
