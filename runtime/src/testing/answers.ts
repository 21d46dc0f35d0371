import { entriesOf, type TableOf } from "../config/options.js";
import { encodeJson } from "../http/body.js";
import type { Bytes } from "../http/transport.js";
import { CONNECTION_FAILURES, type ConnectionFailure, connectionFailure, cutBody } from "./failures.js";
import type { VirtualClock } from "./virtual-clock.js";
import { readSettings, wrongUse } from "./wrong-use.js";

/** A request, as a server sees it. Credentials are in it: {@link FakeRecord} has the same without. */
export interface FakeRequest {
  /** The name that `fakeProviders` was given. */
  readonly provider: string;
  readonly method: string;
  /** Below the base URL, as it was sent, without query. */
  readonly path: string;
  /** What fills the `{names}` of the path that was set up, decoded. */
  readonly params: { readonly [name: string]: string };
  /** A list where a name stands several times. */
  readonly query: { readonly [name: string]: string | readonly string[] };
  /** Names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Parsed JSON, a form by name, text, else bytes; `undefined` for none. */
  readonly body: unknown;
}

/** Text, bytes, a stream, a form; anything else is sent as JSON. `undefined` for none. */
export type FakeBody = unknown;

/** What a function of the request returns. */
export interface FakeAnswer {
  /** Default 200. */
  readonly status?: number | undefined;
  readonly headers?: HeaderRecord | undefined;
  readonly body?: FakeBody;
}

export interface HeaderRecord {
  readonly [name: string]: string;
}

/** Answers by the request. */
export type Answerer = (request: FakeRequest) => FakeAnswer | Response | Promise<FakeAnswer | Response>;

/** One step of a sequence of answers. */
export interface Step {
  readonly answer: Answerer | ConnectionFailure;
  /** In ms. */
  readonly delay: number;
  /** How often it may still be given. */
  readonly times: number;
}

/** A status, by what is sent with it; or how the connection fails. */
export interface FailureOptions {
  /** Sent as `Retry-After`, in ms; whole seconds go over the wire. */
  readonly retryAfter?: number | undefined;
}

const FAILURE_OPTIONS: TableOf<FailureOptions> = { retryAfter: "a number" };

/** What stands for a failure by kind. */
export function failureOf(kind: ConnectionFailure | number, options: FailureOptions | undefined): Step["answer"] {
  const { retryAfter } = readSettings(options, "fail", FAILURE_OPTIONS);
  if (retryAfter !== undefined && !(retryAfter >= 0 && retryAfter < Infinity))
    throw wrongUse("fail: `retryAfter` takes ms, 0 or more");
  if (typeof kind === "string") {
    if (!CONNECTION_FAILURES.includes(kind))
      throw wrongUse(`"${kind}" is no kind of failure; there are: ${CONNECTION_FAILURES.join(", ")}, or a status`);
    return kind;
  }
  if (typeof kind !== "number") throw wrongUse("fail takes a kind of failure, or a status");
  const headers = retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter / 1000)) };
  return () => ({ status: kind, headers });
}

/** What is sent back, or a rejection as `fetch` has it. */
export async function give(
  { answer, delay }: Pick<Step, "answer" | "delay">,
  request: FakeRequest,
  clock: VirtualClock,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (delay > 0) await clock.sleep(delay, signal);
  if (answer === "timeout") return clock.hang(signal);
  if (answer === "cut") return new Response(cutBody(), { headers: { "content-type": "application/json" } });
  if (typeof answer === "string") throw connectionFailure(answer);
  const given = await answer(request);
  // One that is given again has its body still.
  return given instanceof Response ? given.clone() : responseOf(given);
}

const ANSWER: TableOf<FakeAnswer> = { status: "a number", headers: "an object", body: "" };

/** What a function returns in its place would be taken for an answer without anything. */
function responseOf(given: FakeAnswer | undefined): Response {
  if (given === undefined)
    throw wrongUse("an answer is { status, headers, body } or a Response, and none was returned");
  const { status = 200, headers = {}, body } = readSettings(given, "an answer", ANSWER);
  const [content, type] = contentOf(body);
  const all = new Headers(headers instanceof Headers ? headers : headersIn(headers));
  if (type !== undefined && !all.has("content-type")) all.set("content-type", type);
  try {
    return new Response(content, { status, headers: all });
  } catch {
    throw wrongUse(`an answer of status ${status} cannot be made: ${reasonFor(status)}`);
  }
}

function headersIn(headers: HeaderRecord): [string, string][] {
  const entries = entriesOf(headers, "headers", (option, problem) => wrongUse(`an answer: ${option} ${problem}`));
  return entries.map(([name, value]) => [name, String(value)]);
}

function reasonFor(status: number): string {
  if (!(status >= 200 && status <= 599)) return "a status is a whole number from 200 to 599";
  return [204, 205, 304].includes(status) ? "it has no body" : "a stream is read once, so let a function make it";
}

/** What a body becomes, and its type where `Response` does not say it. */
function contentOf(body: unknown): readonly [content: BodyInit | null, type?: string] {
  if (body === undefined) return [null];
  if (typeof body === "string") return [body];
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return [body as Bytes, "application/octet-stream"];
  const isReady = body instanceof ReadableStream || body instanceof Blob || body instanceof FormData;
  if (isReady || body instanceof URLSearchParams) return [body];
  return [encodeJson(body, (problem) => wrongUse(`an answer: its body ${problem}`)), "application/json"];
}
