import type { CodePlace } from "../change.js";

/** How a project's code uses providers that have, or had, a document. */
export interface Usage {
  readonly calls: readonly Call[];
  readonly imports: readonly TypeImport[];
}

/** A request in code. */
export interface Call {
  readonly place: CodePlace;
  /** Absent where the client's type does not tell the provider. */
  readonly providers?: readonly string[];
  /** `GET /charges`; absent where it cannot be read. */
  readonly operations?: readonly string[];
}

/** A type of an operations module that code names. */
export interface TypeImport {
  readonly place: CodePlace;
  readonly provider: string;
  /** Absent where the whole module is named. */
  readonly name?: string;
}

/** Why nothing is known of the code, as the end of a sentence. */
export interface UsageUnknown {
  readonly why: string;
}
