import { own } from "../config/options.js";
import { SdkError } from "../errors/errors.js";
import { recorderOf } from "./side-effects.js";
import { parseJson, type ReceivedAnswer, textOf, toResponse } from "./answer.js";
import { Attempt, type AttemptLimits } from "./attempt.js";
import type { BoundProvider } from "./bound-provider.js";
import { needed } from "../late.js";
import { type Flow, type FlowKind, type FlowSource, makeFlow, type Take } from "./flow.js";
import { type PreparedRequest, prepareRequest, type RequestInput } from "./prepare.js";
import type { ProviderClient, ProviderResponse, RequestOptions, ResponsePromise } from "./provider-client.js";
import type { Bytes } from "./transport.js";

/**
 * Adds who called to the stack of an error of ours, where the platform follows `await` (V8): between the place where it was
 * made and the call stand races, timers and ky, or more frames of ours than are kept. Gives back what it is given.
 */
export function fromCall<T>(error: T): T {
  try {
    if (error instanceof SdkError) extend(error);
  } catch {
    // A stack is made by code of the application's, where it sets `Error.prepareStackTrace`.
  }
  return error;
}

function extend(error: SdkError): void {
  const here: { stack?: unknown } = {};
  (Error as Capturing).captureStackTrace?.(here);
  const stack = String(error.stack);
  const more = String(here.stack)
    .match(/\n {4}at async .*/g)
    ?.filter((line) => !stack.includes(line));
  // Calls that waited for the same token have the same error: it does not grow with each of them.
  if (more?.[0] !== undefined && stack.length < 5000) Reflect.set(error, "stack", stack + more.join(""));
}

interface Capturing {
  readonly captureStackTrace?: (holder: object) => void;
}

/**
 * Starts a request. It reads the caller's objects before it returns, because they may change right after the call, and
 * asks who reads the answer a job later, when the caller has said so. A reader that takes the request over gets it unsent.
 */
export type Start = (reader: () => Reader) => Promise<ReceivedAnswer | FlowSource>;

/** How an answer is read, as far as its request depends on it. */
export interface Reader {
  readonly accept?: string;
  readonly take?: Take;
}

/** A promise of a response, which is made only for those who wait for the response itself: `.json()` reads the bytes. */
class PendingResponse extends Promise<ProviderResponse> implements ResponsePromise {
  readonly #answer: Promise<ReceivedAnswer>;
  readonly #isQuiet: boolean;
  #reader: Reader = {};
  #isSent = false;
  #response: Promise<ProviderResponse> | undefined;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /**
   * The consequence of a rejection that nobody waits for: the platform reports it (and Node ends the process), or nothing. Of
   * a map's requests, and what has its signal, nothing: an end rejects all of them, while the map waits for one.
   */
  constructor(start: Start, isQuiet: boolean) {
    super(() => {});
    this.#isQuiet = isQuiet;
    const started = start(() => {
      this.#isSent = true;
      return this.#reader;
    });
    this.#answer = this.#kept(started as Promise<ReceivedAnswer>);
  }

