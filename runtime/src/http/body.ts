import { throwIfAborted } from "../abort.js";
import { entriesOf } from "../config/options.js";
import { isPlainObject } from "../config/records.js";
import { KY_BODY_BYTES, type BodySource, type Bytes, type OutgoingBody } from "../wire/outgoing.js";
import type { Fields, Parts, RawBody, RequestOptions, SizedStream } from "../provider/provider-client.js";
import type { BodyStreams, GivenStream } from "./body-streams.js";
import { badOption, type InvalidRequest } from "./invalid.js";
import { loadFailures } from "./send-once.js";
import { isScalar, Written } from "../wire/query.js";

/** A body encoded once, so that every attempt, digest answer and redirect can send it again. */
export interface PreparedBody {
  readonly kind: "none" | "json" | "form" | "multipart" | "raw";
  readonly content: OutgoingBody | undefined;
  /** What the content is, unless the caller says so. */
  readonly contentType: string | undefined;
  /** Of a stream that says it, in bytes. */
  readonly length?: number | undefined;
}

type BodyOptions = Pick<RequestOptions, "json" | "form" | "multipart" | "body">;

const KINDS = ["json", "form", "multipart", "body"] as const;
const NO_BODY: PreparedBody = { kind: "none", content: undefined, contentType: undefined };

/** Whether the options give a body at all. */
export function hasBody(options: BodyOptions): boolean {
  return KINDS.some((kind) => options[kind] !== undefined);
}

/**
 * Encodes the one body that the options give, JSON with the client's own writer if it has one. Asynchronous only where the
 * platform's encoders are.
 */
export function prepareBody(
  options: BodyOptions,
  stringify: ((value: unknown) => string) | undefined,
  invalid: InvalidRequest,
): PreparedBody | Promise<PreparedBody> {
  const given = KINDS.filter((kind) => options[kind] !== undefined);
  if (given.length > 1)
    throw invalid("two-bodies", `only one of ${given.map((kind) => `\`${kind}\``).join(", ")} can be given`);
  if (options.json !== undefined)
    return bytesBody("json", encodeJson(options.json, badJson(invalid), stringify), "application/json");
  if (options.form !== undefined) {
    return bytesBody("form", encodeFields(options.form, "form", invalid), "application/x-www-form-urlencoded");
  }
  if (options.multipart !== undefined) return encodeMultipart(options.multipart, invalid);
  if (options.body !== undefined) return encodeRaw(options.body, invalid);
  return NO_BODY;
}

/** Makes the error of what cannot be written as JSON; `problem` follows its name and shows nothing of it. */
type BadJson = (problem: string) => Error;

/** The same of the option `json`. */
export function badJson(invalid: InvalidRequest): BadJson {
  return (problem) => invalid("bad-body", `\`json\` ${problem}`);
}

/** What `JSON.stringify` says of a failure may quote the value and is not passed on. */
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
  if (isLossy) {
    throw bad(
      "holds what JSON does not keep (a Map, a Promise, a Blob, bytes): give plain data, bytes as text in base64",
    );
  }
  return text;
}

/**
 * Whether JSON leaves out what an instance holds, without a word: a Map, a Promise, a Blob, whatever own properties it has
 * besides, and one that has getters only; or writes bytes as numbered fields. Documents call a field of JSON binary, and a
 * Blob in it would be lost.
 */
function losesParts(part: unknown): boolean {
  if (typeof part !== "object" || part === null || Array.isArray(part) || isPlainObject(part)) return false;
  // What the platform itself made of slots, and what extends it, has a name of its kind.
  return Symbol.toStringTag in part || (Object.keys(part).length === 0 && JSON.stringify(part) === "{}");
}

export function toBytes(text: string): Bytes {
  return new TextEncoder().encode(text);
}

function bytesBody(kind: PreparedBody["kind"], text: string, contentType: string): PreparedBody {
  return { kind, content: toBytes(text), contentType };
}

/** Few requests have one: what writes it comes late. The parts are read before that. */
async function encodeMultipart(given: Parts | FormData, invalid: InvalidRequest): Promise<PreparedBody> {
  const fields = given instanceof FormData ? Array.from(given) : fieldsOf(given, invalid);
  const loaded = await import("./multipart.js").catch(() => undefined);
  if (loaded !== undefined) return encodeBlob("multipart", loaded.writeFormData(fields), invalid);
  throw invalid("multipart-not-loaded", "what writes `multipart` could not be loaded");
}

