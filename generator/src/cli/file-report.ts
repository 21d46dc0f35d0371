import { callsFile, providerFile, providerNames, webhookNames, webhooksFile } from "../emit/names.js";
import { LOCK_FILE } from "../io/lock.js";
import { escapeUnprintable } from "../io/text.js";
import type { FileChange, FileState, Output, WritePlan } from "../output/plan.js";
import type { FileReport } from "../output/unchanged.js";
import type { LoadedProject } from "../project/project.js";

/** What `generate` did; the lock is not listed. */
interface WriteReport extends FileReport {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Left as they are although something else would be emitted: edited by hand, or not ours. */
  readonly kept: readonly string[];
  readonly unchanged: readonly string[];
}

/** What a plan does, once it is carried out. */
export function writeReport(plan: WritePlan, output: Output): WriteReport {
  const changes = plan.changes.filter(({ path }) => path !== LOCK_FILE);
  const pathsOf = (isMeant: (change: FileChange) => boolean) => changes.filter(isMeant).map(({ path }) => path);
  return {
    written: pathsOf(({ writes, after }) => writes && after !== undefined),
    removed: pathsOf(({ writes, after }) => writes && after === undefined),
    kept: pathsOf(isKept),
    unchanged: withoutChange(plan, output),
  };
}

/** What `check` found: files by how they differ from what would be emitted; those that do not are `current`. */
export function checkReport(
  plan: WritePlan,
  output: Output,
): FileReport & { readonly [state in FileState]: readonly string[] } {
  const inState = (wanted: FileState) => plan.changes.filter(({ state }) => state === wanted).map(({ path }) => path);
  return {
    missing: inState("missing"),
    stale: inState("stale"),
    orphaned: inState("orphaned"),
    edited: inState("edited"),
    foreign: inState("foreign"),
    current: withoutChange(plan, output),
  };
}

/** A file that stays as it is although something else would be emitted. */
export function isKept({ writes }: FileChange): boolean {
  return !writes;
}

function withoutChange({ changes }: WritePlan, { files }: Output): readonly string[] {
  const changed = new Set(changes.map(({ path }) => path));
  return files.map(({ path }) => path).filter((path) => !changed.has(path));
}

/** `3 files written, 2 unchanged in src/generated.` */
export function writtenText(plan: WritePlan, report: WriteReport, folder: string): string {
  const { written, removed, unchanged } = report;
  const counts = [
    ...(written.length > 0 ? [`${filesText(written)} written`] : []),
    ...(removed.length > 0 ? [`${filesText(removed)} removed`] : []),
    ...(unchanged.length > 0 ? [`${unchanged.length} unchanged`] : []),
  ];
  const isLockWritten = plan.changes.some(({ path }) => path === LOCK_FILE);
  const nothing = isLockWritten ? `Only ${LOCK_FILE} written` : "Nothing to write";
  const text = written.length + removed.length === 0 ? nothing : counts.join(", ");
  return [`${text} in ${folder}.`, ...remarks(plan, folder), ...plan.changes.filter(isKept).map(keptText(folder))].join(
    "\n",
  );
}

/** What a run would do, file by file. */
export function plannedText(plan: WritePlan, folder: string): string {
  const lines = plan.changes
    .filter(({ writes }) => writes)
    .map(({ path, after, before }) => {
      const verb = after === undefined ? "remove" : before === undefined ? "create" : "replace";
      return `would ${verb} ${folder}/${escapeUnprintable(path)}`;
    });
  const text = lines.length === 0 ? [`Nothing to write in ${folder}.`] : lines;
  const repair = plan.repairs ? [`would remove what an interrupted run left in ${folder}`] : [];
  return [...text, ...repair, ...plan.changes.filter(isKept).map(keptText(folder))].join("\n");
}

function remarks({ repairs, resolvesConflict }: WritePlan, folder: string): readonly string[] {
  return [
    ...(repairs ? [`An earlier run was interrupted while writing; ${folder} is repaired.`] : []),
    ...(resolvesConflict ? [`${LOCK_FILE} had a merge conflict; it is resolved.`] : []),
  ];
}

function keptText(folder: string): (change: FileChange) => string {
  return ({ path, state, obstacle, after }) => {
    const name = `${folder}/${escapeUnprintable(path)}`;
    if (state === "foreign")
      return `${name} is not from sdkwright${obstacle === undefined ? "" : ` (${escapeUnprintable(obstacle)})`} and was kept: move it away.`;
    if (after === undefined) return `${name} was edited by hand and kept. It is no longer emitted: --force removes it.`;
    return `${name} was edited by hand and kept: --force overwrites it.`;
  };
}

function filesText(paths: readonly string[]): string {
  return `${paths.length} file${paths.length === 1 ? "" : "s"}`;
}

/** What a newcomer imports from what was written. `createClient` weighs three times as much, so only profiles are worth it. */
export function entryPoints({ profiles, providers }: LoadedProject, folder: string): string {
  const first = providers.slice(0, 3);
  const modules = first.flatMap(({ definition: { name, webhooks }, api }) => {
    const { create } = providerNames(name);
    const received = webhooks && [`  ${webhookNames(name).create} from ${folder}/${webhooksFile(name)}`];
    const calls = (api?.operations.length ?? 0) > 0 ? [`  calls from ${folder}/${callsFile(name)}`] : [];
    return [`  ${create} from ${folder}/${providerFile(name)}`, ...calls, ...(received ?? [])];
  });
  const all = profiles.length === 0 ? [] : [`  createClient from ${folder}/client.ts`];
  const more = providers.length > first.length ? [`  and ${providers.length - first.length} more providers`] : [];
  return ["Import", ...all, ...modules, ...more].join("\n");
}
