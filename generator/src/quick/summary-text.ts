import { escapeLines, escapeUnprintable, withoutCommands } from "../files/escape.js";
import type { Format } from "./options.js";
import type { FileReport } from "./quick-result.js";

/** As much of a result as its end needs. */
interface Summarized {
  readonly files?: FileReport | undefined;
  readonly summary: string;
  readonly details?: { readonly markdown?: unknown } | undefined;
}

/** The end of what is printed of a result: every file where it is asked for, and the summary. */
export function summaryText(
  { files = {}, summary, details }: Summarized,
  { verbose, format }: { readonly verbose: boolean; readonly format: Format },
): string {
  if (format === "markdown" && details?.markdown !== undefined) return "";
  const lines = Object.entries(files).flatMap(([state, paths]) =>
    paths.map((path) => `${state} ${escapeUnprintable(path)}`),
  );
  return `${withoutCommands(escapeLines([...(verbose ? lines : []), summary].join("\n")))}\n`;
}
