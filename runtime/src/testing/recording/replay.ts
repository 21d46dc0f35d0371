import { nearest } from "../../config/text.js";
import { MAX_NAME, printable } from "../../errors/errors.js";
import { toResponse } from "../../http/answer.js";
import { maskerOf } from "../../http/server-answer.js";
import type { Bytes } from "../../http/transport.js";
import { connectionFailure } from "../failures.js";
import { Masking } from "../masking.js";
import { readContent, receive, type Received } from "../received.js";
import type { VirtualClock } from "../virtual-clock.js";
import { inPart, wrongUse } from "../wrong-use.js";
import { bodyOf, maskedRequest, plainRequest } from "./clean.js";
import { differences, fits } from "./difference.js";
import { NO_LABEL, PLAIN_JSON } from "./record.js";
import type { Exchange, RecordedRequest, RecordedResponse } from "./tape.js";

export interface PlayerSettings {
  /** Names of fields that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** Secret before anything is sent. */
  readonly named: readonly string[];
  readonly clock: VirtualClock;
}

/** Gives what was recorded: of each endpoint in its order, each exchange once. */
export class Player {
  readonly #path: string;
  readonly #exchanges: readonly Exchange[];
  readonly #ignored: ReadonlySet<string>;
  readonly #clock: VirtualClock;
  /** What requests sent so far: it may stand in another. */
  readonly #seen: Set<string>;
  readonly #used = new Set<Exchange>();
  readonly #mistakes: string[] = [];

  constructor(path: string, exchanges: readonly Exchange[], { ignored, named, clock }: PlayerSettings) {
    this.#path = path;
    this.#exchanges = exchanges;
    this.#ignored = ignored;
    this.#clock = clock;
    this.#seen = new Set(named);
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { failure, response } = await this.#found(received);
    if (response !== undefined) return answerOf(response, bodyOf(response) ?? null);
    if (failure === "timeout") return this.#clock.hang(received.signal);
    throw connectionFailure(failure === "refused" || failure === "tls" || failure === "malformed" ? failure : "reset");
  };

  /** How many exchanges there were. Throws where something was asked for otherwise than it was recorded, or not at all. */
  end(): number {
    const unused = this.#exchanges.filter((exchange) => !this.#used.has(exchange));
    const missing = unused.map(({ request }) => `${this.#path}: ${shownTitle(request)} was recorded and not asked for`);
    const mistakes = this.#mistakes.flatMap((one) => one.split("\n"));
    const problems = mistakes.length > 0 ? mistakes : inPart(missing);
    if (problems.length > 0) throw wrongUse(problems);
    return this.#used.size;
  }

  /** What is wrong with a request is told at the end, too: whoever asked may have caught it. */
  async #found(received: Received): Promise<Exchange> {
    try {
      return this.#next(received, await readContent(received));
    } catch (error) {
      this.#mistakes.push(error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  /** Compared as it is and as it would be recorded; told of without secrets. */
  #next(received: Received, content: unknown): Exchange {
    for (const secret of received.secrets) this.#seen.add(secret);
    const plain = plainRequest(received, content);
    const masked = maskedRequest(plain, new Masking(received.secrets, maskerOf(this.#seen)));
    const all = this.#of(plain, masked);
    const next = all.find((exchange) => !this.#used.has(exchange));
    if (next === undefined) throw wrongUse(`${this.#path}: ${this.#missing(masked, all.length)}`);
    this.#used.add(next);
    const [asPlain = [], asMasked = []] = [plain, masked].map((asked) =>
      differences(next.request, asked, this.#ignored),
    );
    if (asPlain.length > 0 && asMasked.length > 0) {
      const which = all.length === 1 ? "" : ` (${all.indexOf(next) + 1} of ${all.length})`;
      throw wrongUse([`${this.#path}: ${shownTitle(masked)}${which} is not what was recorded`, ...inPart(asMasked)]);
    }
    if (next.response !== undefined && bodyOf(next.response) === undefined)
      throw wrongUse(
        `${this.#path}: the body that ${shownTitle(masked)} was answered with is not in the file, because it is neither JSON ` +
          `nor text (${next.response.length} bytes). To keep it, record anew with \`bodies: "all"\``,
      );
    return next;
  }

  /** What was recorded of an endpoint: of that very one, else of one with a credential in its path. */
  #of(plain: RecordedRequest, masked: RecordedRequest): readonly Exchange[] {
    const titles = new Set([titleOf(plain), titleOf(masked)]);
    const same = this.#exchanges.filter(({ request }) => titles.has(titleOf(request)));
    return same.length > 0 ? same : this.#exchanges.filter(({ request }) => isLike(request, plain));
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
function answerOf({ status, headers }: RecordedResponse, body: string | Bytes | null): Response {
  const source = new Response(body, { headers: { ...headers } });
  return toResponse({ status, source, content: source.body, label: NO_LABEL, json: PLAIN_JSON });
}
