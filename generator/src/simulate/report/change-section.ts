import { own } from "@sdkwright/runtime/config";
import type { Change, ChangeClass } from "../../diff/change.js";
import type { LocatedChange } from "../../diff/locate.js";
import { baseText, countsText, type DiffReport, placeText } from "../../diff/report.js";
import type { PublicModel, PublicProfile, PublicProvider } from "../../emit/public-model.js";
import { ownProviders, providerSection } from "./provider-section.js";
import { participants, policyOf } from "./use-case-section.js";
import { countText } from "./words.js";

/** What the page says of one thing, by what it is called: two of them can stand beside each other. */
interface Facts {
  readonly [label: string]: string;
}

/** Facts by provider and profile. */
function factsOf(model: PublicModel): { readonly [owner: string]: Facts } {
  const providers = [...Object.entries(model.providers), ...ownProviders(model)];
  return Object.fromEntries([
    ...providers.map(([name, provider]) => [name, providerFacts(name, provider)] as const),
    ...Object.entries(model.profiles).map(([name, profile]) => [name, profileFacts(profile)] as const),
  ]);
}

function providerFacts(name: string, provider: PublicProvider): Facts {
  const { file, services, schemes, parameters, remarks, document } = providerSection(name, provider);
  return Object.fromEntries([
    ["definition", file],
    ...services.map(({ id, url }) => [`base URL of ${id}`, url]),
    ["default service", provider.defaultService],
    ...schemes.flatMap(({ id, how, from }) => [
      [`scheme ${id}`, how],
      [`credentials of ${id}`, from],
    ]),
    ...parameters.map(({ name: parameter, from }) => [`parameter ${parameter}`, from]),
    ...(document === "" ? [] : [["OpenAPI document", document]]),
    ["besides", remarks.join(" ") || "nothing"],
  ] as [string, string][]);
}

function profileFacts(profile: PublicProfile): Facts {
  const { source, priority, useCases, providers } = profile;
  return Object.fromEntries([
    ["source", "file" in source ? source.file : `version ${source.version}`],
    ["order", priority.join(", ") || "none"],
    ...Object.entries(useCases).flatMap(([name, { providerFailover, failoverAfter }]) => [
      [`${name}: the order of providers`, participants(profile, providerFailover).join(", then ") || "none"],
      [`${name}: failover after`, failoverAfter === "retries" ? "all retries" : "a failure"],
      ...participants(profile, true).map((each) => [`${name}: ${each}`, policyOf(profile, name, each)]),
    ]),
    ...Object.entries(providers).flatMap(([name, { file, mapVariant, mapRevision }]) => {
      const map = [file, mapVariant && `variant ${mapVariant}`, mapRevision && `revision ${mapRevision}`];
      return [[`map of ${name}`, map.filter(Boolean).join(", ") || "from code"]];
    }),
  ] as [string, string][]);
}

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
