import { onAbort, throwIfAborted } from "../abort.js";
import { startTimer } from "../clock.js";
import { readHeaders } from "../config/headers.js";
import { isPlainObject, readOptions } from "../config/options.js";
import { writesHeader } from "../config/schemes.js";
import { ConfigurationError, HttpError, printable, type SdkError, TimeoutError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
import type { PreparedRequest } from "../http/prepare.js";
import type { AroundCall, AttemptExtra, CallEnd } from "../telemetry/around.js";
import { type CallEvent, emit, type HookEvent } from "../telemetry/events.js";

/** So many jobs a hook has after its `run`, to get to its end before the call goes on. */
const JOBS = 20;

/** Whose hook it is. */
export interface HookOwner {
  readonly context: PolicyContext;
  readonly hook: HookEvent["hook"];
  /** What its events say. */
  readonly what: CallEvent & Omit<HookEvent, "type" | "hook" | "error">;
}

type Hook<What, Extra, End> = (what: What, run: (extra?: Extra) => Promise<End>) => unknown;

/** A hook's one time around a call or an attempt (rules §4.9). */
export class HookRun<Extra, End> {
  readonly #owner: HookOwner;
  readonly #end: Promise<End>;
  #tell: (end: End) => void = () => {};
  #hasRun = false;
  /** What it surrounds has ended, or will not begin. */
  #isOver = false;
  /** The hook itself has ended. */
  #isDone = false;

  constructor(owner: HookOwner) {
    this.#owner = owner;
    this.#end = new Promise((resolve) => {
      this.#tell = resolve;
    });
  }

  /** Calls the hook. Settles like what its `run` starts, which never throws at once; rejects where it is not called. */
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

  /** Nothing begins any more; tells whether nothing has. */
  close(): boolean {
    this.#isOver = true;
    return !this.#hasRun;
  }

  /** Tells the hook how it ended. Resolves when that has ended too, or waits for something else. */
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
  /** What the deadline leaves of the call, in ms; `Infinity` without one. */
  readonly timeLeft: number;
  readonly deadlineError: () => SdkError;
  /** What is known once it has ended. */
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
  const message = "the hook `around.call`: its `run` takes no options; headers are added by that of `around.attempt`";
  return new ConfigurationError(message, { code: "bad-option", provider });
}

function lateError({ what, requestTimeout, timeLeft, deadlineError }: BeginningCall<never>): SdkError {
  if (timeLeft <= requestTimeout) return deadlineError();
  const message = `the hook \`around.call\` has not called \`run\` within ${requestTimeout} ms`;
  return new TimeoutError(message, { code: "timeout", provider: what.provider });
}

/** Where credentials stand, whatever the provider declares. */
const CREDENTIALS = /^(?:authorization|cookie|proxy-authorization)$/;

/** What a hook adds to a request, but for headers that the request has itself. Throws a ConfigurationError. */
export function addedHeaders(prepared: PreparedRequest, extra: AttemptExtra | undefined): Headers | undefined {
  const { name: provider, securitySchemes } = prepared.bound.definition;
  const bad = (code: string, problem: string): ConfigurationError => {
    const message = `what the hook \`around.attempt\` adds to a request to ${provider}: ${printable(problem, 1000)}`;
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
      throw bad("header-clash", `the header \`${name}\` holds a credential, and hooks add none`);
    if (!prepared.headers.has(name)) added.set(name, value);
  }
  return added;
}
