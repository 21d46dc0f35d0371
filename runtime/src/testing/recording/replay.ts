import { nearest } from "../../config/nearest.js";
import { connectionFailure } from "../failures.js";
import { maskText, secretsIn } from "../masked.js";
import { receive, type Received } from "../received.js";
import { SeenSecrets } from "../seen-secrets.js";
import type { Secrets } from "../../wire/scrub.js";
import type { VirtualClock } from "../virtual-clock.js";
import { MAX_NAME, printable } from "../../redaction.js";
import { toResponse } from "../../http/response.js";
import { inPart, wrongUse } from "../wrong-use.js";
import { responseOf } from "./clean-response.js";
import { differences, fits } from "./difference.js";
import { cleanRequest, contentOf, maskedRequest } from "./request.js";
import { NO_LABEL } from "./tap.js";
import type { Exchange, RecordedRequest, RecordedResponse } from "./tape.js";

export interface PlayerSettings {
  /** Names of fields that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** Secret before anything is sent. */
  readonly known: Secrets;
  readonly clock: VirtualClock;
}

/** Gives what was recorded: of each endpoint in its order, each exchange once. */
export class Player {
  readonly #path: string;
  readonly #exchanges: readonly Exchange[];
  readonly #ignored: ReadonlySet<string>;
  readonly #clock: VirtualClock;
  readonly #seen: SeenSecrets;
  readonly #used = new Set<Exchange>();
  readonly #mistakes: string[] = [];

  constructor(path: string, exchanges: readonly Exchange[], { ignored, known, clock }: PlayerSettings) {
    this.#path = path;
    this.#exchanges = exchanges;
    this.#ignored = ignored;
    this.#clock = clock;
    this.#seen = new SeenSecrets(known);
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { failure, response } = await this.#found(received);
    if (response !== undefined) return answerOf(response);
    if (failure === "timeout") return this.#clock.hang(received.signal);
    throw connectionFailure(failure === "refused" || failure === "tls" || failure === "malformed" ? failure : "reset");
  };

  /** Throws where something was asked for otherwise than it was recorded, or not at all. */
  end(): void {
    const unused = this.#exchanges.filter((exchange) => !this.#used.has(exchange));
    const missing = unused.map(({ request }) => `${this.#path}: ${shownTitle(request)} was recorded and not asked for`);
    const mistakes = this.#mistakes.flatMap((one) => maskText(one, this.#seen.all).split("\n"));
    const problems = mistakes.length > 0 ? mistakes : inPart(missing);
    if (problems.length > 0) throw wrongUse(problems);
  }

  /** What is wrong with a request is told at the end, too: whoever asked may have caught it. */
  async #found(received: Received): Promise<Exchange> {
    try {
      return this.#next(received, await contentOf(received));
    } catch (error) {
      this.#mistakes.push(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** What does not fit as it is, and what is told of it, is looked at without what other requests sent, too. */
  #next(received: Received, content: unknown): Exchange {
    const sent = secretsIn(received);
    this.#seen.add(sent);
    const asked = cleanRequest(received, content, sent);
    const all = this.#of(asked);
    const next = all.find((exchange) => !this.#used.has(exchange));
    if (next !== undefined) this.#used.add(next);
    if (next !== undefined && differences(next.request, asked, this.#ignored).length === 0) return next;
    const secrets = this.#seen.all;
    const masked = cleanRequest(received, content, secrets);
    if (next === undefined) throw wrongUse(`${this.#path}: ${this.#missing(masked, all.length)}`);
    const lines = differences(maskedRequest(next.request, secrets), masked, this.#ignored);
    if (lines.length === 0) return next;
    const which = all.length === 1 ? "" : ` (${all.indexOf(next) + 1} of ${all.length})`;
    throw wrongUse([`${this.#path}: ${shownTitle(masked)}${which} is not what was recorded`, ...inPart(lines)]);
  }

  /** What was recorded of an endpoint: of that very one, else of one with a credential in its path. */
  #of(asked: RecordedRequest): readonly Exchange[] {
    const same = this.#exchanges.filter(({ request }) => titleOf(request) === titleOf(asked));
    return same.length > 0 ? same : this.#exchanges.filter(({ request }) => isLike(request, asked));
  }

  #missing(asked: RecordedRequest, count: number): string {
    const title = shownTitle(asked);
    if (count > 0) return `${title} was recorded ${count} ${count === 1 ? "time" : "times"}, and asked for once more`;
    const titles = [...new Set(this.#exchanges.map(({ request }) => shownTitle(request)))];
    const near = nearest(title, titles);
    const there = near === undefined ? `it has: ${inPart(titles).join(", ") || "nothing"}` : `did you mean ${near}?`;
    return `${title} was not recorded; ${there} To record anew, delete the file`;
  }
}

function titleOf({ method, url }: RecordedRequest): string {
  return `${method} ${url}`;
}

function isLike(recorded: RecordedRequest, asked: RecordedRequest): boolean {
  const [before, now] = [recorded.url.split("/"), asked.url.split("/")];
  const isSame = recorded.method === asked.method && before.length === now.length;
  return isSame && before.every((segment, at) => segment === now[at] || fits(segment, now[at]));
}

/** What others wrote is told in one line, and in part. */
function shownTitle(request: RecordedRequest): string {
  return printable(titleOf(request), MAX_NAME);
}

/** Of any status, and without a body where the status has none. */
function answerOf(response: RecordedResponse): Response {
  const source = responseOf({ ...response, status: 200 });
  return toResponse({ status: response.status, source, content: source.body, label: NO_LABEL });
}