  // eslint-disable-next-line unicorn/no-thenable -- a promise is one; only when the response is made differs
  override then<Value = ProviderResponse, Failure = never>(
    onFulfilled?: ((response: ProviderResponse) => Value | PromiseLike<Value>) | null,
    onRejected?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Value | Failure> {
    this.#response ??= this.#answer.then(toResponse);
    return this.#response.then(onFulfilled, onRejected);
  }

  json<T>(): Promise<T> {
    this.#reader = { accept: "application/json" };
    return this.#kept(this.#parsed());
  }

  text(): Promise<string> {
    return this.#kept(this.#answer.then(textOf));
  }

  bytes(): Promise<Bytes> {
    return this.#kept(this.then((response) => response.bytes()));
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#kept(this.then((response) => response.arrayBuffer()));
  }

  blob(): Promise<Blob> {
    return this.#kept(this.then((response) => response.blob()));
  }

  formData(): Promise<FormData> {
    return this.#kept(this.then((response) => response.formData()));
  }

  items(options?: object): Flow<unknown> {
    return this.#flow("items", options);
  }

  pages(options?: object): Flow<unknown> {
    return this.#flow("pages", options);
  }

  async page(): Promise<unknown> {
    return (await this.#flow("page", undefined).next()).value;
  }

  events(options?: object): Flow<never> {
    return this.#flow("events", options);
  }

  lines(options?: object): Flow<never> {
    return this.#flow("lines", options);
  }

  /** Leaves the request to the part that reads it so, if it is not on its way yet. */
  #flow(kind: FlowKind, options: object | undefined): Flow<never> {
    const take: Take = async (call) => {
      const { openFlow } = await needed(() => import("./flows.js"), "flows", "what reads pages and streams", undefined);
      return openFlow(call, kind, options, flow);
    };
    let source = this.#answer as Promise<unknown>;
    if (this.#isSent) source = this.#answer.then(take);
    else this.#reader = { accept: "application/json", take };
    const flow = makeFlow<never>(source as Promise<FlowSource>);
    return flow;
  }

  /** With `await`, by which a stack goes on to who called. */
  async #parsed<T>(): Promise<T> {
    const answer = await this.#answer;
    return (await parseJson(await textOf(answer), answer)) as T;
  }

  #kept<T>(promise: Promise<T>): Promise<T> {
    if (this.#isQuiet) promise.catch(() => {});
    return promise;
  }
}

/** Makes attempts of a prepared request: retries and circuits, see `policy/`. `callers` end a stream too that outlives the limits' signals. */
export type Dispatch = (
  prepared: PreparedRequest,
  attempt: (limits: AttemptLimits, callers?: readonly AbortSignal[]) => Promise<ReceivedAnswer>,
) => Promise<ReceivedAnswer>;

/** Prepares a request once and sends it, in as many attempts as `dispatch` makes of it, or leaves that to its reader. */
export async function dispatchRequest(
  bound: BoundProvider,
  call: Omit<RequestInput, "accept">,
  reader: () => Reader,
  dispatch: Dispatch,
): Promise<ReceivedAnswer | FlowSource> {
  const input = { ...call, accept: () => reader().accept };
  const send = async (prepared: PreparedRequest): Promise<ReceivedAnswer> =>
    dispatch(prepared, async (limits, callers = []) => new Attempt(prepared, limits, callers).run());
  try {
    const prepared = await prepareRequest(bound, input);
    const { take } = reader();
    return await (take?.({ prepared, send, input }) ?? send(prepared));
  } catch (error) {
    // A mistake that is found at once is thrown after the caller has begun to wait.
    await Promise.resolve();
    throw fromCall(error);
  }
}

/**
 * A client of a bound provider. Cheap: a map gets one of its own, whose `dispatch` knows which performance it belongs to.
 * Its provider is kept in closures, out of reach of `inspect` and `JSON.stringify`. `Client` is what emitted code
 * says of it: a client that is typed by a document is the same object.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function createProviderClient<Client extends { readonly name: string } = ProviderClient>(
  bound: BoundProvider,
  dispatch: Dispatch,
  isQuiet = false,
): Client {
  const start = (method: string | undefined, path: string, options: RequestOptions | undefined): ResponsePromise =>
    new PendingResponse(
      (reader) => dispatchRequest(bound, { method, path, options }, reader, dispatch),
      isQuiet || recorderOf(own(options, "signal")) !== undefined,
    );
  const verb = (method: string) => (path: string, options?: RequestOptions) => start(method, path, options);
  const client = {
    name: bound.definition.name,
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    head: verb("HEAD"),
    options: verb("OPTIONS"),
    request: (path: string, options: RequestOptions) => start(undefined, path, options),
  };
  // Not enumerable: `JSON.stringify` would follow the circle.
  return Object.defineProperty(client, "untyped", { value: client }) as unknown as Client;
}
