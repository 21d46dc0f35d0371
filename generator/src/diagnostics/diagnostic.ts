import type { Frame } from "./frame.js";
import type { Position } from "./line-index.js";

/** An issue with its place in a file. Everything in it may be shown. */
export interface Diagnostic {
  /** Stable, for instance `SW1203`. */
  readonly code: string;
  readonly severity: "error" | "warning" | "note";
  readonly message: string;
  readonly hint?: string | undefined;
  /** Relative to the project root, with `/`; absent where no file is at fault. */
  readonly file?: string | undefined;
  /** JSON pointer (RFC 6901) into the file. */
  readonly pointer?: string | undefined;
  readonly start?: Position | undefined;
  readonly end?: Position | undefined;
  /** A second place in the same file. */
  readonly related?: { readonly message: string; readonly pointer: string; readonly start: Position } | undefined;
  readonly frame?: Frame | undefined;
}
