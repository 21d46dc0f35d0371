/** What long work tells people while it runs. `reader.progress` is that of a command; a test brings its own. */
export interface Progress {
  /**
   * Says what begins: `reading openapi.json (8.7 MB)`, `rendering 120 of 400`. It stays until the next step or the end of
   * the command, and is shown only where the run takes longer than a moment. While synchronous work runs nothing can be
   * printed: a step that blocks says before how many ms it may take.
   */
  step(text: string, ms?: number): void;
  /** Takes it away: before somebody is asked something, and at the end. */
  clear(): void;
}

/** About how many ms it takes to work through a text, of which a megabyte takes `perMegabyte`. */
export function timeFor(text: string, perMegabyte: number): number {
  return (text.length / 1_000_000) * perMegabyte;
}

/** What is told where nobody reads along: in CI, in a pipe, to a program. */
export const SILENT: Progress = { step: () => {}, clear: () => {} };

/** `8.7 MB`. */
export function sizeText(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
