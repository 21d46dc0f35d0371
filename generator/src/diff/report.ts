import type { Details } from "../diagnostics/diagnostic.js";
import { annotation, markdownCode as code, markdownProse as prose } from "../diagnostics/github.js";
import { escapeUnprintable } from "../io/text.js";
import { type Change, CHANGE_CLASSES, isDestination } from "./change.js";
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
  const counts = CHANGE_CLASSES.flatMap((kind) => {
    const { length } = changes.filter((change) => change.class === kind);
    return length === 0 ? [] : [`${length} ${kind}`];
  });
  const { length: marked } = changes.filter(isDestination);
  const destinations = marked === 0 ? "" : ` (${marked} credential destination${marked === 1 ? "" : "s"})`;
  return `${counts.join(", ")}${destinations}`;
}

/** `client/client.json:4:7` */
export function placeText({ file, start }: LocatedChange, fileAs: (file: string) => string): string {
  return start === undefined ? fileAs(file) : `${fileAs(file)}:${start.line}:${start.column}`;
}

/** More places than these are counted only. */
const MOST_PLACES = 5;

/** What is known of the use of what changed: `used at src/pay.ts:12:9, src/refund.ts:3:1 and 4 more`. */
function usageText(
  { usage, usedAt = [] }: LocatedChange,
  fileAs: (file: string) => string,
  as: (places: string) => string = String,
): string | undefined {
  if (usage !== "used" && usage !== "compiles") return usage;
  const shown = usedAt.slice(0, MOST_PLACES).map(({ file, line, column }) => `${fileAs(file)}:${line}:${column}`);
  const more = usedAt.length - shown.length;
  const places = as(`${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`);
  return usage === "used" ? `used at ${places}` : `called at ${places}, which still compiles`;
}

const STYLES = {
  breaking: { paint: "red", command: "error", mark: "🔴" },
  behavioural: { paint: "yellow", command: "warning", mark: "🟡" },
  compatible: { paint: "green", command: "notice", mark: "🟢" },
} as const;

/** `3 changes since HEAD (1a2b3c4d5e6f): 1 breaking, 2 behavioural (1 credential destination).` */
export function diffSummary(report: DiffReport): string {
  const { changes, notes } = report;
  const since = baseText(report, escapeUnprintable);
  const text = `${changes.length} change${changes.length === 1 ? "" : "s"} since ${since}: ${countsText(changes)}.`;
  const first = changes.length === 0 ? `No changes since ${since}.` : text;
  return [first, ...notes.map((note) => `note: ${escapeUnprintable(note)}`)].join("\n");
}

export function diffDetails(report: DiffReport): Details {
  const margin = " ".repeat(13);
  return {
    json: () => ({ ...report }),
    pretty: (paint, fileAs) =>
      report.changes
        .map((change) => {
          const kind = paint[STYLES[change.class].paint](change.class.padEnd("behavioural".length));
          const mark = change.credentialDestination ? `${paint.bold("credential destination:")} ` : "";
          const place = paint.cyan(escapeUnprintable(placeText(change, fileAs)));
          const usage = usageText(change, fileAs);
          const used = usage === undefined ? "" : `${margin}${escapeUnprintable(usage)}\n`;
          return `${kind}  ${mark}${escapeUnprintable(change.sentence)}\n${margin}${place}\n${used}`;
        })
        .join(""),
    github: (fileAs) =>
      report.changes
        .map((change) => {
          const position = change.start === undefined ? {} : { line: change.start.line, col: change.start.column };
          const title = `sdkwright ${change.class}${change.credentialDestination ? ", credential destination" : ""}`;
          const usage = usageText(change, fileAs);
          const text = usage === undefined ? change.sentence : `${change.sentence} (${usage})`;
          const at = { file: fileAs(change.file), ...position, title };
          return `${annotation(STYLES[change.class].command, at, text)}\n`;
        })
        .join(""),
    markdown: () => markdownDiff(report),
  };
}

/** A diff for a comment on a pull request. */
export function markdownDiff(report: DiffReport): string {
  const { package: name, changes, notes } = report;
  const heading = `### SDK changes ${name === undefined ? "" : `of ${code(name)} `}since ${baseText(report, code)}`;
  const hasUsage = changes.some(({ usage }) => usage !== undefined);
  const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`.replace("|  |", "| |");
  const rows = changes.map((change) => {
    const { mark } = STYLES[change.class];
    const kind = `${mark} ${change.class}${change.credentialDestination ? ", 🔑 **credential destination**" : ""}`;
    const cells = [kind, prose(change.sentence), code(placeText(change, String))];
    return row(hasUsage ? [...cells, (usageText(change, String, code) ?? "").replace(/^used at /, "")] : cells);
  });
  const columns = ["", "change", "where", ...(hasUsage ? ["used at"] : [])];
  const table = [row(columns), row(columns.map(() => "---")), ...rows];
  const body = changes.length === 0 ? ["No changes for callers or traffic."] : [countsText(changes), "", ...table];
  return [heading, "", ...body, ...notes.flatMap((note) => ["", `> ${prose(note)}`]), ""].join("\n");
}
