import { isToken } from "../../config/header-name.js";
import { isArray, isPlainObject } from "../../config/records.js";
import { levelsOf, requireShallow } from "../levels.js";
import { wrongUse } from "../wrong-use.js";

/** What was sent, and what came, without credentials. */
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
  /** Text or JSON, as the content type says; what it calls JSON and is none in `text`; bytes as base64 in `base64`. */
  readonly body?: unknown;
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}

/** The text of a file. */
export function writeTape(exchanges: readonly Exchange[]): string {
  const tape = { recording: 1, exchanges };
  const indentation = Array.from(levelsOf(tape), ({ length }, depth) => 2 * depth * length);
  const isBearable = indentation.reduce((sum, spaces) => sum + spaces, 0) <= MOST_INDENTATION;
  return `${JSON.stringify(tape, undefined, isBearable ? 2 : 0)}\n`;
}

/** A million numbers 500 levels deep would be a file of a thousand million spaces. */
const MOST_INDENTATION = 1 << 26;

/** Reads what {@link writeTape} wrote. */
export function readTape(text: string, path: string): readonly Exchange[] {
  const tape = parsed(text);
  requireShallow(tape, path);
  const exchanges = isPlainObject(tape) && tape["recording"] === 1 ? tape["exchanges"] : undefined;
  const wrong = isArray(exchanges) ? exchanges.findIndex((exchange) => !isExchange(exchange)) : 0;
  if (isArray(exchanges) && wrong < 0) return exchanges as unknown as readonly Exchange[];
  const place = isArray(exchanges) ? ` (exchange ${wrong + 1} of ${exchanges.length})` : "";
  throw wrongUse(`${path} is no recording that this version reads${place}; delete it to record anew`);
}

/** Whether a text is of {@link writeTape}, or is no JSON and begins so, as a merge of two does; what is none is somebody's. */
export function looksRecorded(text: string): boolean {
  const tape = parsed(text);
  if (tape !== undefined) return isPlainObject(tape) && tape["recording"] === 1 && isArray(tape["exchanges"]);
  return /^\s*(?:<<<<<<< [^\n]*\n\s*)?(?:\{\s*"recording":\s*\d+,|$)/.test(text);
}

/** As they are recorded. */
const FAILURES: ReadonlySet<unknown> = new Set(["timeout", "refused", "tls", "malformed", "reset"]);

function isExchange(value: unknown): boolean {
  if (!isPlainObject(value) || !isRequest(value["request"])) return false;
  const { response, failure } = value;
  return response === undefined ? FAILURES.has(failure) : isResponse(response);
}

function isRequest(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { method, url, type } = value;
  return isText(method) && isToken(method) && isText(url) && (type === undefined || isText(type));
}

/** `body` may be anything. */
function isResponse(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { status, headers, text = "", base64 = "" } = value;
  const isStatus = Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999;
  return isStatus && isHeaders(headers) && isText(text) && isText(base64) && isBase64(base64);
}

/** What the platform gives out it takes. */
function isHeaders(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const fields = Object.entries(value);
  return fields.every(([, text]) => isText(text)) && takes(() => new Headers(fields as [string, string][]));
}

function isBase64(text: string): boolean {
  return takes(() => atob(text));
}

function takes(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
