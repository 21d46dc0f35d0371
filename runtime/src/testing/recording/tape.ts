import { isToken } from "../../config/headers.js";
import { isArray, isPlainObject } from "../../config/options.js";
import { requireShallow } from "../levels.js";
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
  /** Text or JSON, as the content type says. */
  readonly body?: unknown;
  /** What the content type calls JSON, and is none. */
  readonly text?: string | undefined;
  /** Bytes, where they are kept. */
  readonly base64?: string | undefined;
  /** How many bytes came, where they are not. */
  readonly length?: number | undefined;
}

/** The text of a file. */
export function writeTape(exchanges: readonly Exchange[]): string {
  return `${JSON.stringify({ recording: 1, exchanges }, undefined, 2)}\n`;
}

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
  const { method, url, type = "" } = value;
  return typeof method === "string" && isToken(method) && typeof url === "string" && typeof type === "string";
}

/** `body` may be anything; what is made of the rest the platform has to take. */
function isResponse(value: unknown): boolean {
  if (!isPlainObject(value)) return false;
  const { status, headers, text = "", base64 = "", length = 0 } = value;
  const isStatus = Number.isInteger(status) && Number(status) >= 100 && Number(status) <= 999;
  if (!isStatus || !isPlainObject(headers) || !Object.values(headers).every((field) => typeof field === "string"))
    return false;
  if (typeof text !== "string" || typeof base64 !== "string" || !Number.isInteger(length)) return false;
  try {
    atob(base64);
    return new Response(null, { headers: headers as { [name: string]: string } }).ok;
  } catch {
    return false;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
