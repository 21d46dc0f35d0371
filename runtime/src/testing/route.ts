import { digestOf, type DigestLogin } from "./digest.js";
import {
  failureOf,
  type Answerer,
  type FailureOptions,
  type FakeBody,
  type FakeRequest,
  type HeaderRecord,
  type Step,
} from "./answers.js";
import type { ConnectionFailure } from "./failures.js";
import { wrongUse } from "./wrong-use.js";

/**
 * Answers of one method and path. What is added makes a sequence: each is given once, the last again and again.
 */
export interface FakeRoute {
  /** Answers with a status, a body (an object is sent as JSON) and headers. A function of the request makes the body. */
  reply(status: number, body: BodyMaker, headers?: HeaderRecord): FakeRoute;
  reply(status: number, body?: FakeBody, headers?: HeaderRecord): FakeRoute;
  /** Answers with what a function makes of the request, or with a `Response`. */
  reply(answer: Answerer | Response): FakeRoute;
  /** Likewise, and never again: after the last of a sequence nothing is set up any more. */
  replyOnce(status: number, body: BodyMaker, headers?: HeaderRecord): FakeRoute;
  replyOnce(status: number, body?: FakeBody, headers?: HeaderRecord): FakeRoute;
  replyOnce(answer: Answerer | Response): FakeRoute;
  /** Fails as a connection does, or with a status, for instance 503 or 429 with `retryAfter`. */
  fail(kind: ConnectionFailure | number, options?: FailureOptions): FakeRoute;
  /** The answer added last comes so late, in ms of the fake's clock. */
  delay(ms: number): FakeRoute;
  /** The answer added last is given so often, in all. */
  times(count: number): FakeRoute;
  /** Asks for a digest login (RFC 7616), and answers only who has it. */
  digest(login: DigestLogin): FakeRoute;
}

/** Makes the body of an answer. */
export type BodyMaker = (request: FakeRequest) => unknown;

type Reply = [status: number | Answerer | Response, body?: unknown, headers?: HeaderRecord];

/** A sequence of answers, and how far it is used. */
export class Route implements FakeRoute {
  #steps: Step[] = [];
  #login: ReturnType<typeof digestOf> | undefined;

  reply(...given: Reply): FakeRoute {
    return this.#add(answererOf(given), Infinity);
  }

  replyOnce(...given: Reply): FakeRoute {
    return this.#add(answererOf(given), 1);
  }

  fail(kind: ConnectionFailure | number, options?: FailureOptions): FakeRoute {
    return this.#add(failureOf(kind, options), Infinity);
  }

  delay(ms: number): FakeRoute {
    if (!(ms >= 0 && ms < Infinity))
      throw wrongUse('delay() takes ms, 0 or more; for an answer that never comes: fail("timeout")');
    return this.#change((last) => ({ ...last, delay: ms }));
  }

  times(count: number): FakeRoute {
    if (!(Number.isInteger(count) && count > 0)) throw wrongUse("times() takes a whole number, 1 or more");
    return this.#change((last) => ({ ...last, times: count }));
  }

  digest(login: DigestLogin): FakeRoute {
    this.#login = digestOf(login);
    return this;
  }

  /** Whether it has an answer left. */
  get isOpen(): boolean {
    return this.#steps.some(({ times }) => times > 0);
  }

  /** Whether it was never given an answer. */
  get isEmpty(): boolean {
    return this.#steps.length === 0;
  }

  /** The next answer. */
  next(request: FakeRequest): Pick<Step, "answer" | "delay"> {
    const challenge = this.#login?.(request);
    if (challenge !== undefined) return { answer: () => challenge, delay: 0 };
    const at = this.#steps.findIndex(({ times }) => times > 0);
    const step = this.#steps[at];
    if (step === undefined) throw wrongUse("no answer is left");
    this.#steps[at] = { ...step, times: step.times - 1 };
    return step;
  }

  /** What was last, and given without end, is now given once. */
  #add(answer: Step["answer"], times: number): this {
    const before = this.#steps.map((step) => (step.times === Infinity ? { ...step, times: 1 } : step));
    this.#steps = [...before, { answer, delay: 0, times }];
    return this;
  }

  #change(change: (last: Step) => Step): this {
    const last = this.#steps.at(-1);
    if (last === undefined)
      throw wrongUse("`delay` and `times` are about the answer before them: call `reply` or `fail` first");
    this.#steps = [...this.#steps.slice(0, -1), change(last)];
    return this;
  }
}

function answererOf([given, body, headers]: Reply): Answerer {
  if (given instanceof Response || typeof given === "function") {
    if (body !== undefined || headers !== undefined)
      throw wrongUse("reply() takes a body and headers beside a status alone");
    return typeof given === "function" ? given : () => given;
  }
  if (typeof given !== "number") throw wrongUse("reply() takes a status, a Response, or a function of the request");
  if (typeof body !== "function") return () => ({ status: given, body, headers });
  const make = body as BodyMaker;
  return async (request) => ({ status: given, body: await make(request), headers });
}
