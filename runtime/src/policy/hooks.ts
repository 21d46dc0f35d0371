import { onAbort, throwIfAborted } from "../abort.js";
import { startTimer } from "../clock.js";
import { readHeaders } from "../config/headers.js";
import { isPlainObject, readOptions } from "../config/options.js";
import { writesHeader } from "../config/scheme-places.js";
import { ConfigurationError, HttpError, printable, type SdkError, TimeoutError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import type { PreparedRequest } from "../http/prepare.js";
import type { AroundCall, AttemptExtra, CallEnd } from "../telemetry/around.js";
import { type CallEvent, emit, type HookEvent } from "../telemetry/events.js";

/** So many jobs a hook has after its `run`, to get to its end before the call goes on. */
const JOBS = 20;

/** The owner of a hook. */
export interface HookOwner {
  readonly context: PolicyContext;
  readonly hook: HookEvent["hook"];
  /** For its events. */
  readonly what: CallEvent & Omit<HookEvent, "type" | "hook" | "error">;
}

type Hook<What, Extra, End> = (what: What, run: (extra?: Extra) => Promise<End>) => unknown;

/** A hook's one time around a call or an attempt (rules §4.9). */
export class HookRun<Extra, End> {
  readonly #owner: HookOwner;
  readonly #end: Promise<End>;
  #tell: (end: End) => void = () => {};
  #hasRun = false;
  /** The call or attempt has ended, or will not begin. */
  #isOver = false;
  /** The hook itself has ended. */
  #isDone = false;

  constructor(owner: HookOwner) {
    this.#owner = owner;
    this.#end = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  /** Calls the hook. Settles like the promise that its `run` starts; rejects if that is not called. */
  enter<What, T>(
    hook: Hook<What, Extra, End>,
    what: What,
    start: (extra: Extra | undefined) => Promise<T>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const run = (extra?: Extra): Promise<End> => {
        if (this.#hasRun) throw this.#mistake("has called `run` twice");
        this.#hasRun = true;
        if (!this.#isOver) resolve(start(extra));
        return this.#end;
      };
      const leave = (end: "ended" | "thrown"): void => {
        this.#isDone = true;
        if (this.#hasRun) return;
        this.close();
        reject(this.#mistake(`has ${end} without calling \`run\``));
      };
      void this.#perform(() => hook({ ...what }, run)).then(leave);
    });
  }

  /** Nothing begins any more; `true` if nothing has. */
  close(): boolean {
    this.#isOver = true;
    return !this.#hasRun;
  }

  /** Gives the hook the outcome. Resolves when the hook has ended too, or waits for something else. */
  async end(end: End): Promise<void> {
    this.close();
    this.#tell(end);
    for (let job = 0; job < JOBS && !this.#isDone; job += 1) await Promise.resolve();
  }

  async #perform(hook: () => unknown): Promise<"ended" | "thrown"> {
    try {
      await hook();
      return "ended";
    } catch (error) {
      const { context, what, hook: name } = this.#owner;
      if (context.on !== undefined) emit(context.on, { type: "hook", ...what, hook: name, error });
      return "thrown";
    }
  }

  #mistake(problem: string): ConfigurationError {
    const { hook, what } = this.#owner;
    return new ConfigurationError(`the hook \`around.${hook}\` ${problem}`, {
      code: "around",
      provider: what.provider,
    });
  }
}

/** A call that is about to begin. */
export interface BeginningCall<T> {
  readonly context: PolicyContext;
  readonly what: AroundCall;
  readonly signal: AbortSignal | undefined;
  /** In ms; a hook has no longer before it calls `run`. */
  readonly requestTimeout: number;
  /** The time that the deadline leaves, in ms; `Infinity` without one. */
  readonly timeLeft: number;
  readonly deadlineError: () => SdkError;
  /** Known once it has ended. */
  readonly summary: (answer?: T) => Pick<CallEnd, "attempts" | "provider" | "status">;
}

/** Performs a call inside the hook `around.call`. `start` gets the time that the hook took before, in ms. */
export async function aroundCall<T>(call: BeginningCall<T>, start: (taken: number) => Promise<T>): Promise<T> {
  const { context, what, signal, summary } = call;
  const { clock } = context;
  const hook = context.around?.call;
  if (hook === undefined) return start(0);
  throwIfAborted(signal);
  const startedAt = clock.now();
  const taken = (): number => clock.now() - startedAt;
  const hookRun = new HookRun<unknown, CallEnd>({ context, hook: "call", what });
  try {
    const answer = await new Promise<T>((resolve, reject) => {
      // Until the hook calls `run` it has its time and the signal; from then on the call's own limits hold.
      const end = (reason: unknown): void => {
        lift();
        if (hookRun.close()) reject(reason);
      };
      const time = Math.max(0, Math.min(call.requestTimeout, call.timeLeft));
      const stopTimer = startTimer(clock, time, () => end(lateError(call)));
      const stopListening = signal && onAbort(signal, end);
      const lift = (): void => {
        stopTimer();
        stopListening?.();
      };
      const begin = async (extra: unknown): Promise<T> => {
        lift();
        if (isPlainObject(extra) && Reflect.ownKeys(extra).length > 0) throw extraError(what.provider);
        return start(taken());
      };
      hookRun.enter(hook, what, begin).finally(lift).then(resolve, reject);
    });
    await hookRun.end({ ok: true, duration: taken(), ...summary(answer) });
    return answer;
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined;
    await hookRun.end({ ok: false, duration: taken(), ...summary(), status, error });
    throw error;
  }
}

/** An attempt takes headers; here nobody would look at them. A span is no options: who hands on `run` gives it one. */
function extraError(provider: string | undefined): ConfigurationError {
  const message = "the hook `around.call`: its `run` takes no options; that of `around.attempt` adds headers";
  return new ConfigurationError(message, { code: "bad-option", provider });
}

function lateError({ what, requestTimeout, timeLeft, deadlineError }: BeginningCall<never>): SdkError {
  if (timeLeft <= requestTimeout) return deadlineError();
  const message = `the hook \`around.call\` has not called \`run\` within ${requestTimeout} ms`;
  return new TimeoutError(message, { code: "timeout", provider: what.provider });
}

/** Headers of credentials, whatever the provider declares. */
const CREDENTIALS = /^(?:authorization|cookie|proxy-authorization)$/;

/** Headers that a hook adds to a request, but for those that the request has itself. Throws a ConfigurationError. */
export function addedHeaders(prepared: PreparedRequest, extra: AttemptExtra | undefined): Headers | undefined {
  const { name: provider, securitySchemes } = prepared.bound.definition;
  const bad = (code: string, problem: string): ConfigurationError => {
    const message = `the additions of the hook \`around.attempt\` to a request to ${provider}: ${printable(problem, 1000)}`;
    return new ConfigurationError(message, { code, provider });
  };
  const given = readOptions<AttemptExtra>(extra, "run", { headers: "" }, (option, problem) =>
    bad("bad-option", `${option} ${problem}`),
  );
  if (given.headers === undefined) return undefined;
  const schemes = Object.values(securitySchemes);
  const added = new Headers();
  const headers = readHeaders(given.headers, (option, problem) => bad("bad-header", `${option} ${problem}`));
  for (const [name, value] of headers) {
    if (CREDENTIALS.test(name) || schemes.some((scheme) => writesHeader(scheme, name)))
      throw bad("header-clash", `the header \`${name}\` holds a credential, which hooks cannot add`);
    if (!prepared.headers.has(name)) added.set(name, value);
  }
  return added;
}
