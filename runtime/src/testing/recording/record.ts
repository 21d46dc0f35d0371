import { type JsonReading, toResponse } from "../../http/answer.js";
import { networkError } from "../../http/connection-failure.js";
import { maskerOf } from "../../http/server-answer.js";
import type { Bytes } from "../../http/transport.js";
import { Masking } from "../masking.js";
import { readContent, receive, type Received } from "../received.js";
import { wrongUse } from "../wrong-use.js";
import { cleanResponse, maskedRequest, plainRequest, type RawResponse } from "./clean.js";
import { type Exchange, writeTape } from "./tape.js";

/** `fetch` takes none for them. */
const METHODS_WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** The most bytes of answers that are kept: a file in a repository is no archive. */
const MOST = 8 * 1024 * 1024;

export interface RecorderSettings {
  readonly send: typeof globalThis.fetch;
  /** What may not be in the file, besides what requests tell. */
  readonly named: readonly string[];
  /** Requests are taken too whose credentials nobody tells. */
  readonly takesAny: boolean;
  /** Bodies are kept too that are neither JSON nor text. */
  readonly keepsBytes: boolean;
}

interface Taken {
  readonly received: Received;
  /** Rejects as the connection failed. */
  readonly tap: Promise<Tap>;
}

/** What goes into a file, and how many values are masked in it. */
export interface Tape {
  readonly text: string;
  readonly exchanges: number;
  readonly masked: number;
}

/** What comes and goes over the wire. It is cleaned at the end, when all credentials are known. */
export class Recorder {
  readonly #settings: RecorderSettings;
  readonly #taken: Taken[] = [];
  #left = MOST;

  constructor(settings: RecorderSettings) {
    this.#settings = settings;
  }

  fetch: typeof globalThis.fetch = async (input, init) => {
    const received = await receive(input, init);
    const { method, url, headers, bytes, signal = null } = received;
    const body = METHODS_WITHOUT_BODY.has(method) ? undefined : bytes;
    const sent = this.#settings.send(url.href, { ...init, method, headers, signal, ...(body && { body }) });
    const tap = sent.then((response) => new Tap(response, (size) => (this.#left -= size) >= 0));
    this.#taken.push({ received, tap });
    return (await tap).response;
  };

  async tape(): Promise<Tape> {
    const { named, takesAny, keepsBytes } = this.#settings;
    if (this.#left < 0)
      throw wrongUse(`more than ${MOST / 2 ** 20} MiB came: nothing is written. Record less at a time`);
    if (!takesAny && this.#taken.some(({ received }) => !received.isKnown))
      throw wrongUse(
        "a request came without the signal that its client gave to `fetch`, so its credentials are not known: nothing is " +
          "written. Pass `init` on to `tape.options.fetch` as it is, or name its credentials in `secrets`",
      );
    const mask = maskerOf(new Set([...named, ...this.#taken.flatMap(({ received }) => [...received.secrets])]));
    const exchanges: Exchange[] = [];
    let masked = 0;
    for (const taken of this.#taken) {
      const masking = new Masking(taken.received.secrets, mask);
      exchanges.push(await exchangeOf(taken, masking, keepsBytes));
      masked += masking.count;
    }
    return { text: writeTape(exchanges), exchanges: exchanges.length, masked };
  }
}

async function exchangeOf({ received, tap }: Taken, masking: Masking, keepsBytes: boolean): Promise<Exchange> {
  const request = maskedRequest(plainRequest(received, await readContent(received)), masking);
  const raw = await tap.then(async (tapped) => tapped.read()).catch((error: unknown) => failureOf(error, received));
  return typeof raw === "string"
    ? { request, failure: raw }
    : { request, response: cleanResponse(raw, masking, keepsBytes) };
}

function failureOf(error: unknown, { signal }: Received): string {
  return signal?.aborted === true ? "timeout" : (FAILURES[networkError(error, NO_LABEL).code] ?? "reset");
}

/** As fakes make them. */
const FAILURES: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-tls": "tls",
  "network-malformed": "malformed",
  "network-reset": "reset",
};

/** Of no provider: what is recorded has a URL already. */
export const NO_LABEL = { provider: "", service: "", method: "", path: "" };
export const PLAIN_JSON: JsonReading = { mayBeEmpty: false, parse: undefined };

/**
 * An answer on its way to the client, of which a copy is kept. Nothing is read that the client does not read: so it ends
 * where the client ends, and an answer without end is no more work here than there.
 */
class Tap {
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
  const response = toResponse({ status, source, content, label: NO_LABEL, json: PLAIN_JSON });
  const told = { url, type, redirected };
  return Object.defineProperties(
    response,
    Object.fromEntries(Object.entries(told).map(([name, value]) => [name, { value }])),
  );
}
