import { escapeUnprintable } from "../files/escape.js";
import { annotation } from "../diagnostics/github.js";
import type { Details } from "../diagnostics/details.js";
import { baseText, countsText, type DiffReport, placeText, usageText } from "./diff-report.js";
import { markdownDiff } from "./markdown-diff.js";

const PAINTS = { breaking: "red", behavioural: "yellow", compatible: "green" } as const;
const COMMANDS = { breaking: "error", behavioural: "warning", compatible: "notice" } as const;

/** `3 changes since HEAD (1a2b3c4d5e6f): 1 breaking, 2 behavioural (1 credential destination).` */
export function diffSummary(report: DiffReport): string {
  const { changes, notes } = report;
  const since = baseText(report, escapeUnprintable);
  const counts = countsText(changes);
  const text = `${changes.length} change${changes.length === 1 ? "" : "s"} since ${since}: ${counts}.`;
  const first = changes.length === 0 ? `No changes since ${since}.` : text;
  return [first, ...notes.map((note) => `note: ${escapeUnprintable(note)}`)].join("\n");
}

/** A diff in every format. */
export function diffDetails(report: DiffReport): Details {
  return {
    json: () => ({ ...report }),
    pretty: (paint, fileAs) =>
      report.changes
        .map((change) => {
          const kind = paint[PAINTS[change.class]](change.class.padEnd("behavioural".length));
          const mark = change.credentialDestination ? `${paint.bold("credential destination:")} ` : "";
          const place = paint.cyan(escapeUnprintable(placeText(change, fileAs)));
          const usage = usageText(change, fileAs);
          const used = usage === undefined ? "" : `${" ".repeat(13)}${escapeUnprintable(usage)}\n`;
          return `${kind}  ${mark}${escapeUnprintable(change.sentence)}\n${" ".repeat(13)}${place}\n${used}`;
        })
        .join(""),
    github: (fileAs) =>
      report.changes
        .map((change) => {
          const position = change.start === undefined ? {} : { line: change.start.line, col: change.start.column };
          const title = `sdkwright ${change.class}${change.credentialDestination ? ", credential destination" : ""}`;
          const usage = usageText(change, fileAs);
          const text = usage === undefined ? change.sentence : `${change.sentence} (${usage})`;
          return `${annotation(COMMANDS[change.class], { file: fileAs(change.file), ...position, title }, text)}\n`;
        })
        .join(""),
    markdown: () => markdownDiff(report),
  };
}
