import { nearest } from "../../config/nearest.js";
import { connectionFailure } from "../failures.js";
import { secretsIn } from "../masked.js";
import { receive, type Received } from "../received.js";
import type { VirtualClock } from "../virtual-clock.js";
import { wrongUse } from "../wrong-use.js";
import { responseOf } from "./clean-response.js";
import { differences } from "./difference.js";
import { cleanRequest } from "./request.js";
import type { Exchange, RecordedRequest } from "./tape.js";

/** Gives what was recorded: of each endpoint in its order, each exchange once. */
export class Player {
  readonly #path: string;
  readonly #exchanges: readonly Exchange[];
  readonly #ignored: ReadonlySet<string>;
  readonly #clock: VirtualClock;
  readonly #used = new Set<Exchange>();
  readonly #mistakes: string[] = [];

  constructor(path: string, exchanges: readonly Exchange[], ignored: ReadonlySet<string>, clock: VirtualClock) {
    this.#path = path;
    this.#exchanges = exchanges;
    this.#ignored = ignored;
    this.#clock = clock;
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { failure, response } = await this.#found(received);
    if (response !== undefined) return responseOf(response);
    if (failure === "timeout") return this.#clock.hang(received.signal);
    throw connectionFailure(failure === "refused" || failure === "tls" || failure === "malformed" ? failure : "reset");
  };

  /** Throws where something was asked for otherwise than it was recorded, or not at all. */
  end(): void {
    const unused = this.#exchanges.filter((exchange) => !this.#used.has(exchange));
    const missing = unused.map(({ request }) => `${this.#path}: ${titleOf(request)} was recorded and not asked for`);
    const problems = this.#mistakes.length > 0 ? this.#mistakes : missing;
    if (problems.length > 0) throw wrongUse(problems.join("\n"));
  }

  /** What is wrong with a request is told at the end, too: whoever asked may have caught it. */
  async #found(received: Received): Promise<Exchange> {
    try {
      return this.#next(await cleanRequest(received, secretsIn(received)));
    } catch (error) {
      this.#mistakes.push(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #next(asked: RecordedRequest): Exchange {
    const title = titleOf(asked);
    const all = this.#exchanges.filter(({ request }) => titleOf(request) === title);
    const next = all.find((exchange) => !this.#used.has(exchange));
    if (next === undefined) throw wrongUse(`${this.#path}: ${this.#missing(title, all.length)}`);
    const lines = differences(next.request, asked, this.#ignored);
    this.#used.add(next);
    if (lines.length === 0) return next;
    const which = all.length === 1 ? "" : ` (${all.indexOf(next) + 1} of ${all.length})`;
    throw wrongUse([`${this.#path}: ${title}${which} is not what was recorded`, ...lines].join("\n"));
  }

  #missing(title: string, count: number): string {
    if (count > 0) return `${title} was recorded ${count} ${count === 1 ? "time" : "times"}, and asked for once more`;
    const titles = [...new Set(this.#exchanges.map(({ request }) => titleOf(request)))];
    const near = nearest(title, titles);
    const there = near === undefined ? `it has: ${titles.join(", ") || "nothing"}` : `did you mean ${near}?`;
    return `${title} was not recorded; ${there} To record anew, delete the file`;
  }
}

function titleOf({ method, url }: RecordedRequest): string {
  return `${method} ${url}`;
}
