import type { AroundCall, CallEnd } from "../around.js";
import { HttpError, TimeoutError, type SdkError } from "../errors.js";
import { openScope } from "../http/attempt-scope.js";
import { Surrounding, type HookOwner } from "./surrounding.js";

/** A call that is about to begin. */
export interface BeginningCall<T> extends Omit<HookOwner, "hook"> {
  readonly what: Omit<AroundCall, "call">;
  readonly signal: AbortSignal | undefined;
  /** In ms; a hook has no longer before it calls `run`. */
  readonly requestTimeout: number;
  /** What the deadline leaves of the call, in ms; `Infinity` without one. */
  readonly timeLeft: number;
  readonly deadlineError: () => SdkError;
  /** What is known once it has ended. */
  readonly summary: (answer?: T) => Pick<CallEnd, "attempts" | "provider" | "status">;
}

/** Performs a call in whatever surrounds it. `start` gets the time that the hook took before, in ms. */
export async function surroundCall<T>(call: BeginningCall<T>, start: (taken: number) => Promise<T>): Promise<T> {
  const { context, what, summary } = call;
  const hook = context.around?.call;
  if (hook === undefined) return start(0);
  const { clock } = context;
  const startedAt = clock.now();
  const taken = (): number => clock.now() - startedAt;
  const scope = openHookScope(call);
  const surrounding = new Surrounding<undefined, CallEnd>({ ...call, hook: "call" });
  const work = async (): Promise<T> => {
    scope.signal.throwIfAborted();
    scope.close();
    return start(taken());
  };
  try {
    const answer = await scope.run(surrounding.enter(hook, { call: call.call, ...what }, work));
    await surrounding.end({ ok: true, duration: taken(), ...summary(answer) });
    return answer;
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined;
    await surrounding.end({ ok: false, duration: taken(), ...summary(), status, error });
    throw error;
  } finally {
    scope.close();
  }
}

/** Bounds the hook until it calls `run`: from then on the call's own limits do. */
function openHookScope<T>({ context, signal, requestTimeout, timeLeft, deadlineError, origin }: BeginningCall<T>) {
  const isLate = timeLeft < requestTimeout;
  const limits = { requestTimeout: Math.max(0, isLate ? timeLeft : requestTimeout), signals: signal ? [signal] : [] };
  const message = `the hook \`around.call\` has not called \`run\` within ${requestTimeout} ms`;
  const timeoutError = () => new TimeoutError(message, { code: "timeout", provider: origin.provider });
  return openScope(limits, context.clock, isLate ? deadlineError : timeoutError);
}
