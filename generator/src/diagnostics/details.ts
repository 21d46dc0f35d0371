import type { Paint } from "./pretty.js";

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
