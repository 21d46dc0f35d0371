import type { IssueCode } from "./issue-codes.js";

/** A mistake or a remark, as data: where it stands in the document, what it is, what to do. */
export interface Issue {
  /** Stable, for instance `SW1203`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  /** JSON pointer (RFC 6901) into the document. */
  readonly pointer: string;
  /** Whether the place is the key or the value that the pointer names; `value` where absent. */
  readonly target?: "key" | "value" | undefined;
  /** One sentence without a secret. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
  /** A second place in the same document, for instance the first of two equal ids. */
  readonly related?: { readonly pointer: string; readonly message: string } | undefined;
}

/** What a document is found to be. */
export interface Parsed<T> {
  /** The document; absent where an issue is an error. */
  readonly value?: T | undefined;
  /** The document without what is wrong, to look for further mistakes; its arrays may have holes. */
  readonly sound?: Partial<T> | undefined;
  readonly issues: readonly Issue[];
}

type Details = Pick<Issue, "target" | "hint" | "related">;

export function error(code: IssueCode, pointer: string, message: string, details: Details = {}): Issue {
  return { code, severity: "error", pointer, message, ...details };
}

export function warning(code: IssueCode, pointer: string, message: string, details: Details = {}): Issue {
  return { code, severity: "warning", pointer, message, ...details };
}
