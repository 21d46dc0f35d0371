import { onAbort } from "../abort.js";
import { MAX_DELAY } from "../clock.js";
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
import type { EventsOptions } from "./stream-types.js";

/** Sends the request of a stream again, so that it goes on behind the last event that was given out. */
export interface Resuming {
  /** Called with each event that is given out. */
  readonly given: (event: { readonly data: unknown }) => void;
  /**
   * The next answer, or nothing if the end is one. `error` is the failure, `undefined` for an end that is none; it is thrown if
   * it stands. `id` is the last that was given, `retry` the wait that the server wishes, in ms.
   */
  readonly again: (error: unknown, id: string, retry: number | undefined) => Promise<ReceivedAnswer | undefined>;
  /** Ends a wait. */
  readonly stop: () => void;
}

/** Reads how a stream goes on after a break. */
export function resuming(
  { prepared, send }: TakenCall,
  how: EventsOptions["resume"],
  rule: StreamRule["resume"],
): Resuming {
  const { method, bad, replayable, options, bound } = prepared;
  if (how !== true && how !== "always") throw bad("`resume`", 'is not a boolean or "always"');
  if (method !== "GET" && rule === undefined)
    throw bad("`resume`", "is for GET, and for operations that the definition lists in `streams`");
  if (!replayable) throw bad("`resume`", "needs a body that can be sent twice: a function that opens the stream");
  const { clock, random, maxRetryAfter } = bound.context;
  const ending = new AbortController();
  let tries = 0;
  let last: { readonly data: unknown } | undefined;
  const pause = async (delay: number): Promise<void> => {
    const stop = options.signal && onAbort(options.signal, (reason) => ending.abort(reason));
    await clock.sleep(delay, ending.signal).finally(stop);
  };
  return {
    given(event) {
      last = event;
      tries = 0;
    },
    async again(error, id, retry) {
      const position = positionOf(rule, id, last?.data);
      const policy = readPolicy(options, bad) ?? readPolicy(bound, bad) ?? DEFAULT_RETRIES;
      const most = policy.kind === "retries" ? policy.limit : policy.kind === "none" ? 0 : policy.maxContiguousRetries;
      tries += 1;
      const isMeant =
        error === undefined ? how === "always" : error instanceof NetworkError || error instanceof TimeoutError;
      const mayGoOn = isMeant && tries <= most && (position !== "" || last === undefined);
      if (!mayGoOn && error === undefined) return undefined;
      if (!mayGoOn) throw error;
      const times = policy.kind === "circuit-breaker" ? { ...policy.backoff, max: MAX_DELAY } : DEFAULT_RETRIES;
      const { start, factor, max } = policy.kind === "retries" ? policy : times;
      const backoff = Math.min(start * factor ** (tries - 1), max) * (0.8 + 0.4 * random());
      await pause(retry === undefined ? backoff : Math.min(retry, maxRetryAfter));
      return send(from(prepared, rule, position));
    },
    stop: () => ending.abort(),
  };
}

/** The id or the value with which a request goes on; empty if nothing is known. */
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
    const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(request.url) ?? [];
    const others = query.split("&").filter((each) => each !== "" && !new URLSearchParams(each).has(name));
    return { ...request, url: `${path}?${[...others, pair].join("&")}` };
  };
  return { ...prepared, render };
}
