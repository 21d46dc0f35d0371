import type { AuthenticationErrorKind, HttpError, SdkError } from "../../errors.js";
import type { RequestLabel } from "../../redaction.js";
import type { keepSecrets } from "../../wire/attempt-secrets.js";
import type { OutgoingRequest } from "../../wire/outgoing.js";
import type { BodyBytes, ServerAnswer } from "../../wire/response-body.js";

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
    said?: Partial<ServerAnswer>,
  ) => HttpError;
}
