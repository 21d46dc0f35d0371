import { entriesOf, isPlainObject } from "../config/options.js";
import { badOption, type InvalidRequest, loadFor } from "./invalid.js";
import type * as otherBodies from "./other-bodies.js";
import type { ByteStream, Fields, RawBody, RequestOptions } from "./provider-client.js";
import type { OutgoingBody } from "./transport.js";
import { isScalar } from "./url.js";

/** A body encoded once, so that every attempt, digest answer and redirect can send it again. */
export interface PreparedBody {
  readonly kind: "none" | "json" | "form" | "multipart" | "raw";
  readonly content: OutgoingBody | undefined;
  /** The type of the content, unless the caller says so. */
  readonly contentType: string | undefined;
  /** The length of a stream that says it, in bytes. */
  readonly length?: number | undefined;
}

/** A stream, which can be sent once, or a function that gives a new one for each send. */
export type GivenStream = ByteStream | (() => ByteStream);

/** Makes the error of a value that cannot be written as JSON; `problem` follows its name and shows nothing of it. */
type BadJson = (problem: string) => Error;

const KINDS = ["json", "form", "multipart", "body"] as const;
const NO_BODY: PreparedBody = { kind: "none", content: undefined, contentType: undefined };

/**
 * Encodes the one body that the options give, JSON with the client's own writer if it has one. Asynchronous only if it is
 * neither JSON nor a form: what the caller may change meanwhile is read before.
 */
export function prepareBody(
  options: RequestOptions,
  method: string,
  stringify: ((value: unknown) => string) | undefined,
  invalid: InvalidRequest,
): PreparedBody | Promise<PreparedBody> {
  const given = KINDS.filter((kind) => options[kind] !== undefined);
  if (given.length === 0) return NO_BODY;
  if (method === "GET" || method === "HEAD") throw invalid("bad-body", `a ${method} request has no body`);
  if (given.length > 1)
    throw invalid("two-bodies", `only one of ${given.map((kind) => `\`${kind}\``).join(", ")} is allowed`);
  if (options.json !== undefined)
    return bytesBody("json", encodeJson(options.json, badJson(invalid), stringify), "application/json");
  if (options.form !== undefined)
    return bytesBody("form", encodeFields(options.form, "form", invalid), "application/x-www-form-urlencoded");
  return encodeOther(options, invalid);
}

/** Makes the error of the option `json`. */
export function badJson(invalid: InvalidRequest): BadJson {
  return (problem) => invalid("bad-body", `\`json\` ${problem}`);
}

/** Runs what writes JSON. The message of `JSON.stringify` may quote the value and is not passed on. */
export function writable<T>(write: () => T, bad: BadJson): T {
  try {
    return write();
  } catch {
    throw bad("cannot be written as JSON: too deep, a cycle, a BigInt, or a toJSON that throws");
  }
}

/** JSON text of a value, wherever one is sent. What the client's own writer can write is its business. */
export function encodeJson(value: unknown, bad: BadJson, stringify?: (value: unknown) => string): string {
  let isLossy = false;
  // Each part as it is written, once: after its `toJSON`, and what a getter says.
  const look = (_: string, part: unknown): unknown => {
    isLossy ||= losesParts(part);
    return part;
  };
  const text: unknown = writable(() => (stringify ? stringify(value) : JSON.stringify(value, look)), bad);
  // A number, or what stands for one, as a date does: JSON has `null` for those that are none.
  if (typeof text !== "string" || (text === "null" && typeof (value as object | null)?.valueOf() === "number"))
    throw bad("cannot be written as JSON: NaN or a function");
  if (isLossy)
    throw bad("has values that JSON loses (a Map, a Promise, a Blob, bytes): pass plain data, and bytes as base64");
  return text;
}

/**
 * Tells whether JSON leaves out what an instance holds, without a word: a Map, a Promise, a Blob, whatever own properties it has
 * besides, and one that has getters only; or writes bytes as numbered fields. Documents call a field of JSON binary, and a
 * Blob in it would be lost.
 */
function losesParts(part: unknown): boolean {
  if (typeof part !== "object" || part === null || Array.isArray(part) || isPlainObject(part)) return false;
  // Classes of the platform, and those that extend them, have a name of their kind.
  return Symbol.toStringTag in part || (Object.keys(part).length === 0 && JSON.stringify(part) === "{}");
}

function bytesBody(kind: PreparedBody["kind"], text: string, contentType: string): PreparedBody {
  return { kind, content: new TextEncoder().encode(text), contentType };
}

/** Encodes fields as URLSearchParams does: arrays repeat the key, `undefined` and `null` are left out. */
export function encodeFields(
  fields: Fields | URLSearchParams,
  what: "query" | "form",
  invalid: InvalidRequest,
): string {
  if (fields instanceof URLSearchParams) return String(fields);
  const encoded = new URLSearchParams();
  for (const [name, value] of entriesOf(fields, what, badOption(invalid))) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item === undefined || item === null) continue;
      if (!isScalar(name) || !isScalar(item))
        throw invalid("bad-field", `"${name}" of \`${what}\` is not well-formed text, a finite number or a boolean`);
      encoded.append(name, String(item));
    }
  }
  return encoded.toString();
}

export type OtherBodies = typeof otherBodies;

/** Loads what bodies need that are neither JSON nor a form. */
export async function loadBodies(signal: AbortSignal | undefined, invalid: InvalidRequest): Promise<OtherBodies> {
  return loadFor("other-bodies", () => import("./other-bodies.js"), signal, invalid);
}

/** Reads what the caller may change meanwhile before it loads the rest, and hears a stream that fails. */
async function encodeOther(options: RequestOptions, invalid: InvalidRequest): Promise<PreparedBody> {
  const { multipart, signal } = options;
  if (multipart !== undefined) {
    const isForm = multipart instanceof FormData;
    const fields = isForm ? Array.from(multipart) : entriesOf(multipart, "multipart", badOption(invalid));
    return (await loadBodies(signal, invalid)).encodeMultipart(fields, invalid);
  }
  let { body } = options;
  // A copy, as `fetch` makes one: the caller may use its buffer again.
  if (body instanceof Uint8Array || body instanceof ArrayBuffer)
    body = new Uint8Array(body instanceof ArrayBuffer ? body.slice(0) : body);
  // A file that is not there fails before anybody reads, which would end Node.
  if (isStream(body)) (body as Partial<Emitter>).on?.("error", () => {});
  return (await loadBodies(signal, invalid)).encodeRaw(body as RawBody, invalid);
}

interface Emitter {
  readonly on: (event: "error", listener: () => void) => unknown;
}

/** The platform's, what can be iterated like Node's, or a function that is to give one. */
export function isStream(body: unknown): body is GivenStream {
  return typeof body === "function" || body instanceof ReadableStream || Symbol.asyncIterator in Object(body);
}

/** Takes the `content-length` beside a stream, which says how long that is; elsewhere it belongs to the platform. */
export function takeLength(options: RequestOptions): void {
  const { body, headers = {} } = options;
  const name = isStream(body) && Object.keys(Object(headers) as object).find((each) => /^content-length$/i.test(each));
  if (!name) return;
  const { [name]: length, ...others } = headers;
  Object.assign(options, { headers: others, body: { stream: body, length: Number(length) } });
}
