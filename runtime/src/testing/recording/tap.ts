import { toResponse } from "../../http/response.js";
import type { Bytes } from "../../wire/outgoing.js";
import type { RawResponse } from "./clean-response.js";

/** Of no provider: what is tapped has a URL already. */
export const NO_LABEL = { provider: "", service: "", method: "", path: "" };

/**
 * An answer on its way to the client, of which a copy is kept. Nothing is read that the client does not read: so it ends
 * where the client ends, and an answer without end is no more work here than there.
 */
export class Tap {
  /** For the client. */
  readonly response: Response;
  readonly #source: Response;
  readonly #keeps: (size: number) => boolean;
  readonly #chunks: Bytes[] = [];
  #isWhole: boolean;
  #broken: { readonly error: unknown } | undefined;

  /** `keeps` is asked whether so many bytes more are kept. */
  constructor(source: Response, keeps: (size: number) => boolean) {
    this.#source = source;
    this.#keeps = keeps;
    this.#isWhole = source.body === null;
    this.response = source.body === null ? source : sameWith(this.#through(source.body.getReader()), source);
  }

  /** What the client has read. Throws as the connection broke. */
  async read(): Promise<RawResponse> {
    if (this.#broken !== undefined) throw this.#broken.error;
    const { status, headers } = this.#source;
    const isWhole = this.#isWhole;
    return { status, headers, isWhole, bytes: new Uint8Array(await new Blob(this.#chunks).arrayBuffer()) };
  }

  #through(reader: ReadableStreamDefaultReader<Bytes>): ReadableStream<Bytes> {
    const pull = async (controller: ReadableStreamDefaultController<Bytes>): Promise<void> => {
      const { done, value } = await reader.read().catch((error: unknown) => {
        this.#broken = { error };
        throw error;
      });
      if (done) {
        this.#isWhole = true;
        return controller.close();
      }
      if (this.#keeps(value.byteLength)) this.#chunks.push(value.slice());
      controller.enqueue(value);
    };
    return new ReadableStream(
      { pull, cancel: async (reason) => reader.cancel(reason).catch(() => {}) },
      { highWaterMark: 0 },
    );
  }
}

/** The same answer with another body, in all that tells how it came too. */
function sameWith(content: ReadableStream<Bytes>, source: Response): Response {
  const { status, url, type, redirected } = source;
  const response = toResponse({ status, source, content, label: NO_LABEL });
  const told = { url, type, redirected };
  return Object.defineProperties(
    response,
    Object.fromEntries(Object.entries(told).map(([name, value]) => [name, { value }])),
  );
}
