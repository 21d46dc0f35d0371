import { isArray, isPlainObject } from "../../config/records.js";
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
  /** Text or JSON, as the content type says; bytes as base64 in `base64`. */
  readonly body?: unknown;
  readonly base64?: string | undefined;
}

/** The text of a file. */
export function writeTape(exchanges: readonly Exchange[]): string {
  return `${JSON.stringify({ recording: 1, exchanges }, undefined, 2)}\n`;
}

/** Reads what {@link writeTape} wrote. */
export function readTape(text: string, path: string): readonly Exchange[] {
  const tape = parsed(text);
  const exchanges = isPlainObject(tape) && tape["recording"] === 1 ? tape["exchanges"] : undefined;
  if (isArray(exchanges) && exchanges.every(isExchange)) return exchanges as unknown as readonly Exchange[];
  throw wrongUse(`${path} is no recording that this version reads; delete it to record anew`);
}

function isExchange(value: unknown): boolean {
  return isPlainObject(value) && isPlainObject(value["request"]) && (isPlainObject(value["response"]) || typeof value["failure"] === "string"); // prettier-ignore
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
