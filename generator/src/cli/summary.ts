import { escapeUnprintable } from "../files/escape.js";
import type { LoadedProject } from "../project/project.js";
import { providerFile, providerNames } from "../names/provider-names.js";
import { LOCK_FILE } from "../lock/lock.js";
import type { FileChange, WritePlan } from "../write/plan.js";
import { isKept, type WriteReport } from "./file-report.js";

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
    ...(repairs ? [`An earlier run was interrupted while it wrote; ${folder} is repaired.`] : []),
    ...(resolvesConflict ? [`${LOCK_FILE} had a merge conflict; it is resolved.`] : []),
  ];
}

function keptText(folder: string): (change: FileChange) => string {
  return ({ path, state, obstacle, after }) => {
    const name = `${folder}/${escapeUnprintable(path)}`;
    if (state === "foreign")
      return `${name} is not ours${obstacle === undefined ? "" : ` (${escapeUnprintable(obstacle)})`} and was kept; move it away.`;
    if (after === undefined)
      return `${name} was edited by hand and kept; nothing emits it any more, --force removes it.`;
    return `${name} was edited by hand and kept; --force overwrites it.`;
  };
}

function filesText(paths: readonly string[]): string {
  return `${paths.length} file${paths.length === 1 ? "" : "s"}`;
}

/** What a newcomer imports from what was written. `createClient` weighs three times as much, so only profiles are worth it. */
export function entryPoints({ profiles, providers }: LoadedProject, folder: string): string {
  const modules = providers.slice(0, 3).map(({ definition: { name } }) => {
    const { create } = providerNames(name);
    return `  ${create} from ${folder}/${providerFile(name)}`;
  });
  const all = profiles.length === 0 ? [] : [`  createClient from ${folder}/client.ts`];
  const more = providers.length > modules.length ? [`  and ${providers.length - modules.length} more providers`] : [];
  return ["Import", ...all, ...modules, ...more].join("\n");
}
