import type { Validate } from "../config/definition.js";
import { copied, isPlainObject, readOptions, type TableOf, withoutPrototype } from "../config/options.js";
import type { CircuitOpenError, DeadlineError, FailoverError, PagesError, ResultError } from "../errors/call-errors.js";
import {
  type AuthenticationError,
  type BodyError,
  type ConfigurationError,
  type ErrorDetails,
  type HttpError,
  type NetworkError,
  type RedirectError,
  type RequestError,
  SdkError,
  type TimeoutError,
} from "../errors/errors.js";
import { badOption } from "../http/bound-provider.js";

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
   * Says that calls are the same: each request of a map that has a key, and each other POST and PATCH, has one that follows
   * from it, so a call that is made again, after a restart too, sends the same keys. Each provider gets keys of its own.
   */
  idempotencyKey?: string | undefined;
  /**
   * Validates input and result against the profile's schemas: `throw` fails the call, `report` emits an event alone, `false`
   * switches off what client.json says.
   */
  validate?: Validate | false | undefined;
}

/** A map reported an error of its use-case with `fail()`; `error` is typed by the profile. */
export class UseCaseError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:UseCaseError";
  override readonly name = "UseCaseError";
  readonly error: unknown;

  constructor(message: string, details: ErrorDetails & { readonly error: unknown }) {
    super(message, details);
    this.error = details.error;
  }
}

/** A map has said with `next()` that its provider cannot do it, and another may. */
export class NextError extends SdkError {
  protected static override readonly kind: string = "sdkwright/1:NextError";
  override readonly name = "NextError";
  /** It counts as a failure of the request before it. */
  readonly failure: boolean;

  constructor(message: string, details: ErrorDetails & { readonly failure?: boolean | undefined }) {
    super(message, details);
    this.failure = details.failure === true;
  }
}

/** An error that a map threw itself, passed on as it is; its `name` may be any other. */
export interface MapError extends Error {
  readonly name: "Error";
}

/** The failures of a use-case call; `Failure` is declared by the profile under `error`. */
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
  | PagesError
  | NextError
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

/** The options of a call. */
export const CALL_OPTIONS: TableOf<CallOptions> = {
  provider: "a string",
  signal: "an AbortSignal",
  deadline: "a number",
  parameters: "an object",
  idempotencyKey: "a string",
  validate: "a string or a boolean",
};

/** The argument of a map: the merged input, the provider's client, and a way to report the use-case's own error. */
export interface MapContext<Input, Failure, Http, Parameters> {
  /** The call's input over the defaults of client.json (rules C15). */
  readonly input: Input;
  /** The provider's client with its base URL and credentials; it rejects once the use-case has ended. */
  readonly http: Http;
  /** The provider's parameters, resolved. */
  readonly parameters: Parameters;
  /**
   * Aborts when the map fails, and when the use-case ends before it: the caller's abort, the deadline, the circuit. Give it to
   * clients of your own: then their requests count before another provider is tried, and they send nothing after it.
   */
  readonly signal: AbortSignal;
  /** Ends the use-case with its own error; the caller gets a UseCaseError. */
  readonly fail: (error: Failure) => never;
  /** Goes on to the next provider. */
  readonly next: Next;
}

/**
 * Ends the map because its provider cannot do it and another may: the input is too long for it, the region is not served.
 * The reason stands in the `failover` event and, if nobody is left, in the error of the call. Throws a {@link NextError};
 * after a request marked `idempotent: false` that ends the call.
 */
export type Next = (reason: string, options?: NextOptions) => never;

export interface NextOptions {
  /** True if it counts as a failure for the circuit of the map's last request, whatever that was answered. */
  readonly failure?: boolean | undefined;
}

/** Performs one use-case with one provider. */
export type UseCaseMap<Input, Result, Failure, Http, Parameters> = (
  context: MapContext<Input, Failure, Http, Parameters>,
) => Promise<Result>;

/** Given to the maps of one provider beside the input: its client, and its parameters if it has any. */
export interface MapBinding {
  readonly http: unknown;
  readonly parameters?: object;
}

/** Performs one use-case with the provider that `Binding` belongs to. */
export type UseCaseMapFor<Input, Result, Failure, Binding extends MapBinding> = UseCaseMap<
  Input,
  Result,
  Failure,
  Binding["http"],
  Binding extends { readonly parameters: infer Parameters } ? Parameters : object
>;

/** Which of several maps for one profile and provider this is (`mapVariant`, `mapRevision` in client.json). */
export interface MapSelection {
  readonly variant?: string | undefined;
  readonly revision?: string | undefined;
}

const SELECTION: TableOf<MapSelection> = { variant: "a string", revision: "a string" };

/** Shared by all copies of the runtime in one process. */
const selectionKey: unique symbol = Symbol.for("sdkwright.mapSelection");

/** A map for one profile and provider, with a function per use-case; marked when it is one of several. */
export function defineMap<Map extends object>(useCases: Map, selection?: MapSelection): Map {
  if (selection === undefined) return useCases;
  if (!isPlainObject(useCases))
    throw badOption()("a map with a selection", "is an instance of a class: pass a plain object");
  return { ...(copied(useCases) as Map), [selectionKey]: readOptions(selection, "selection", SELECTION, badOption()) };
}

/** The marks that {@link defineMap} has given to a map. */
export function selectionOf(map: object): MapSelection {
  return withoutPrototype((map as { [selectionKey]?: MapSelection })[selectionKey] ?? {});
}
