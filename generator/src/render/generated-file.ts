/** One emitted file, in memory. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}
