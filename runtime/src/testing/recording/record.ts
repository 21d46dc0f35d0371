import { type JsonReading, toResponse } from "../../http/answer.js";
import { networkError } from "../../http/connection-failure.js";
import { maskerOf } from "../../http/server-answer.js";
import type { Bytes } from "../../http/transport.js";
import { Masking, readContent, receive, type Received } from "../received.js";
import { wrongUse } from "../wrong-use.js";
import { cleanResponse, type Exchange, maskedRequest, plainRequest, type RawResponse, writeTape } from "./tape.js";

/** The most bytes of answers that are kept: a file in a repository is no archive. */
const MOST = 8 * 1024 * 1024;

export interface RecorderSettings {
  readonly send: typeof globalThis.fetch;
  /** Secrets that may not be in the file, besides those of requests. */
  readonly named: readonly string[];
  /** Also records requests whose credentials are not known. */
  readonly takesAny: boolean;
  /** Also keeps bodies that are neither JSON nor text. */
  readonly keepsBytes: boolean;
}

interface Taken {
  readonly received: Received;
  /** Rejects as the connection failed. */
  readonly tap: Promise<Tap>;
}

/** The content of a file, and how many values are masked in it. */
export interface Tape {
  readonly text: string;
  readonly exchanges: number;
  readonly masked: number;
}

/** Sends and keeps requests and answers. They are cleaned at the end, when all credentials are known. */
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
    const body = method === "GET" || method === "HEAD" ? {} : { body: bytes };
    const sent = this.#settings.send(url.href, { ...init, method, headers, signal, ...body });
    const tap = sent.then((response) => tapped(response, (size) => (this.#left -= size) >= 0));
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
  let raw: RawResponse;
  try {
    raw = await (await tap).read();
  } catch (error) {
    const failure = FAILURES[networkError(error, NO_LABEL).code] ?? "reset";
    return { request, failure: received.signal?.aborted === true ? "timeout" : failure };
  }
  return { request, response: cleanResponse(raw, masking, keepsBytes) };
}

/** Kinds of failure, as fakes have them. */
const FAILURES: { readonly [code: string]: string } = {
  "network-unreached": "refused",
  "network-tls": "tls",
  "network-malformed": "malformed",
  "network-reset": "reset",
};

const NO_LABEL = { provider: "", service: "", method: "", path: "" };
const PLAIN_JSON: JsonReading = { mayBeEmpty: false, parse: undefined };

/** An answer of any status, of which only the status, headers and content are known. */
export function answerOf(status: number, source: Response, content: ReadableStream<Bytes> | null): Response {
  return toResponse({ status, source, content, label: NO_LABEL, json: PLAIN_JSON });
}

/** An answer on its way to the client, of which a copy is kept. */
interface Tap {
  readonly response: Response;
  /** Gives what the client has read, or throws as the connection broke. */
  readonly read: () => Promise<RawResponse>;
}

/**
 * Reads nothing that the client does not read: the copy ends where the client ends, and an answer without end is no more
 * work here than there. `keeps` is asked if so many bytes more are kept.
 */
function tapped(source: Response, keeps: (size: number) => boolean): Tap {
  const { status, headers, url, type, redirected } = source;
  const reader: ReadableStreamDefaultReader<Bytes> | undefined = source.body?.getReader();
  const chunks: Bytes[] = [];
  let isWhole = reader === undefined;
  let broken: { readonly error: unknown } | undefined;
  const read = async (): Promise<RawResponse> => {
    if (broken !== undefined) throw broken.error;
    return { status, headers, isWhole, bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()) };
  };
  if (reader === undefined) return { response: source, read };
  const pull = async (controller: ReadableStreamDefaultController<Bytes>): Promise<void> => {
    const { done, value } = await reader.read().catch((error: unknown) => {
      broken = { error };
      throw error;
    });
    if (done) {
      isWhole = true;
      return controller.close();
    }
    if (keeps(value.byteLength)) chunks.push(value.slice());
    controller.enqueue(value);
  };
  const cancel = async (reason: unknown): Promise<void> => reader.cancel(reason).catch(() => {});
  const response = answerOf(status, source, new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
  // Clients look at them to see how the answer came.
  for (const [name, value] of Object.entries({ url, type, redirected }))
    Object.defineProperty(response, name, { value });
  return { response, read };
}
