import type { Pages } from "./pages-types.js";
import type { AnyHeaders, AnyScheme, BodyReaders, CommonOptions, ProviderClient, SendAny } from "./provider-client.js";
import type { AnswerStream, EventsOptions, EventStream, LinesOptions } from "./stream-types.js";

/**
 * The types of an emitted operation. Keys of `answers` and `errors` are statuses, ranges such as `"4XX"`, or `"default"`;
 * their values are JSON bodies: `undefined` where there is none, `never` where there is something else.
 */
export interface Operation {
  readonly options: object;
  readonly answers: object;
  readonly errors: object;
}

/** A response whose status and JSON body are documented. */
export interface Answer<Status, Body> extends Omit<Response, "status" | "json"> {
  readonly status: Status;
  /** The body, parsed as JSON. Nothing checks that it is what the document says. */
  json(this: [Body] extends [never] ? NoJson : unknown): Promise<Body>;
}

/** Resolves to the answer; the methods are short for awaiting it and reading its body. */
export interface AnswerPromise<Answers, Errors, Handled, Of = unknown>
  extends Promise<AnyAnswer<Answers, Errors, Handled>>, BodyReaders {
  /** The body, parsed as JSON; asks for it. Nothing checks that it is what the document says. */
  json(
    this: JsonOf<Answers, Errors, Handled> extends never ? NoJsonOf<Of> : unknown,
  ): Promise<JsonOf<Answers, Errors, Handled>>;
  /** The same as a `T`, whatever the document says. */
  json<T = never>(...nothing: [T] extends [never] ? [type: T] : []): Promise<T>;
}

/** The promise of an answer to an operation, with the readers of its pages and streams if it has some. */
export type OperationPromise<Of extends Operation, Handled> = AnswerPromise<Of["answers"], Of["errors"], Handled, Of> &
  ReadersOf<Of>;

/** The readers that only some operations have; nothing more for an operation that says no more than others. */
// By this test, and in a type alone: any other costs compilers more for each call of any operation.
export type ReadersOf<Of extends Operation> = keyof Of extends keyof Operation
  ? unknown
  : PagesOf<Of> & EventsOf<Of> & LinesOf<Of>;

/** `items()` only if the type of the items is known. */
type PagesOf<Of extends Operation> = Pick<
  Pages<JsonOf<Of["answers"], Of["errors"], never>, Of[keyof Of & "item"]>,
  PageReaders[keyof Of & keyof PageReaders]
>;

/** Readers by what an operation says of its pages: the type of their items, or that there are pages. */
interface PageReaders {
  readonly item: "items" | "pages" | "page";
  readonly pages: "pages" | "page";
}

type EventsOf<Of> = Of extends { readonly event: infer Event }
  ? {
      /** The events of `text/event-stream`; nothing is sent before the first is asked for. Nothing checks what they are. */
      events(options?: EventsOptions): EventStream<Event>;
    }
  : unknown;

type LinesOf<Of> = Of extends { readonly line: infer Line }
  ? {
      /** The values of JSON Lines; nothing is sent before the first is asked for. Nothing checks what they are. */
      lines(options?: LinesOptions): AnswerStream<Line>;
    }
  : unknown;

/** The body of an answer for which the document has no JSON. */
export type NoJson =
  "the document has no JSON for this answer: read text(), bytes() or blob(), or give json<T>() a type";

/** The same, with the reader that an operation has instead. */
type NoJsonOf<Of> = Of extends { readonly event: unknown }
  ? "this answer is a stream of events: read events()"
  : Of extends { readonly line: unknown }
    ? "this answer is a stream of lines: read lines()"
    : NoJson;

/** The answers that a call can resolve to: those that are documented as success, and those that the caller handles. */
export type AnyAnswer<Answers, Errors, Handled> =
  | (keyof Answers extends never ? Answer<number, unknown> : DocumentedAnswer<Answers, keyof Answers>)
  | (Handled extends number ? Answer<Handled, BodyOf<Answers & Errors, Handled>> : never);

/** A documented status; for a range or `default`, each of the registered ones that are not documented by themselves. */
type DocumentedAnswer<Answers, Key extends keyof Answers> = Key extends number
  ? Answer<Key, Answers[Key]>
  : AnswerOfEach<Exclude<Success, keyof Answers>, Answers[Key]>;

type AnswerOfEach<Status, Body> = Status extends Success ? Answer<Status, Body> : never;

/** Registered statuses of success (RFC 9110 §15.3, RFC 4918, RFC 5842, RFC 3229). */
type Success = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** The value of `.json()`: `undefined` for an answer without a body. */
export type JsonOf<Answers, Errors, Handled> =
  | (keyof Answers extends never ? unknown : Answers[keyof Answers])
  | (Handled extends number ? Exclude<BodyOf<Answers & Errors, Handled>, undefined> : never);

