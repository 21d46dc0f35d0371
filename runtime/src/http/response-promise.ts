import type { Bytes } from "../wire/outgoing.js";
import type { ProviderResponse, ResponsePromise } from "../provider/provider-client.js";
import { parseJson, textOf, toResponse, type ReceivedAnswer } from "./response.js";

/**
 * Starts a request. It reads the caller's objects before it returns, because they may change right after the call, and
 * asks what to accept a job later, when the caller has said what it reads.
 */
export type Start = (accept: () => string | undefined) => Promise<ReceivedAnswer>;

/**
 * What becomes of a rejection that nobody waits for: the platform reports it (and Node ends the process), or nothing. Of
 * a map's requests, and what has its signal, nothing: an end rejects all of them, while the map waits for one.
 */
export type Rejections = "reported" | "quiet";

/** Starts a request; `.json()` on the promise can still say what is accepted. */
export function toResponsePromise(start: Start, rejections: Rejections = "reported"): ResponsePromise {
  return new PendingResponse(start, rejections);
}

/** A promise of a response, which is made only for those who wait for the response itself: `.json()` reads the bytes. */
class PendingResponse extends Promise<ProviderResponse> implements ResponsePromise {
  readonly #answer: Promise<ReceivedAnswer>;
  readonly #rejections: Rejections;
  #accept: string | undefined;
  #response: Promise<ProviderResponse> | undefined;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(start: Start, rejections: Rejections) {
    super(() => {});
    this.#rejections = rejections;
    this.#answer = this.#kept(start(() => this.#accept));
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
    this.#accept = "application/json";
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

  /** With `await`, by which a stack goes on to who called. */
  async #parsed<T>(): Promise<T> {
    const answer = await this.#answer;
    return parseJson(await textOf(answer), answer) as T;
  }

  #kept<T>(promise: Promise<T>): Promise<T> {
    if (this.#rejections === "quiet") promise.catch(() => {});
    return promise;
  }
}