function fieldsOf(parts: Parts, invalid: InvalidRequest): [string, string | Blob][] {
  const fields: [string, string | Blob][] = [];
  for (const [name, value] of entriesOf(parts, "multipart", badOption(invalid))) {
    for (const part of Array.isArray(value) ? value : [value]) {
      if (part === undefined || part === null) continue;
      if (isScalar(name) && (part instanceof Blob || isScalar(part)))
        fields.push([name, part instanceof Blob ? part : String(part)]);
      else
        throw invalid(
          "bad-field",
          `"${name}" of \`multipart\` is neither a Blob nor well-formed text, a finite number or a boolean`,
        );
    }
  }
  return fields;
}

function encodeRaw(body: RawBody, invalid: InvalidRequest): PreparedBody | Promise<PreparedBody> {
  if (typeof body === "string" && isScalar(body)) return bytesBody("raw", body, "text/plain;charset=UTF-8");
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) {
    // A copy, as `fetch` makes one: the caller may use its buffer again.
    return {
      kind: "raw",
      content: new Uint8Array(body instanceof ArrayBuffer ? body.slice(0) : body),
      contentType: undefined,
    };
  }
  if (body instanceof Blob) return encodeBlob("body", body, invalid);
  if (isStream(body)) return encodeStream(body, undefined, invalid);
  const { stream, length } = Object(body) as Partial<SizedStream>;
  if (isPlainObject(body) && isStream(stream) && Number.isSafeInteger(length) && Number(length) >= 0)
    return encodeStream(stream, length, invalid);
  throw invalid(
    "bad-body",
    "`body` is neither well-formed text, bytes, a Blob, a stream nor a function returning a stream, nor { stream, length }",
  );
}

/** The platform's, what can be iterated like Node's, or a function that is to give one. */
export function isStream(body: unknown): body is GivenStream {
  return typeof body === "function" || body instanceof ReadableStream || Symbol.asyncIterator in Object(body);
}

/** A small one is read at once, a large one while it is sent. */
async function encodeBlob(what: "multipart" | "body", blob: Blob, invalid: InvalidRequest): Promise<PreparedBody> {
  // A file may be gone or have changed; what the platform says of it is not passed on.
  const unreadable = (code: string) => invalid(code, `\`${what}\` cannot be read: a file is gone or has changed`);
  const read = async (part: Blob): Promise<Bytes> => {
    const buffer = await part.arrayBuffer().catch(() => {
      throw unreadable("bad-body");
    });
    return new Uint8Array(buffer);
  };
  const large: BodySource = {
    replayable: true,
    async open() {
      await read(blob.slice(0, 1));
      return blob;
    },
    bytes: async () => read(blob),
    // Node's `fetch` has it as a cause.
    failure: (error) => {
      const { cause = error } = Object(error) as Error;
      return (Object(cause) as Error).name === "NotReadableError" ? unreadable("failed-body") : undefined;
    },
    close: () => {},
  };
  const kind = what === "body" ? "raw" : what;
  const content = blob.size > KY_BODY_BYTES ? large : await read(blob);
  return { kind, content, contentType: blob.type || undefined };
}

/** Few requests have one. What opens them comes late, in the time of the attempt, with what else tells failures apart. */
function encodeStream(given: GivenStream, length: number | undefined, invalid: InvalidRequest): PreparedBody {
  const isOne = typeof given !== "function";
  if (isOne && "locked" in given && given.locked) throw invalid("bad-body", "`body` is a stream that is being read");
  // A file that is not there fails before anybody reads, which would end Node.
  (given as Partial<Emitter>).on?.("error", () => {});
  let streams: BodyStreams | undefined;
  const content: BodySource = {
    replayable: !isOne,
    async open(signal) {
      const Streams = (await loadFailures())?.BodyStreams;
      if (Streams === undefined) throw invalid("streams-not-loaded", "what sends streams could not be loaded");
      throwIfAborted(signal);
      return (streams ??= new Streams(given, length, invalid)).open();
    },
    failure: () => streams?.failure,
    close: () => streams?.close(),
  };
  return { kind: "raw", content, contentType: undefined, length };
}

interface Emitter {
  readonly on: (event: "error", listener: () => void) => unknown;
}

/** Encodes fields as URLSearchParams does: arrays repeat the key, `undefined` and `null` are left out. */
export function encodeFields(fields: Fields, what: "query" | "form", invalid: InvalidRequest): string {
  if (fields instanceof Written) return fields.text;
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
