import {
  type AuthenticationErrorKind,
  BodyError,
  describeRequest,
  HttpError,
  type RequestLabel,
  type SdkError,
} from "../errors/errors.js";
import { late, missing } from "../late.js";
import type { ProviderResponse } from "./provider-client.js";
import type * as serverAnswer from "./server-answer.js";
import type { Bytes } from "./transport.js";

/** The parts of an answer beside its body. */
export type AnswerHead = Pick<Response, "status" | "headers" | "statusText">;

/** The parts of an answer that an error keeps: masked, in the server's own words. */
export interface ServerAnswer {
  /** The reason phrase, which HTTP/2 has no more. */
  readonly reason: string;
  /** The explanation of the vendor in one sentence, at most 200 characters; empty if there is none. */
  readonly sentence: string;
  /** Without `set-cookie`. */
  readonly headers: Headers;
  readonly text: string;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** True if the body goes on behind `text`. */
  readonly truncated: boolean;
  readonly requestId: string | undefined;
  /** In ms. */
  readonly retryAfter: number | undefined;
  /** A header that asks for a wait and cannot be read. */
  readonly unreadWait: string | undefined;
}

/** Loads the part that reads answers for errors; if its file is missing no text is shown. */
export async function loadServerAnswer(): Promise<typeof serverAnswer | undefined> {
  return late(() => import("./server-answer.js"));
}

/** Why the server did not accept the credentials of an answer; `undefined` if it did, or does not say so. */
export async function rejectionOf(response: Response): Promise<AuthenticationErrorKind | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  return (await loadServerAnswer())?.rejectionOf(response);
}

/** The status alone, of an answer that could not be read. */
export function bareError(label: RequestLabel, status: number): HttpError {
  const { provider, method, path } = label;
  const message = `${describeRequest(label)} answered ${status}; the reader of the rest ${missing("server-answer")}`;
  return new HttpError(message, { code: `http-${status}`, provider, status, method, path });
}

/** Nobody reads it any more. */
export function letGo(response: Response | undefined): void {
  response?.body?.cancel().catch(() => {});
}

/** An answer need not be of this realm's class, but has to have what is read of it, and a body that nobody has read. */
export function usable(response: Response): Response {
  const { headers, status, statusText, body, bodyUsed } = Object(response) as Partial<Response>;
  const hasBody = body === null || (body?.getReader && !body.locked && !bodyUsed);
  return fitting(response, headers?.get && status?.toFixed && statusText?.trim && hasBody);
}

/** A chunk of a body; of any realm, as test environments have their own. */
export function bytesIn(chunk: Uint8Array): Uint8Array {
  return fitting(chunk, ArrayBuffer.isView(chunk) && chunk[Symbol.toStringTag] === "Uint8Array");
}

/** Only a `fetch` of the caller's own gives what does not fit, a mock for one: it is told as such with what comes late. */
function fitting<T>(given: T, fits: unknown): T {
  if (fits) return given;
  throw Object.assign(new Error(), { misfit: given });
}

/** Reads a body, whose bytes are one piece then. */
export class BodyReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #chunks: Uint8Array[] = [];
  #size = 0;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
  }

  /** Resolves with whether the body ended within the limit. */
  async read(limit: number): Promise<boolean> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return true;
      this.#chunks.push(bytesIn(value));
      this.#size += value.byteLength;
      if (this.#size <= limit) continue;
      this.cancel();
      return false;
    }
  }

  cancel(): void {
    this.#reader.cancel().catch(() => {});
  }

  bytes(limit: number): Bytes {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first instanceof Uint8Array) return first.subarray(0, limit) as Bytes;
    const joined = new Uint8Array(this.#size);
    let offset = 0;
    for (const chunk of this.#chunks) {
      joined.set(chunk, offset);
      offset += chunk.byteLength;
    }
    return joined.subarray(0, limit);
  }
}

/** How an answer has ended that was given out when it began. One that nobody reads to its end is dropped, or never ends. */
export type LastingEnd = { readonly type: "ended" | "dropped" } | { readonly type: "failed"; readonly error: SdkError };

