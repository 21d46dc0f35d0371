import type { Progress } from "../io/progress.js";
import { escapeUnprintable } from "../io/text.js";
import type { GivenOptions } from "../project/options.js";
import { isWatched } from "./report.js";

/** Where a line is written and written again. */
export interface Terminal {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Milliseconds that pass, and what is done after some of them; it must not keep the process alive. */
export interface Time {
  readonly now: () => number;
  readonly after: (ms: number, act: () => void) => { readonly cancel: () => void };
}

/** Work that is done within this many ms shows nothing. */
const MOMENT = 500;

/** A line that changes more often than this, in ms, is read by nobody. */
const PAUSE = 50;

const ERASE = "\r\u001B[2K";

/** The one line on a terminal that says what a command is doing. */
export class ProgressLine implements Progress {
  readonly #terminal: Terminal;
  readonly #time: Time;
  readonly #start: number;
  #shownAt: number | undefined;
  #waiting: { readonly cancel: () => void } | undefined;

  constructor(terminal: Terminal, time: Time) {
    this.#terminal = terminal;
    this.#time = time;
    this.#start = time.now();
  }

  step(text: string, ms = 0): void {
    this.#waiting?.cancel();
    const rest = this.#dueAt(ms) - this.#time.now();
    const show = () => {
      this.#show(text);
    };
    if (rest <= 0) show();
    // Where the work waits for something, for instance a server, its step is shown though no other begins.
    else this.#waiting = this.#time.after(rest, show);
  }

  clear(): void {
    this.#waiting?.cancel();
    if (this.#shownAt !== undefined) this.#terminal.write(ERASE);
    this.#shownAt = undefined;
  }

  /** A step that will last is shown at once, if it lasts beyond the first moment. */
  #dueAt(ms: number): number {
    if (this.#shownAt === undefined) return this.#start + MOMENT - ms;
    return ms < PAUSE ? this.#shownAt + PAUSE : this.#shownAt;
  }

  #show(text: string): void {
    this.#shownAt = this.#time.now();
    this.#terminal.write(`${ERASE}${fitting(`${escapeUnprintable(text)}…`, columnsOf(this.#terminal) - 1)}`);
  }
}

/** A terminal that does not know has none. */
function columnsOf({ columns = 0 }: Terminal): number {
  return columns > 0 ? columns : 80;
}

/** A line that wraps could not be taken away as a whole. */
function fitting(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  const kept = Array.from(text);
  while (kept.length > 0 && widthOf(kept.join("")) > most - 1) kept.pop();
  return `${kept.join("")}…`;
}

/** Columns, at most: a terminal gives two to what is neither Latin nor a common sign. */
function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => width + (/[ -\u036F…]/u.test(character) ? 1 : 2), 0);
}

/** The line that says what a command is doing, where a person looks at stderr; loaded then only. */
export async function progressLine(): Promise<Progress | undefined> {
  if (!isWatched(process.env, process.stderr.isTTY)) return undefined;
  return new ProgressLine(process.stderr, { now: () => performance.now(), after });
}

/** Whether an invocation tells people anything beside its result. */
export function tellsProgress({ format = "pretty", quiet = false }: GivenOptions): boolean {
  return format === "pretty" && !quiet;
}

function after(ms: number, act: () => void): { readonly cancel: () => void } {
  const timer = setTimeout(act, ms).unref();
  return {
    cancel: () => {
      clearTimeout(timer);
    },
  };
}
