import type { Validate } from "../config/definition.js";
import type { TableOf } from "../config/options.js";
import type {
  CircuitOpenError,
  DeadlineError,
  FailoverError,
  ResultError,
  UseCaseError,
} from "../errors/call-errors.js";
import type {
  AuthenticationError,
  BodyError,
  ConfigurationError,
  HttpError,
  NetworkError,
  RedirectError,
  RequestError,
  TimeoutError,
} from "../errors/errors.js";

/** Options of one use-case call. */
export interface CallOptions<Provider extends string = string> {
  /** Only this provider performs the call: no failover. Its retry policy still applies. */
  provider?: Provider | undefined;
  /** Ends everything at once, waits too; the call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Bounds the whole call, in ms; each provider gets an equal share of what is left when it starts. */
  deadline?: number | undefined;
  /** Parameters by provider, for this call only; they may not change the origin of a base URL. */
  parameters?: { readonly [Name in Provider]?: { readonly [name: string]: string } | undefined } | undefined;
  /**
   * Whether input and result are held against the profile's schemas: `throw` fails the call, `report` tells it in an event
   * alone, `false` switches off what client.json says.
   */
  validate?: Validate | false | undefined;
}

/** An error that a map threw itself, passed on as it is; its `name` may be any other. */
export interface MapError extends Error {
  readonly name: "Error";
}

/** What a use-case call fails with; `Failure` is what the profile declares under `error`. */
export type CallError<Failure = unknown> =
  | (UseCaseError & { readonly error: Failure })
  | HttpError
  | AuthenticationError
  | NetworkError
  | TimeoutError
  | DeadlineError
  | RedirectError
  | BodyError
  | CircuitOpenError
  | FailoverError
  | ResultError
  | ConfigurationError
  | RequestError
  | MapError;

/** How a use-case call ended, as data. `attempts` counts the exchanges on the wire, over all providers. */
export type Outcome<Result, Failure = unknown, Provider = string> =
  | { readonly ok: true; readonly value: Result; readonly provider: Provider; readonly attempts: number }
  | {
      readonly ok: false;
      readonly error: CallError<Failure>;
      /** The last provider that was tried; `undefined` when none was. */
      readonly provider: Provider | undefined;
      readonly attempts: number;
    };

/** Performs a use-case with the first provider that can, in the order of `priority`. */
export interface UseCase<Input, Result, Failure = unknown, Provider extends string = string> {
  /** Resolves with the result, or rejects with a {@link CallError}, or with the signal's reason. */
  (input: Input, options?: CallOptions<Provider>): Promise<Result>;
  /** Resolves with an {@link Outcome} either way; rejects only when the caller aborts. */
  readonly safe: (input: Input, options?: CallOptions<Provider>) => Promise<Outcome<Result, Failure, Provider>>;
}

/** What a call takes. */
export const CALL_OPTIONS: TableOf<CallOptions> = {
  provider: "a string",
  signal: "an AbortSignal",
  deadline: "a number",
  parameters: "an object",
  validate: "a string or a boolean",
};
