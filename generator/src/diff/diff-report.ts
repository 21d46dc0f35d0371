import { CHANGE_CLASSES, isDestination, type Change, type ChangeClass, type CodePlace } from "./change.js";
import type { LocatedChange } from "./locate-change.js";

/** A diff as it is shown. */
export interface DiffReport {
  /** The package, where package.json names it. */
  readonly package?: string | undefined;
  readonly base: string;
  /** Of a revision, the whole hash of its commit. */
  readonly commit?: string | undefined;
  readonly changes: readonly LocatedChange[];
  readonly notes: readonly string[];
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
export function placesText(
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
export function usageText(
  { usedAt, perhapsUsedAt = [] }: LocatedChange,
  fileAs: (file: string) => string,
): string | undefined {
  if (usedAt === undefined) return undefined;
  const used = usedAt.length === 0 ? [] : [`used at ${placesText(usedAt, fileAs)}`];
  const perhaps = perhapsUsedAt.length === 0 ? [] : [`perhaps used at ${placesText(perhapsUsedAt, fileAs)}`];
  return [...used, ...perhaps].join("; ") || "not used";
}
