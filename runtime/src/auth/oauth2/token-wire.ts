import type { AuthenticationErrorKind, HttpError, RequestLabel, SdkError } from "../../errors/errors.js";
import type { BodyBytes, ServerAnswer } from "../../http/answer.js";
import type { keepSecrets } from "../../http/transport.js";
import type { OutgoingRequest } from "../../http/transport.js";

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
