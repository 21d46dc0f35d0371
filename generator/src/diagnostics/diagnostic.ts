import type { Position } from "./locate.js";
import type { Frame, Paint } from "./pretty.js";

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

/** What a command shows besides diagnostics and its summary; each form is made when it is asked for. */
export interface Details {
  /** Further keys of the JSON document. */
  readonly json: () => { readonly [key: string]: unknown };
  /** For people, before the summary. */
  readonly pretty: (paint: Paint, fileAs: FileAs) => string;
  /** Annotations, one per line. */
  readonly github: (fileAs: FileAs) => string;
  /** Instead of everything else, the summary included. */
  readonly markdown?: () => string;
}

/** Names a file, which is given relative to the project root, from where the reader stands. */
export type FileAs = (file: string) => string;
