import { isArray, isPlainObject, mapValues } from "../../config/options.js";
import { type JsonReading, toResponse } from "../../http/answer.js";
import { isSensitive } from "../../http/server-answer.js";
import type { Bytes } from "../../http/transport.js";
import { byName, type Masking, parsedJson, type Received, textOf } from "../received.js";
import { broken } from "../route.js";
import { wrongUse } from "../wrong-use.js";

/** A request and its answer, without credentials. */
export interface Exchange {
  readonly request: RecordedRequest;
  /** How the connection failed, in place of a response. */
  readonly failure?: string | undefined;
  readonly response?: RecordedResponse | undefined;
}

export interface RecordedRequest {
  readonly method: string;
  /** Without query. */
  readonly url: string;
  readonly query: unknown;
  /** Media type of the body. */
  readonly type?: string | undefined;
  readonly body?: unknown;
}

export interface RecordedResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Text or JSON, as the content type says. */
  readonly body?: unknown;
  /** A text that is no JSON although the content type says so. */
  readonly text?: string | undefined;
  /** Events or lines as they came together, in place of a body; only whole lines. */
  readonly chunks?: readonly string[] | undefined;
  /** The connection broke behind them. */
  readonly cut?: true | undefined;
  /** Bytes, if they are kept. */
  readonly base64?: string | undefined;
  /** How many bytes came, if they are not. */
  readonly length?: number | undefined;
}

/** An answer as it came over the wire. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Bytes;
  /** The sizes of its chunks, of a stream of events or lines. */
  readonly sizes?: readonly number[] | undefined;
  readonly isCut?: boolean | undefined;
  /** The client has read it to its end. */
  readonly isWhole: boolean;
}

/** The text of a file. */
export function writeTape(exchanges: readonly Exchange[]): string {
  return `${JSON.stringify({ recording: 1, exchanges }, undefined, 2)}\n`;
}

/** Reads what {@link writeTape} wrote. */
export function readTape(text: string, path: string): readonly Exchange[] {
  const tape = parsedJson(text, path);
  const exchanges = isPlainObject(tape) && tape["recording"] === 1 ? tape["exchanges"] : undefined;
  const wrong = isArray(exchanges) ? exchanges.findIndex((exchange) => !isExchange(exchange)) : 0;
  if (isArray(exchanges) && wrong < 0) return exchanges as unknown as readonly Exchange[];
  const place = isArray(exchanges) ? ` (exchange ${wrong + 1} of ${exchanges.length})` : "";
  throw wrongUse(`${path} is not a recording that this version can read${place}; delete it to record again`);
}

