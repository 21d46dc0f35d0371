import type { BodyReaders } from "./provider-client.js";

/**
 * What an emitted operation says. Keys of `answers` and `errors` are statuses, ranges such as `"4XX"`, or `"default"`;
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
export interface AnswerPromise<Answers, Errors, Handled>
  extends Promise<AnyAnswer<Answers, Errors, Handled>>, BodyReaders {
  /** The body, parsed as JSON; asks for it. Nothing checks that it is what the document says. */
  json(
    this: JsonOf<Answers, Errors, Handled> extends never ? NoJson : unknown,
  ): Promise<JsonOf<Answers, Errors, Handled>>;
  /** The same as a `T`, whatever the document says. */
  json<T = never>(...nothing: [T] extends [never] ? [type: T] : []): Promise<T>;
}

/** Of an answer for which the document has no JSON. */
export type NoJson =
  "the document has no JSON for this answer: read text(), bytes() or blob(), or give json<T>() a type";

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
