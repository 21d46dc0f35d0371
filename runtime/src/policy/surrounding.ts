import { ConfigurationError } from "../errors/errors.js";
import type { PolicyContext } from "../http/bound-provider.js";
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
export class Surrounding<Extra, End> {
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
