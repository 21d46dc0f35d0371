import { markdownCode as code, markdownProse as prose } from "../diagnostics/markdown.js";
import type { LocatedChange } from "./locate-change.js";
import { baseText, countsText, type DiffReport, placesText, placeText } from "./diff-report.js";

const MARKS = { breaking: "🔴", behavioural: "🟡", compatible: "🟢" } as const;

/** A diff for a comment on a pull request. */
export function markdownDiff(report: DiffReport): string {
  const { package: name, changes, notes } = report;
  const heading = `### SDK changes ${name === undefined ? "" : `of ${code(name)} `}since ${baseText(report, code)}`;
  const hasUsage = changes.some(({ usedAt }) => usedAt !== undefined);
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

function usageOf({ usedAt = [], perhapsUsedAt = [] }: LocatedChange): string {
  const used = usedAt.length === 0 ? [] : [code(placesText(usedAt, String))];
  const perhaps = perhapsUsedAt.length === 0 ? [] : [`perhaps ${code(placesText(perhapsUsedAt, String))}`];
  return [...used, ...perhaps].join(", ");
}

function kindOf({ class: kind, credentialDestination }: LocatedChange): string {
  return `${MARKS[kind]} ${kind}${credentialDestination ? ", 🔑 **credential destination**" : ""}`;
}
