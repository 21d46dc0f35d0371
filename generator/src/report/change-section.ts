import { own } from "@sdkwright/runtime/config";
import { baseText, countsText, placeText, type DiffReport } from "../diff/report.js";
import type { Change, ChangeClass } from "../diff/change.js";
import type { LocatedChange } from "../diff/locate.js";
import type { PublicModel } from "../surface/public-model.js";
import { factsOf, type Facts } from "./facts.js";
import { countText } from "./span-text.js";

/** What changed since a base: before and now beside each other, by provider and profile. */
export interface ChangeSection {
  readonly base: string;
  readonly summary: string;
  readonly notes: readonly string[];
  readonly groups: readonly ChangeGroup[];
}

export interface ChangeGroup {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly ChangeRow[];
  readonly rows: readonly ComparedRow[];
}

export interface ChangeRow {
  readonly kind: ChangeClass;
  readonly sentence: string;
  readonly place: string;
  readonly isDestination: boolean;
}

export interface ComparedRow {
  readonly label: string;
  readonly before: string;
  readonly now: string;
}

/** A comparison: changes in one order, with and without their places. */
export interface Comparison {
  readonly report: DiffReport;
  readonly changes: readonly Change[];
  /** Absent where nothing was generated yet. */
  readonly before?: PublicModel | undefined;
  readonly now: PublicModel;
}

export function changeSection({ report, changes, before, now }: Comparison): ChangeSection {
  const [old, current] = [before === undefined ? {} : factsOf(before), factsOf(now)];
  const owners = changes.map((change) => ownerOf(change, now));
  const titles = [...new Set([...Object.keys(current), ...Object.keys(old), ...owners])];
  const groups = titles.map((title, index) => ({
    id: `changes-${String(index + 1)}`,
    title,
    changes: report.changes.filter((_, place) => owners[place] === title).map(changeRow),
    rows: before === undefined ? [] : comparedRows(own(old, title) ?? {}, own(current, title) ?? {}),
  }));
  return {
    base: baseText(report),
    summary: summaryOf(report),
    notes: report.notes,
    groups: groups.filter((group) => group.changes.length + group.rows.length > 0),
  };
}

function summaryOf({ changes }: DiffReport): string {
  return changes.length === 0 ? "Nothing changed." : `${countText(changes.length, "change")}: ${countsText(changes)}.`;
}

function changeRow(change: LocatedChange): ChangeRow {
  return {
    kind: change.class,
    sentence: change.sentence,
    place: placeText(change, String),
    isDestination: change.credentialDestination === true,
  };
}

/** The provider or profile that a change is about, by the place where it stands. */
function ownerOf({ place: { file, path }, concerns }: Change, { providers, profiles }: PublicModel): string {
  if (concerns !== undefined) return concerns.provider;
  if (file === "client") {
    const [record = "", name] = path;
    return name !== undefined && ["providers", "profiles"].includes(record) ? name : "the configuration";
  }
  if (file === "package") return "package.json";
  if ("api" in file) return file.api;
  if ("emitted" in file) return file.emitted;
  if ("definition" in file)
    return nameOf(providers, (provider) => provider.file === file.definition) ?? file.definition;
  return nameOf(profiles, (profile) => profile.document === file.profile) ?? file.profile;
}

function nameOf<T>(record: { readonly [name: string]: T }, isMeant: (value: T) => boolean): string | undefined {
  return Object.entries(record).find(([, value]) => isMeant(value))?.[0];
}

function comparedRows(before: Facts, now: Facts): readonly ComparedRow[] {
  const labels = [...new Set([...Object.keys(now), ...Object.keys(before)])];
  return labels
    .map((label) => ({ label, before: own(before, label) ?? ABSENT, now: own(now, label) ?? ABSENT }))
    .filter((row) => row.before !== row.now);
}

const ABSENT = "–";
