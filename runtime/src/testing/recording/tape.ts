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
