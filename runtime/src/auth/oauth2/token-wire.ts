import type { AuthenticationErrorKind, HttpError, SdkError } from "../../errors.js";
import type { RequestLabel } from "../../redaction.js";
import type { keepSecrets } from "../../wire/attempt-secrets.js";
import type { OutgoingRequest } from "../../wire/outgoing.js";
import type { AnswerHead, BodyBytes } from "../../wire/response-body.js";

/** What requests are made and told with; its parts are those that requests to services use. */
export interface TokenWire {
  /** Sends once and follows nothing; rejects with a NetworkError. */
  readonly send: (
    fetch: typeof globalThis.fetch,
    request: OutgoingRequest,
    signal: AbortSignal,
    label: RequestLabel,
  ) => Promise<Response>;
  readonly readBody: (answer: Response, limit: number, signal: AbortSignal) => Promise<BodyBytes>;
  readonly keepSecrets: typeof keepSecrets;
  readonly connectionError: (error: unknown, label: RequestLabel, answered: boolean) => Promise<SdkError>;
  readonly httpError: (
    answer: {
      readonly status: number;
      readonly label: RequestLabel;
      readonly rejection: AuthenticationErrorKind | undefined;
    },
    text?: ShownAnswer,
  ) => HttpError;
}

/** What is shown of answers. */
export interface Texts {
  /** What is masked; `undefined` where nothing is shown. */
  readonly secrets: ReadonlySet<string> | undefined;
  readonly show: (answer: AnswerHead, body: BodyBytes) => ShownAnswer;
}

export interface ShownAnswer {
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** In ms. */
  readonly retryAfter: number | undefined;
}