/** The body of the exact status, else of its range, else of `default`, else unknown. */
export type BodyOf<Bodies, Status> = Status extends keyof Bodies
  ? Bodies[Status]
  : number extends Status
    ? unknown
    : RangeOf<Status> extends keyof Bodies
      ? Bodies[RangeOf<Status>]
      : "default" extends keyof Bodies
        ? Bodies["default"]
        : unknown;

type RangeOf<Status> = `${Status & number}` extends `${infer Digit}${string}` ? `${Digit}XX` : never;

/** The options of an operation's calls beside those of the operation. */
export interface OperationOptions<
  Service extends string,
  Scheme extends AnyScheme,
  Documented,
  Handled,
> extends CommonOptions<Service, Scheme> {
  /** Statuses that resolve instead of rejecting, with the body that the document has for them. */
  // The documented ones are completed; in one list with the others, they would not be inferred.
  handle?: readonly Handled[] | readonly Documented[] | undefined;
}

/** The options of calls by name beside those of the operation, which editors show by themselves. */
export type CallOptions<
  Of extends Operation,
  Service extends string,
  Scheme extends AnyScheme,
  Handled,
> = OperationOptions<Service, Scheme, keyof Of["errors"] & number, Handled> & OtherHeaders<Of["options"]>;

/** Exactly one of several bodies; none where they are optional. */
export type OneBody<Bodies> = {
  [Kind in keyof Bodies]-?: Pick<Bodies, Kind> & {
    [Other in Exclude<"json" | "form" | "multipart" | "body", Kind>]?: undefined;
  };
}[keyof Bodies];

/** A body whose key is made if it is left out. */
export type MadeKey<Body, Key extends string> = Body extends unknown
  ? { [Name in keyof Body as Name extends Key ? never : Name]: Body[Name] } & {
      [Name in Key & keyof Body]?: Body[Name] | undefined;
    }
  : never;

/** Sends one of the operations of a method, by its path as the document writes it. */
export type SendOperation<
  Operations extends { [Path in keyof Operations]: Operation },
  Service extends string,
  Scheme extends AnyScheme,
> = <Path extends keyof Operations & string, Handled extends number = never>(
  path: Path,
  ...options: OperationArguments<
    Operations[Path]["options"],
    OperationOptions<Service, Scheme, keyof Operations[Path]["errors"] & number, Handled>
  >
) => OperationPromise<Operations[Path], Handled>;

/** Options can be left out where nothing in them is required. Documented headers say themselves that others are fine. */
type OperationArguments<Options, Common> = {} extends Options
  ? [options?: Options & Common & OtherHeaders<Options>]
  : [options: Options & Common & OtherHeaders<Options>];

type OtherHeaders<Options> = "headers" extends keyof Options ? unknown : AnyHeaders;

/** A client whose provider has a document: a property for each method that the document uses. */
export type OperationClient<
  Name extends string,
  Service extends string,
  Scheme extends AnyScheme,
  Operations extends { [Method in keyof Operations]: { [Path in keyof Operations[Method]]: Operation } },
  Filled extends string = never,
> = OperationClientBase<Name, Service, Scheme, Filled> & {
  // The types of the document alone; the client itself is below.
  readonly untyped: { readonly [documented]?: Operations };
} & {
  readonly [Method in keyof Operations as Exclude<Method, "head">]: SendOperation<Operations[Method], Service, Scheme>;
} & HeadClient<Operations, Service, Scheme>;

/** Names what the document of a client says, for types alone. */
export declare const documented: unique symbol;

/** The members of every such client. */
export interface OperationClientBase<
  Name extends string,
  Service extends string,
  Scheme extends AnyScheme,
  Filled extends string,
> {
  /** The provider's name, as in its definition. */
  readonly name: Name;
  /** Sends a request of any method to any path, for what the document does not have. */
  readonly request: SendAny<Service, Scheme, Filled>;
  /** The same object without the document, for helpers that take any provider. */
  readonly untyped: ProviderClient<Name, Service, Scheme, Filled>;
}

/** HEAD, where the document has it or a GET. */
type HeadClient<Operations, Service extends string, Scheme extends AnyScheme> = [
  keyof Operations & ("get" | "head"),
] extends [never]
  ? unknown
  : { readonly head: SendOperation<Heads<PathsOf<Operations, "get">, PathsOf<Operations, "head">>, Service, Scheme> };

type PathsOf<Operations, Method> = Method extends keyof Operations ? Operations[Method] : object;

/** Operations of HEAD: those that are documented, and for every other GET the same without bodies (RFC 9110 §9.3.2). */
type Heads<Gets, Documented> = {
  readonly [Path in keyof Gets | keyof Documented]: Path extends keyof Documented
    ? Documented[Path] & Operation
    : Path extends keyof Gets
      ? HeadOf<Gets[Path] & Operation>
      : never;
};

interface HeadOf<Get extends Operation> extends Operation {
  readonly options: Get["options"];
  readonly answers: { readonly [Status in keyof Get["answers"]]: undefined };
  readonly errors: { readonly [Status in keyof Get["errors"]]: undefined } & { readonly default: undefined };
}