/** An answer as an attempt leaves it. Making a Response of it costs more than all else, so that waits for a reader. */
export interface ReceivedAnswer {
  readonly status: number;
  /** Where status and headers come from; it has a URL, so it is not given out. */
  readonly source: Response;
  /** The body that was read, or a stream where one was asked for. */
  readonly content: Bytes | ReadableStream<Uint8Array> | null;
  /** Never rejects; of a stream. */
  readonly lasts?: Promise<LastingEnd> | undefined;
  readonly label: RequestLabel;
  /** The same for an error, masked; of a body that was read whole. */
  readonly shown?: (() => Promise<ServerAnswer | undefined>) | undefined;
  /** The same of a text in a stream. */
  readonly said?: ((text: string) => Promise<ServerAnswer | undefined>) | undefined;
  readonly json: JsonReading;
}

/** How the body of an answer is read as JSON. */
export interface JsonReading {
  /** True if the document lists a 2xx without content for the operation: then none is `undefined`. */
  readonly mayBeEmpty: boolean;
  /** The client's own parser. */
  readonly parse: ((text: string) => unknown) | undefined;
}

/** Statuses whose answers have no body (fetch standard, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** Characters of a reason phrase that servers send, fetch passes on, and `Response` throws at (RFC 9112 §4). */
const NO_REASON = /[^\t\x20-\x7e\x80-\xff]/g;

/** The response that callers get. Made anew, so that it carries no URL. */
export function toResponse(answer: ReceivedAnswer): ProviderResponse {
  return new ReadResponse(answer);
}

const DECODER = new TextDecoder();

/** Text of an answer, decoded as `Response` does. */
export async function textOf(answer: ReceivedAnswer): Promise<string> {
  const { content } = answer;
  return content instanceof Uint8Array ? DECODER.decode(content) : toResponse(answer).text();
}

/** JSON of an answer; `undefined` where there is to be none. The platform's own error would quote the body. */
export async function parseJson(text: string, answer: AnswerToRead): Promise<unknown> {
  const { status, label, json } = answer;
  const isEmpty = text === "";
  if (isEmpty && status < 300 && (json.mayBeEmpty || BODILESS.has(status) || label.method === "HEAD")) return undefined;
  if (isEmpty) throw await unreadable(answer, "body-empty", "JSON");
  try {
    return (json.parse ?? JSON.parse)(text);
  } catch {
    throw await unreadable(answer, "body-not-json", "JSON");
  }
}

/** The parts of an answer that an error about its body names. */
export type AnswerToRead = Pick<ReceivedAnswer, "status" | "label" | "json"> & {
  readonly source: { readonly headers: Headers };
};

/** Makes the error for a body that is not what it was read as. */
async function unreadable(answer: AnswerToRead, code: string, kind: string): Promise<BodyError> {
  const loaded = await loadServerAnswer();
  if (loaded !== undefined) return loaded.unreadable(answer, code, kind);
  const { status, label } = answer;
  return new BodyError(`${describeRequest(label)} answered ${status}, but the body is not ${kind}`, {
    code,
    provider: label.provider,
    status,
  });
}

/** A platform response in every way, but for the errors of `json()` and `formData()`, of a clone too. */
class ReadResponse extends Response implements ProviderResponse {
  readonly #read: Pick<ReceivedAnswer, "label" | "json">;

  constructor({ status, source, content, label, json }: ReceivedAnswer) {
    const { headers } = source;
    const statusText = source.statusText.replaceAll(NO_REASON, "?");
    const regular = status >= 200 && status <= 599;
    super(BODILESS.has(status) ? null : content, { status: regular ? status : 200, statusText, headers });
    this.#read = { label, json };
    if (!regular) Object.defineProperties(this, { status: { value: status }, ok: { value: false } });
  }

  override async json<T = unknown>(): Promise<T> {
    return (await parseJson(await this.text(), this.#answer)) as T;
  }

  /** Read first: what ends the body is told as that. */
  override async formData(): Promise<FormData> {
    const { headers } = this;
    const body = await this.arrayBuffer();
    const form = new Response(body, { headers }).formData();
    return form.catch(async () => {
      throw await unreadable(this.#answer, body.byteLength === 0 ? "body-empty" : "body-not-form", "a form");
    });
  }

  get #answer(): AnswerToRead {
    return { ...this.#read, status: this.status, source: this };
  }

  /** With the same errors: that of the platform quotes the body, and loggers read clones. */
  override clone(): ReadResponse {
    const source = super.clone();
    return new ReadResponse({ status: this.status, source, content: source.body, ...this.#read });
  }

  /** Not every platform has it yet. */
  override async bytes(): Promise<Bytes> {
    return new Uint8Array(await this.arrayBuffer());
  }
}
