/** An event of a stream (HTML standard, "server-sent events"). */
export interface ServerEvent<Data = unknown> {
  /** Its name; `"message"` if the server gives none. */
  readonly event: string;
  /** Parsed if the document has a schema for it that is not text, or `json` is `true`; else the text. */
  readonly data: Data;
  /** The last id that the server gave; empty before the first. */
  readonly id: string;
}

/** An answer that comes piece by piece. It can be iterated once; `break` closes the connection. */
export interface AnswerStream<Item> extends AsyncIterableIterator<Item> {
  return(): Promise<IteratorResult<Item, undefined>>;
  /** Status and headers of the answer, without its body. It sends the request, if nothing was asked for yet. */
  readonly response: Promise<Response>;
}

/** The events of an answer. */
export interface EventStream<Event> extends AnswerStream<Event> {
  /** The id of the last event that was given out. */
  readonly lastEventId: string;
}

/** Options of `.lines()`. */
export interface LinesOptions {
  /** The longest wait for the next bytes, in ms; `false` waits for ever. Default: the client's, 30000. */
  readonly idleTimeout?: number | false | undefined;
}

/** Options of `.events()`. */
export interface EventsOptions {
  /** The longest wait for the next bytes, in ms. Default `false`: an event stream may have nothing to say for hours. */
  readonly idleTimeout?: number | false | undefined;
  /**
   * `true`: when the connection breaks, the request goes out again with the id of the last event. `"always"`: after an end
   * that is no break, too. For GET, and where the definition declares it.
   */
  readonly resume?: boolean | "always" | undefined;
  /** `true`: the data is JSON, though no document says so. */
  readonly json?: boolean | undefined;
}
