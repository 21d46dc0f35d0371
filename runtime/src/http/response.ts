import { BodyError } from "../errors.js";
import type { ProviderResponse } from "../provider-client.js";
import { describeRequest, type RequestLabel } from "../redaction.js";

/** Statuses whose answers have no body (fetch standard, "null body status"). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** An answer whose body has been read. Made anew, so that it carries no URL. */
export function bufferedResponse(
  answer: Response,
  bytes: Uint8Array<ArrayBuffer>,
  label: RequestLabel,
): ProviderResponse {
  return new ReadResponse(BODILESS.has(answer.status) ? null : bytes, answer, label);
}

/** An answer whose body is read as it comes. */
export function streamedResponse(
  answer: Response,
  body: ReadableStream<Uint8Array> | null,
  label: RequestLabel,
): ProviderResponse {
  return new ReadResponse(BODILESS.has(answer.status) ? null : body, answer, label);
}

/** A platform response in every way, except that reading JSON fails with our error: the platform's quotes the body. */
class ReadResponse extends Response implements ProviderResponse {
  readonly #label: RequestLabel;

  constructor(
    body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
    { status, statusText, headers }: Response,
    label: RequestLabel,
  ) {
    const regular = status >= 200 && status <= 599;
    super(body, { status: regular ? status : 200, statusText, headers });
    this.#label = label;
    if (!regular) Object.defineProperties(this, { status: { value: status }, ok: { value: false } });
  }

  override async json<T = unknown>(): Promise<T> {
    const text = await this.text();
    try {
      return JSON.parse(text) as T;
    } catch {
      throw new BodyError(`${describeRequest(this.#label)}: the body of the answer is not JSON`, {
        code: "body-not-json",
        provider: this.#label.provider,
      });
    }
  }

  /** Not every platform has it yet. */
  override async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }
}
