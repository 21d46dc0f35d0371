import { onAbort, onAbortWhileHeld, type Holder, throwIfAborted } from "../abort.js";
import type { TokenGate } from "../auth/authenticator.js";
import { startTimer, type Clock } from "../clock.js";
import type { PreparedRequest } from "./request.js";

/** One attempt's own signal: a signal shared by many attempts would grow with each of them. */
export interface AttemptScope {
  readonly signal: AbortSignal;
  /** What the attempt rejects with when its time is up; an answer that was already decided takes its place. */
  timeoutError: () => Error;
  /** Settles like the work, unless the scope ends before. */
  run<T>(work: Promise<T>): Promise<T>;
  /** Aborts the attempt, or the stream that outlives it. */
  readonly end: (reason: unknown) => void;
  /** Where a stream outlives its attempt: takes the time limit off, and listens to these signals only, as long as somebody has it. */
  readonly outlive: (signals: readonly AbortSignal[]) => void;
  /** Holds `end` for whoever waits for a chunk. */
  readonly waiting: Holder;
  /** Leaves no timer, no listener and no open body behind; once or more. */
  readonly close: () => void;
}

/** Starts the time of an attempt. Throws a signal's reason when it is aborted already. */
export function openScope(
  { requestTimeout, signals }: Pick<AttemptLimits, "requestTimeout" | "signals">,
  clock: Clock,
  timeoutError: () => Error,
  closed?: () => void,
): AttemptScope {
  for (const signal of signals) throwIfAborted(signal);
  const controller = new AbortController();
  let reject: (reason: unknown) => void = () => {};
  const end = (reason: unknown): void => {
    reject(reason);
    controller.abort(reason);
  };
  const stopTimer = startTimer(clock, requestTimeout, () => end(scope.timeoutError()));
  let listening = signals.map((outer) => onAbort(outer, end));
  const waiting: Holder = { callback: undefined };
  const release = (): void => {
    stopTimer();
    for (const stop of listening) stop();
  };
  const scope: AttemptScope = {
    signal: controller.signal,
    timeoutError,
    // The reason comes first, even where the work does not listen; what the work fails with then is a consequence.
    run: (work) =>
      new Promise((resolve, fail) => {
        reject = fail;
        work.then(resolve, fail);
      }),
    end,
    outlive: (outers) => {
      release();
      listening = outers.map((outer) => onAbortWhileHeld(outer, end, waiting));
    },
    waiting,
    close: () => {
      release();
      closed?.();
    },
  };
  return scope;
}

/** Starts an attempt in whatever surrounds it; with headers that are added to the request's, which it may keep. */
export type Surround = <T>(prepared: PreparedRequest, start: (added?: Headers) => Promise<T>) => Promise<T>;

/**
 * What bounds an attempt. None of it is optional: what a literal leaves out would be read from `Object.prototype`, and
 * called.
 */
export interface AttemptLimits {
  /** In ms, for the whole attempt (credentials, digest round trip, redirects, body): the request's, or what a deadline leaves of it. */
  readonly requestTimeout: number;
  /** Each of them ends the attempt; it then rejects with that signal's reason. */
  readonly signals: readonly AbortSignal[];
  /** The same for a stream that outlives it, where these are others. */
  readonly streamSignals: readonly AbortSignal[] | undefined;
  /** What is said of the request: whether it may be made twice, by a redirect too. */
  readonly idempotent: boolean | undefined;
  /** Told, once or more, when a request is about to go over the wire. */
  readonly sending: (() => void) | undefined;
  /** Told when the server may have acted, whatever becomes of the attempt from then on. */
  readonly acted: (() => void) | undefined;
  /** Told when it begins to wait for a token; where one comes, `sending` is told next. */
  readonly waiting: (() => void) | undefined;
  /** Called within its time. */
  readonly around: Surround | undefined;
  /** What a policy says to requests for tokens. */
  readonly tokenGate: TokenGate | undefined;
}
