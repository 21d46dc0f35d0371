// Loading it with the first failure would take real time, in which virtual time goes on.
import "../policy/circuit-table.js";
import type { Clock } from "../clock.js";
import { late } from "../late.js";

/** Turns of the event loop after which promises, streams and the bookkeeping of `Response` have settled. */
const TURNS = 3;

interface Timer {
  readonly at: number;
  readonly isLimit: boolean;
  readonly fire: () => void;
}

/**
 * Time that passes by itself, in an instant, as soon as everybody waits for it: for a pause before the next attempt, for a
 * late answer. Time limits pass only while something waits, so work that takes real time never runs into one.
 */
export class VirtualClock implements Clock {
  #now = 0;
  #timers: readonly Timer[] = [];
  /** Counts what happens, to see when nothing does. */
  #stirred = 0;
  #isMoving = false;
  #loaded: Promise<unknown> | undefined;

  now = (): number => this.#now;

  sleep = (ms: number, signal?: AbortSignal, isLimit = false): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason as Error);
      const abort = (): void => {
        this.#drop(timer);
        reject(signal?.reason as Error);
      };
      const fire = (): void => {
        signal?.removeEventListener("abort", abort);
        this.#drop(timer);
        resolve();
      };
      const timer: Timer = { at: this.#now + Math.max(0, ms), isLimit, fire };
      signal?.addEventListener("abort", abort, { once: true });
      this.#timers = [...this.#timers, timer].sort((one, other) => one.at - other.at || 0);
      this.#stir();
    });

  /** Waits for an answer that never comes. Rejects with the signal's reason. */
  hang(signal: AbortSignal | undefined): Promise<never> {
    return this.sleep(Infinity, signal) as Promise<never>;
  }

  /** Lets `ms` pass, with all that happens meanwhile, for instance until a circuit lets a request through again. */
  async advance(ms: number): Promise<void> {
    const until = this.#now + ms;
    await this.#settled();
    for (let [next] = this.#timers; next !== undefined && next.at <= until; [next] = this.#timers) {
      this.#fire(next);
      await this.#settled();
    }
    this.#now = Math.max(this.#now, until);
  }

  #drop(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer);
    this.#stirred += 1;
  }

  #fire(timer: Timer): void {
    this.#now = Math.max(this.#now, timer.at);
    timer.fire();
  }

  #stir(): void {
    this.#stirred += 1;
    if (!this.#isMoving) void this.#move();
  }

  async #move(): Promise<void> {
    this.#isMoving = true;
    for (;;) {
      await this.#settled();
      const [next] = this.#timers;
      const isWaitedFor = this.#timers.some(({ isLimit }) => !isLimit);
      if (next === undefined || next.at === Infinity || !isWaitedFor) break;
      this.#fire(next);
    }
    this.#isMoving = false;
  }

  /** Resolves when nothing has happened for some turns of the event loop. */
  async #settled(): Promise<void> {
    await (this.#loaded ??= loadLate());
    for (let seen = -1; seen !== this.#stirred;) {
      seen = this.#stirred;
      for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
    }
  }
}

/** Parts that clients load late: it takes real time, in which no virtual time may pass. */
const LATE: readonly (() => Promise<unknown>)[] = [
  () => import("../auth/challenges.js"),
  () => import("../auth/oauth2-request.js"),
  () => import("../auth/renewal.js"),
  () => import("../auth/schemes.js"),
  () => import("../config/token-url.js"),
  () => import("../failover/call-parameters.js"),
  () => import("../failover/engine.js"),
  () => import("../failover/perform-call.js"),
  () => import("../http/connection-failure.js"),
  () => import("../http/flows.js"),
  () => import("../http/other-bodies.js"),
  () => import("../http/page-checks.js"),
  () => import("../http/page-places.js"),
  () => import("../http/pages.js"),
  () => import("../http/parameters.js"),
  () => import("../http/redirects.js"),
  () => import("../http/response-stream.js"),
  () => import("../http/resume.js"),
  () => import("../http/server-answer.js"),
  () => import("../http/stream-failures.js"),
  () => import("../http/stream-rules.js"),
  () => import("../http/streams.js"),
  () => import("../http/target.js"),
  () => import("../operations/write.js"),
  () => import("../policy/circuit-table.js"),
  () => import("../policy/dispatch.js"),
  () => import("../policy/lasting.js"),
];

/** Loads one after another: Jest fails to link modules that share imports and are loaded at once. */
async function loadLate(): Promise<void> {
  for (const load of LATE) await late(load);
}

type Schedule = (callback: () => void) => void;

/** As they are when this module is loaded: test runners replace them by fakes of their own. */
const { setImmediate: immediate, setTimeout: later } = globalThis as typeof globalThis & { setImmediate?: Schedule };

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (immediate === undefined) later(resolve, 0);
    else immediate(resolve);
  });
}
