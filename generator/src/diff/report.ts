import type { Details } from "../diagnostics/diagnostic.js";
import { annotation, markdownCode as code, markdownProse as prose } from "../diagnostics/github.js";
import { escapeUnprintable } from "../io/text.js";
import { type Change, CHANGE_CLASSES, type ChangeClass, type CodePlace, isDestination } from "./change.js";
import type { LocatedChange } from "./locate.js";

// A diff in every format.

/** A diff as it is shown. */
export interface DiffReport {
  /** The package, where package.json names it. */
  readonly package?: string | undefined;
  readonly base: string;
  /** Of a revision, the whole hash of its commit. */
  readonly commit?: string | undefined;
  readonly changes: readonly LocatedChange[];
  readonly notes: readonly string[];
  /** Folders whose code was read, where somebody looked for uses. */
  readonly codeIn?: readonly string[];
}

/** What of a commit's hash people compare. */
const SHORT_HASH = 12;

/** `origin/main (1a2b3c4d5e6f)`, as text, and as code each. */
export function baseText(
  { base, commit }: Pick<DiffReport, "base" | "commit">,
  as: (text: string) => string = String,
): string {
  if (commit === undefined || commit.startsWith(base)) return as(base);
  return `${as(base)} (${as(commit.slice(0, SHORT_HASH))})`;
}

/** `1 breaking, 2 behavioural (1 credential destination)` */
export function countsText(changes: readonly Pick<Change, "class" | "credentialDestination">[]): string {
  const ofClass = (kind: ChangeClass) => changes.filter((change) => change.class === kind).length;
  const marked = changes.filter(isDestination).length;
  const counts = CHANGE_CLASSES.filter((kind) => ofClass(kind) > 0).map((kind) => `${String(ofClass(kind))} ${kind}`);
  const destinations = `${String(marked)} credential destination${marked === 1 ? "" : "s"}`;
  return `${counts.join(", ")}${marked > 0 ? ` (${destinations})` : ""}`;
}

/** `client/client.json:4:7` */
export function placeText({ file, start }: LocatedChange, fileAs: (file: string) => string): string {
  return start === undefined ? fileAs(file) : `${fileAs(file)}:${String(start.line)}:${String(start.column)}`;
}

/** More places than these are counted only. */
const MOST_PLACES = 5;

/** `src/pay.ts:12:9, src/refund.ts:3:1 and 4 more`; in a sentence, where others chose the names, as what is quoted. */
function placesText(
  places: readonly CodePlace[],
  fileAs: (file: string) => string,
  placeAs: (place: string) => string = String,
): string {
  const shown = places
    .slice(0, MOST_PLACES)
    .map(({ file, line, column }) => placeAs(`${fileAs(file)}:${String(line)}:${String(column)}`));
  const more = places.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${String(more)} more` : ""}`;
}

/** `used at src/pay.ts:12:9`, where somebody looked for uses of what changed. */
function usageText({ usage, usedAt = [] }: LocatedChange, fileAs: (file: string) => string): string | undefined {
  switch (usage) {
    case undefined:
      return undefined;
    case "used":
      return `used at ${placesText(usedAt, fileAs)}`;
    case "compiles":
      return `called at ${placesText(usedAt, fileAs)}, which still compiles`;
    case "not used":
    case "not known":
      return usage;
  }
}

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

const MARKS = { breaking: "🔴", behavioural: "🟡", compatible: "🟢" } as const;

/** A diff for a comment on a pull request. */
export function markdownDiff(report: DiffReport): string {
  const { package: name, changes, notes } = report;
  const heading = `### SDK changes ${name === undefined ? "" : `of ${code(name)} `}since ${baseText(report, code)}`;
  const hasUsage = changes.some(({ usage }) => usage !== undefined);
  const rows = changes.map((change) => {
    const cells = [kindOf(change), prose(change.sentence), code(placeText(change, String))];
    return row(hasUsage ? [...cells, usageOf(change)] : cells);
  });
  const columns = ["", "change", "where", ...(hasUsage ? ["used at"] : [])];
  const table = [row(columns), row(columns.map(() => "---")), ...rows];
  const body = changes.length === 0 ? ["No changes for callers or traffic."] : [countsText(changes), "", ...table];
  return [heading, "", ...body, ...notes.flatMap((note) => ["", `> ${prose(note)}`]), ""].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`.replace("|  |", "| |");
}

function usageOf(change: LocatedChange): string {
  const { usage, usedAt = [] } = change;
  if (usage === "used") return code(placesText(usedAt, String));
  return usage === "compiles" ? `${code(placesText(usedAt, String))}, still compiles` : (usage ?? "");
}

function kindOf({ class: kind, credentialDestination }: LocatedChange): string {
  return `${MARKS[kind]} ${kind}${credentialDestination ? ", 🔑 **credential destination**" : ""}`;
}
