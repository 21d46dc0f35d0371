import type { Bytes } from "../wire/outgoing.js";
import { BodyError } from "../errors.js";
import type { ProviderResponse } from "../provider/provider-client.js";
import type { ServerAnswer } from "../wire/response-body.js";
import { describeRequest, MAX_NAME, printable, type RequestLabel } from "../redaction.js";

/** An answer as an attempt leaves it. Making a Response of it costs more than all else, so that waits for a reader. */
export interface ReceivedAnswer {
  readonly status: number;
  /** Where status and headers come from; it has a URL, so it is not given out. */
  readonly source: Response;
  /** The body that was read, or a stream where one was asked for. */
  readonly content: Bytes | ReadableStream<Uint8Array> | null;
  readonly label: RequestLabel;
  /** The same for an error, masked; of a body that was read whole. */
  readonly shown?: (() => Promise<ServerAnswer | undefined>) | undefined;
  readonly json: JsonReading;
}

/** How the body of an answer is read as JSON. */
export interface JsonReading {
  /** Whether the document lists a 2xx without content for the operation: then none is `undefined`. */
  readonly mayBeEmpty: boolean;
  /** The client's own parser. */
  readonly parse: ((text: string) => unknown) | undefined;
}

/** Statuses whose answers have no body (fetch standard, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** What servers send in a reason phrase, fetch passes on, and `Response` throws at (RFC 9112 §4). */
const NO_REASON = /[^\t\x20-\x7e\x80-\xff]/g;

/** The response that callers get. Made anew, so that it carries no URL. */
export function toResponse(answer: ReceivedAnswer): ProviderResponse {
  return new ReadResponse(answer);
}

/** Text of an answer, decoded as `Response` does. */
export async function textOf(answer: ReceivedAnswer): Promise<string> {
  const { content } = answer;
  return content instanceof Uint8Array ? new TextDecoder().decode(content) : toResponse(answer).text();
}

/** JSON of an answer; `undefined` where there is to be none. The platform's own error would quote the body. */
export function parseJson(text: string, answer: AnswerToRead): unknown {
  const { status, label, json } = answer;
  const isEmpty = text === "";
  if (isEmpty && status < 300 && (json.mayBeEmpty || BODILESS.has(status) || label.method === "HEAD")) return undefined;
  if (isEmpty) throw unreadable(answer, "body-empty", "JSON");
  try {
    return (json.parse ?? JSON.parse)(text);
  } catch {
    throw unreadable(answer, "body-not-json", "JSON");
  }
}

/** What an error says of an answer whose body cannot be read. */
export type AnswerToRead = Pick<ReceivedAnswer, "status" | "label" | "json"> & {
  readonly source: { readonly headers: Headers };
};

function unreadable({ status, label, source }: AnswerToRead, code: string, kind: string): BodyError {
  const isEmpty = code === "body-empty";
  const type = source.headers.get("content-type")?.replace(/;.*/s, "").trim();
  const what = isEmpty ? "it is empty" : `its content type is ${type ? printable(type, MAX_NAME) : "not said"}`;
  const remedy = isEmpty ? "await the response itself, which has the status" : "read text()";
  const message = `${describeRequest(label)} answered ${status}, but the body is not ${kind}: ${what}; ${remedy}`;
  return new BodyError(message, { code, provider: label.provider, status });
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
    return parseJson(await this.text(), this.#answer) as T;
  }

  /** Read first: what ends the body is told as that. */
  override async formData(): Promise<FormData> {
    const { headers } = this;
    const body = await this.arrayBuffer();
    const form = new Response(body, { headers }).formData();
    return form.catch(() => {
      throw unreadable(this.#answer, body.byteLength === 0 ? "body-empty" : "body-not-form", "a form");
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
