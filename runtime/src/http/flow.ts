import type { ReceivedAnswer } from "./answer.js";
import type { PreparedRequest, RequestInput } from "./prepare.js";

/** A request that was prepared and not sent, as pages and streams take it over. */
export interface TakenCall {
  readonly prepared: PreparedRequest;
  /** Sends it, or another like it, in as many attempts as the policy makes of it. */
  readonly send: (prepared: PreparedRequest) => Promise<ReceivedAnswer>;
  /** The call as it was made, to prepare others of the same operation. */
  readonly input: RequestInput;
}

/** Takes a prepared request over. An answer is given where the request was sent before anything asked to read it so. */
export type Take = (call: TakenCall | ReceivedAnswer) => Promise<FlowSource>;

/**
 * Makes the items of a flow from its request, of which nothing is sent before the first is asked for. It adds what it has
 * to `flow`.
 */
export type OpenFlow = (
  call: TakenCall | ReceivedAnswer,
  kind: FlowKind,
  options: object | undefined,
  flow: Flow<unknown>,
) => FlowSource | Promise<FlowSource>;

/** The items of a flow as a late part makes them. */
export interface FlowSource {
  next(): Promise<IteratorResult<unknown, undefined>>;
  /** Ends it, and frees the connection. */
  return(): Promise<IteratorResult<unknown, undefined>>;
  /** The status and headers of a stream; asking for them sends its request. */
  response?(): Promise<Response>;
}

/** The readers that iterate over answers. */
export type FlowKind = "items" | "pages" | "page" | "events" | "lines";

/** An iterator that callers get at once, before the part that fills it is loaded. */
export interface Flow<Item> extends AsyncIterableIterator<Item, undefined, undefined> {
  return(): Promise<IteratorResult<Item, undefined>>;
  readonly response: Promise<Response>;
  lastEventId: string;
}

export function makeFlow<Item>(source: Promise<FlowSource>): Flow<Item> {
  let opened: FlowSource | undefined;
  source.then(
    (given) => (opened = given),
    () => {},
  );
  const flow = {
    lastEventId: "",
    get response() {
      return source.then((given) => given.response?.());
    },
    next: () => opened?.next() ?? source.then((given) => given.next()),
    return: () => source.then((given) => given.return()),
    [Symbol.asyncIterator]: () => flow,
  } as Flow<Item>;
  return flow;
}