/** Tells a recording, also one that is cut or that a merge has left in conflict, from any other file. */
export function looksRecorded(text: string): boolean {
  return /^\s*(?:<<<<<<< .*\s+)?(?:\{\s*"recording":\s*1,|$)/.test(text);
}

const FAILURES: ReadonlySet<unknown> = new Set(["timeout", "refused", "tls", "malformed", "reset"]);

/** Checks what a replay needs; a query and a body may be anything. */
function isExchange(exchange: unknown): boolean {
  try {
    const { request, response, failure } = exchange as Exchange;
    if (typeof request.method !== "string" || typeof request.url !== "string") return false;
    if (response === undefined) return FAILURES.has(failure);
    return /^[1-9]\d\d$/.test(String(response.status)) && replayed(response).status === response.status;
  } catch {
    return false;
  }
}

/** The answer that a client gets. Made with status 200, because not every status may have a body. */
export function replayed(response: RecordedResponse): Response {
  const { chunks } = response;
  const content = chunks === undefined ? (bodyOf(response) ?? null) : streamOf(chunks, response.cut === true);
  const source = new Response(content, { headers: { ...response.headers } });
  return answerOf(response.status, source, source.body);
}

function streamOf(chunks: readonly string[], isCut: boolean): ReadableStream<Bytes> {
  const left = [...chunks];
  const pull = (controller: ReadableStreamDefaultController<Bytes>): void => {
    const chunk = left.shift();
    if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
    else if (isCut) controller.error(broken());
    else controller.close();
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** A request as it is compared: of its headers only the type of the body, of bytes their length. */
export function plainRequest({ method, url, headers }: Received, content: unknown): RecordedRequest {
  const type = (headers.get("content-type") ?? "").split(";")[0] ?? "";
  return {
    method,
    url: url.origin + url.pathname,
    query: byName(url.searchParams),
    ...(content !== undefined && { type, body: withoutBytes(content) }),
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
    ...(body !== undefined && { body: masking.value(body) }),
  };
}

/** An answer without credentials. `keepsBytes`: also if it is neither JSON nor text; else its length is kept. */
export function cleanResponse(raw: RawResponse, masking: Masking, keepsBytes: boolean): RecordedResponse {
  const { status, bytes, isWhole } = raw;
  const type = raw.headers.get("content-type") ?? "";
  const headers = cleanHeaders(raw.headers, masking);
  if (bytes.length === 0) return { status, headers };
  const text = textOf(bytes, CHARSET.exec(type)?.[1], !isWhole);
  if (text === undefined) {
    // Masked bytes would be another file: then nothing of it is kept.
    if (!keepsBytes || masking.value(bytes) !== bytes) return { status, headers, length: bytes.length };
    const units = Array.from(bytes, (octet) => String.fromCharCode(octet));
    return { status, headers, base64: btoa(units.join("")) };
  }
  const json = isJson(type) ? parsedJson(text) : undefined;
  if (json !== undefined) return { status, headers, body: masking.value(json) };
  const clean = cleanText(/urlencoded/i.test(type) ? masking.query(text) : text, masking, !isWhole);
  if (raw.sizes !== undefined)
    return { status, headers, chunks: chunksOf(clean, bytes, raw.sizes), ...(raw.isCut === true && { cut: true }) };
  return { status, headers, ...(isJson(type) ? { text: clean } : { body: clean }) };
}

/** Tells whether an answer is a stream of which chunks are kept. */
export function isStream(headers: Headers): boolean {
  return /event-stream|jsonl|ndjson|json-(?:lines|seq)|stream\+json/i.test(headers.get("content-type") ?? "");
}

/** A text in pieces as it came: each has the lines that ended in its chunk. A mask leaves lines as they are. */
function chunksOf(text: string, bytes: Bytes, sizes: readonly number[]): readonly string[] {
  const lines = text.split(/(?<=\n)/);
  let at = 0;
  const chunks = sizes.map((size) => {
    const ended = bytes.subarray(at, (at += size)).reduce((count, byte) => count + Number(byte === 10), 0);
    return lines.splice(0, ended).join("");
  });
  return [...chunks, lines.join("")].filter((chunk) => chunk !== "");
}

/** Headers of the connection: the body is kept as it is after decompression. */
const OF_THE_WIRE: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

const CHARSET = /(?<=;\s*charset=)"?([\w-]+)"?/i;

/** Leaves out cookies and headers with sensitive names, but for challenges: without their nonce nothing can be answered. */
function cleanHeaders(headers: Headers, masking: Masking): RecordedResponse["headers"] {
  const kept = [...headers].flatMap(([name, value]) => {
    if (name.endsWith("authenticate")) return [[name, masking.text(value)] as const];
    if (OF_THE_WIRE.has(name) || isSensitive(name)) return [];
    const text = name === "content-type" ? value.replace(CHARSET, "utf-8") : masking.query(value);
    return [[name, masking.text(text)] as const];
  });
  return Object.fromEntries(kept);
}

/** JSON on a line, as in events and logs. */
const JSON_LINE = /^((?:data:)?[ \t]*)([[{].*[\]}])(?=[ \t]*\r?$)/gm;

/** Masks a text that may be JSON as a whole or by lines. */
function cleanText(text: string, masking: Masking, isCut: boolean): string {
  const whole = cleanJson(text, masking);
  if (whole !== undefined) return whole;
  const lines = text.replaceAll(
    JSON_LINE,
    (line, before: string, json: string) => before + (cleanJson(json, masking) ?? line.slice(before.length)),
  );
  return masking.text(lines, isCut);
}

/** JSON as it was written if it needs no mask; `undefined` for other texts. */
function cleanJson(text: string, masking: Masking): string | undefined {
  const json = /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
  if (json === undefined) return undefined;
  const before = masking.count;
  const clean = masking.value(json);
  return masking.count === before ? text : JSON.stringify(clean);
}

/** The body that a client gets; `undefined` for one that was not kept. */
export function bodyOf({
  headers,
  body,
  text,
  base64,
  length,
  chunks,
}: RecordedResponse): string | Bytes | null | undefined {
  if (chunks !== undefined) return chunks.join("");
  if (length !== undefined) return undefined;
  if (base64 !== undefined) return Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0));
  if (text !== undefined || body === undefined) return text ?? null;
  return typeof body === "string" && !isJson(headers["content-type"] ?? "") ? body : JSON.stringify(body);
}

function isJson(type: string): boolean {
  return /\bjson\b/i.test(type);
}

export const NO_LABEL = { provider: "", service: "", method: "", path: "" };
const PLAIN_JSON: JsonReading = { mayBeEmpty: false, parse: undefined };

/** An answer of any status, of which only the status, headers and content are known. */
export function answerOf(status: number, source: Response, content: ReadableStream<Bytes> | null): Response {
  return toResponse({ status, source, content, label: NO_LABEL, json: PLAIN_JSON });
}
