import { isPlainObject, mapValues } from "../../config/options.js";
import { isSensitive } from "../../http/server-answer.js";
import type { Bytes } from "../../http/transport.js";
import type { Masking } from "../masking.js";
import { fieldsOf, parsedJson, type Received } from "../received.js";
import type { RecordedRequest, RecordedResponse } from "./tape.js";

/** A request as it is compared: of its headers only the type of the body, of bytes their length. */
export function plainRequest({ method, url, headers }: Received, content: unknown): RecordedRequest {
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  return {
    method,
    url: url.origin + url.pathname,
    query: fieldsOf(url.searchParams),
    ...(content === undefined ? {} : { type, body: withoutBytes(content) }),
  };
}

function withoutBytes(value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (Array.isArray(value)) return value.map(withoutBytes);
  return isPlainObject(value) ? mapValues<unknown, unknown>(value, withoutBytes) : value;
}

/** A request without credentials. */
export function maskedRequest(request: RecordedRequest, masking: Masking): RecordedRequest {
  const { url, query, body } = request;
  return {
    ...request,
    url: masking.path(url),
    query: masking.value(query),
    ...(body === undefined ? {} : { body: masking.value(body) }),
  };
}

/** What came over the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Bytes;
  /** Whether the client has read it to its end. */
  readonly isWhole: boolean;
}

/** An answer without credentials. `keepsBytes`: also where it is neither JSON nor text; else its length is kept. */
export function cleanResponse(raw: RawResponse, masking: Masking, keepsBytes: boolean): RecordedResponse {
  const { status, bytes, isWhole } = raw;
  const type = raw.headers.get("content-type") ?? "";
  const headers = cleanHeaders(raw.headers, masking);
  if (bytes.length === 0) return { status, headers };
  const text = textIn(bytes, type, !isWhole);
  if (text === undefined) return { status, headers, ...cleanBytes(bytes, masking, keepsBytes) };
  const json = isJson(type) ? parsedJson(text) : undefined;
  if (json !== undefined) return { status, headers, body: masking.value(json) };
  const clean = cleanText(/urlencoded/i.test(type) ? masking.query(text) : text, masking, !isWhole);
  return { status, headers, ...(isJson(type) ? { text: clean } : { body: clean }) };
}

/** Of the connection, not of the answer: the body is kept as it is after decompression. */
const OF_THE_WIRE: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** Cookies and headers with sensitive names are left out, but for challenges: without their nonce nothing can be answered. */
function cleanHeaders(headers: Headers, masking: Masking): RecordedResponse["headers"] {
  const kept = [...headers].flatMap(([name, value]) => {
    if (name.endsWith("authenticate")) return [[name, masking.text(value)] as const];
    if (OF_THE_WIRE.has(name) || isSensitive(name)) return [];
    return [[name, masking.text(name === "content-type" ? inUtf8(value) : masking.query(value))] as const];
  });
  return Object.fromEntries(kept);
}

const CHARSET = /(?<=;\s*charset=)"?([\w-]+)"?/i;

function inUtf8(type: string): string {
  return type.replace(CHARSET, "utf-8");
}

/** A body in its charset; `undefined` for one that is no text. `isCut`: a character at the end may not be whole. */
function textIn(bytes: Bytes, type: string, isCut: boolean): string | undefined {
  try {
    return new TextDecoder(CHARSET.exec(type)?.[1] ?? "utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** JSON on a line, as in events and logs. */
const JSON_LINE = /^((?:data:)?[ \t]*)([[{].*[\]}])(?=[ \t]*\r?$)/gm;

/** Whole or by lines a text may be JSON. */
function cleanText(text: string, masking: Masking, isCut: boolean): string {
  const whole = cleanJson(text, masking);
  if (whole !== undefined) return whole;
  const lines = text.replaceAll(JSON_LINE, (line, before: string, json: string) => {
    const clean = cleanJson(json, masking);
    return clean === undefined ? line : before + clean;
  });
  return masking.text(lines, isCut);
}

/** What was clean stays as it was written; `undefined` for what is no JSON. */
function cleanJson(text: string, masking: Masking): string | undefined {
  const json = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
  if (json === undefined) return undefined;
  const before = masking.count;
  const clean = masking.value(json);
  return masking.count === before ? text : JSON.stringify(clean);
}

/** What is masked in bytes would be another file: then nothing of it is kept. */
function cleanBytes(bytes: Bytes, masking: Masking, keepsBytes: boolean): Pick<RecordedResponse, "base64" | "length"> {
  const isKept = keepsBytes && masking.value(bytes) === bytes;
  return isKept
    ? { base64: btoa(Array.from(bytes, (octet) => String.fromCharCode(octet)).join("")) }
    : { length: bytes.length };
}

/** What a client gets of it; `undefined` for a body that was not kept. */
export function bodyOf({ headers, body, text, base64, length }: RecordedResponse): string | Bytes | null | undefined {
  if (length !== undefined) return undefined;
  if (base64 !== undefined) return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  if (text !== undefined || body === undefined) return text ?? null;
  return typeof body === "string" && !isJson(headers["content-type"]) ? body : JSON.stringify(body);
}

function isJson(type: string | null | undefined): boolean {
  return /\bjson\b/i.test(type ?? "");
}
