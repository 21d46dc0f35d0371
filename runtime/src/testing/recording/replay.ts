import { isPlainObject, own } from "../../config/options.js";
import { nearest } from "../../config/text.js";
import { MAX_NAME, printable } from "../../errors/errors.js";
import { MASK, maskerOf } from "../../http/server-answer.js";
import { Masking, readContent, receive, type Received } from "../received.js";
import { connectionFailure } from "../route.js";
import type { VirtualClock } from "../virtual-clock.js";
import { inPart, wrongUse } from "../wrong-use.js";
import { bodyOf, type Exchange, maskedRequest, plainRequest, type RecordedRequest, replayed } from "./tape.js";

interface Tape {
  readonly path: string;
  readonly exchanges: readonly Exchange[];
  /** Names of fields that are not compared. */
  readonly ignored: ReadonlySet<string>;
  /** Secrets that no request has to send; those of requests are added, because they may be in another. */
  readonly secrets: Set<string>;
  readonly clock: VirtualClock;
}

/** Gives what was recorded: of each endpoint in its order, each exchange once. */
export class Player {
  readonly #tape: Tape;
  readonly #used = new Set<Exchange>();
  #mistakes: readonly string[] = [];

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { failure, response } = await this.#found(received);
    if (response !== undefined) return replayed(response);
    if (failure === "timeout") return this.#tape.clock.hang(received.signal);
    throw connectionFailure(failure === "refused" || failure === "tls" || failure === "malformed" ? failure : "reset");
  };

  /** How many exchanges there were. Throws if not all was asked for, or something in another way than it was recorded. */
  end(): number {
    const { path, exchanges } = this.#tape;
    const unused = exchanges.filter((exchange) => !this.#used.has(exchange));
    const missing = unused.map(({ request }) => `${path}: ${shownTitle(request)} was recorded but not requested`);
    const problems = this.#mistakes.length > 0 ? this.#mistakes : inPart(missing);
    if (problems.length > 0) throw wrongUse(problems);
    return this.#used.size;
  }

  /** Keeps a mistake for the end too, because the code under test may have caught it. */
  async #found(received: Received): Promise<Exchange> {
    try {
      return this.#next(received, await readContent(received));
    } catch (error) {
      const { message } = error as Error;
      this.#mistakes = [...this.#mistakes, ...message.split("\n")];
      throw error;
    }
  }

  /** Compares a request as it is and as it would be recorded; differences are shown without secrets. */
  #next(received: Received, content: unknown): Exchange {
    const { path, secrets, ignored } = this.#tape;
    for (const secret of received.secrets) secrets.add(secret);
    const plain = plainRequest(received, content);
    const masked = maskedRequest(plain, new Masking(received.secrets, maskerOf(secrets)));
    const all = this.#recordedOf(plain, masked);
    const next = all.find((exchange) => !this.#used.has(exchange));
    if (next === undefined) throw wrongUse(`${path}: ${this.#missing(masked, all.length)}`);
    this.#used.add(next);
    const different = differences(next.request, masked, ignored);
    if (different.length > 0 && differences(next.request, plain, ignored).length > 0) {
      const which = all.length === 1 ? "" : ` (${all.indexOf(next) + 1} of ${all.length})`;
      throw wrongUse([`${path}: ${shownTitle(masked)}${which} is not what was recorded`, ...inPart(different)]);
    }
    if (next.response !== undefined && bodyOf(next.response) === undefined)
      throw wrongUse(
        `${path}: the body of the answer to ${shownTitle(masked)} is not in the file, because it is neither JSON ` +
          `nor text (${next.response.length} bytes). To keep it, record again with \`bodies: "all"\``,
      );
    return next;
  }

  /** Exchanges with an endpoint, else with one that has a credential in its path. */
  #recordedOf(plain: RecordedRequest, masked: RecordedRequest): readonly Exchange[] {
    const titles = new Set([titleOf(plain), titleOf(masked)]);
    const { exchanges } = this.#tape;
    const same = exchanges.filter(({ request }) => titles.has(titleOf(request)));
    const segments = plain.url.split("/");
    const isLike = ({ request: { method, url } }: Exchange): boolean => {
      const before = url.split("/");
      const isSame = method === plain.method && before.length === segments.length;
      return isSame && before.every((segment, at) => segment === segments[at] || fits(segment, segments[at]));
    };
    return same.length > 0 ? same : exchanges.filter(isLike);
  }

  #missing(asked: RecordedRequest, count: number): string {
    const title = shownTitle(asked);
    if (count > 0) return `${title} was recorded ${count} ${count === 1 ? "time" : "times"}, and requested once more`;
    const titles = [...new Set(this.#tape.exchanges.map(({ request }) => shownTitle(request)))];
    const near = nearest(title, titles);
    const there = near === undefined ? `it has: ${inPart(titles).join(", ") || "nothing"}` : `did you mean ${near}?`;
    return `${title} was not recorded; ${there} To record again, delete the file`;
  }
}

function titleOf({ method, url }: RecordedRequest): string {
  return `${method} ${url}`;
}

/** On one line, and bounded: others wrote it. */
function shownTitle(request: RecordedRequest): string {
  return printable(titleOf(request), MAX_NAME);
}

/** Two lines for each place at which a request is not as it was recorded. */
function differences(
  recorded: RecordedRequest,
  asked: RecordedRequest,
  ignored: ReadonlySet<string>,
): readonly string[] {
  const compare = (place: string, before: unknown, now: unknown): readonly string[] => {
    if (isBranch(before) && isBranch(now) && Array.isArray(before) === Array.isArray(now)) {
      const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((key) => !ignored.has(key));
      return keys.flatMap((key) => compare(`${place}/${key}`, own(before, key), own(now, key)));
    }
    // A key that was made is another one each time.
    if (/^body\/idempotency_?key$/i.test(place) && [before, now].every((key) => UUID.test(String(key)))) return [];
    if (fits(before, now) || JSON.stringify(before) === JSON.stringify(now)) return [];
    // In place of a credential there may be one that is not known.
    const isHidden = holdsMask(before) && !holdsMask(now) && now !== undefined;
    const name = printable(place, MAX_NAME);
    return [
      `- ${name}: ${shown(before)}`,
      `+ ${name}: ${isHidden ? "not shown, because a credential was here" : shown(now)}`,
    ];
  };
  return (["query", "type", "body"] as const).flatMap((part) => compare(part, recorded[part], asked[part]));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function isBranch(value: unknown): value is { readonly [key: string]: unknown } {
  return Array.isArray(value) || isPlainObject(value);
}

/** In place of a mask any text fits; the text around it has to be the same. */
function fits(before: unknown, now: unknown): boolean {
  if (before === MASK) return true;
  if (!holdsMask(before) || typeof now !== "string") return false;
  const [first = "", ...others] = before.split(MASK);
  const last = others.pop() ?? "";
  let at = first.length;
  for (const part of others) {
    const found = now.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return now.startsWith(first) && now.endsWith(last) && at + last.length <= now.length;
}

function holdsMask(value: unknown): value is string {
  return typeof value === "string" && value.includes(MASK);
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
