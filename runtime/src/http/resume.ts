import { onAbort } from "../abort.js";
import type { JsonValue, StreamRule } from "../config/definition.js";
import { isFieldValue } from "../config/headers.js";
import { pointerSegments, valueAt } from "../config/pointers.js";
import { DEFAULT_RETRIES } from "../config/retries.js";
import { readPolicy } from "../config/retry-option.js";
import { octetsOf } from "../config/text.js";
import { NetworkError, TimeoutError } from "../errors/errors.js";
import type { ReceivedAnswer } from "./answer.js";
import type { TakenCall } from "./flow.js";
import type { PreparedRequest } from "./prepare.js";
import { retryDelay } from "./waits.js";

/** Where a stream was when its connection broke, or when it ended. */
export interface BreakPoint {
  /** The failure; `undefined` for an end that is none. */
  readonly error: unknown;
  /** Of the last event. */
  readonly id: string;
  readonly data: unknown;
  /** An event was given out, ever, and since the last break. */
  readonly hasGiven: boolean;
  readonly hasGoneOn: boolean;
  /** The wait that the server wishes, in ms. */
  readonly retry: number | undefined;
}

/** Sends the request of a stream again, so that it goes on behind the last event that was given out (flows §2.3). */
export class Resuming {
  readonly #call: TakenCall;
  readonly #how: true | "always";
  readonly #rule: StreamRule["resume"];
  readonly #ending = new AbortController();
  #tries = 0;

  constructor(call: TakenCall, how: true | "always", rule: StreamRule["resume"]) {
    const { method, bad, replayable } = call.prepared;
    if (how !== true && how !== "always") throw bad("`resume`", 'is not a boolean or "always"');
    if (method !== "GET" && rule === undefined)
      throw bad("`resume`", "is for GET, and for operations whose definition declares it under `streams`");
    if (!replayable) throw bad("`resume`", "needs a body that can be sent twice: a function that opens the stream");
    this.#call = call;
    this.#how = how;
    this.#rule = rule;
  }

  /** Ends a wait. */
  stop(): void {
    this.#ending.abort();
  }

  /** The next answer, or nothing if the end is one. Throws the failure if it stands. */
  async again({ error, id, data, hasGiven, hasGoneOn, retry }: BreakPoint): Promise<ReceivedAnswer | undefined> {
    const { prepared, send } = this.#call;
    const { options, bound, bad } = prepared;
    const isEnd = error === undefined;
    const position = positionOf(this.#rule, id, data);
    const { kind, ...policy } = readPolicy(options, bad) ?? readPolicy(bound, bad) ?? DEFAULT_RETRIES;
    const most = "limit" in policy ? policy.limit : "maxContiguousRetries" in policy ? policy.maxContiguousRetries : 0;
    this.#tries = hasGoneOn ? 1 : this.#tries + 1;
    const mayGoOn =
      (isEnd ? this.#how === "always" : error instanceof NetworkError || error instanceof TimeoutError) &&
      (position !== "" || !hasGiven) &&
      this.#tries <= most;
    if (!mayGoOn && isEnd) return undefined;
    if (!mayGoOn) throw error;
    const { random, maxRetryAfter } = bound.context;
    const backoff = "backoff" in policy ? policy.backoff : DEFAULT_RETRIES;
    const delay = retry === undefined ? retryDelay(backoff, this.#tries, random) : Math.min(retry, maxRetryAfter);
    await this.#pause(delay, options.signal);
    return send(from(prepared, this.#rule, position));
  }

  async #pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
    const stop = signal && onAbort(signal, (reason) => this.#ending.abort(reason));
    try {
      await this.#call.prepared.bound.context.clock.sleep(delay, this.#ending.signal);
    } finally {
      stop?.();
    }
  }
}

/** What goes out with the request; empty if nothing is known. */
function positionOf(rule: StreamRule["resume"], id: string, data: unknown): string {
  if (typeof rule !== "object") return isFieldValue(octetsOf(id)) ? octetsOf(id) : "";
  const value = valueAt(data as JsonValue, pointerSegments(rule.from));
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

function from(prepared: PreparedRequest, rule: StreamRule["resume"], position: string): PreparedRequest {
  if (position === "") return prepared;
  if (typeof rule !== "object") {
    prepared.headers.set("last-event-id", position);
    return prepared;
  }
  const { query: name } = rule;
  const pair = String(new URLSearchParams([[name, position]]));
  const render: PreparedRequest["render"] = (keys) => {
    const request = prepared.render(keys);
    const [path = "", query = ""] = request.url.split("?");
    const others = query.split("&").filter((each) => each !== "" && !new URLSearchParams(each).has(name));
    return { ...request, url: `${path}?${[...others, pair].join("&")}` };
  };
  return { ...prepared, render };
}
