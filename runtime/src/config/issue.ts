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
