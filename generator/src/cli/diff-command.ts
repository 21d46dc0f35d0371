import { readBase } from "../diff/base.js";
import { bySeverity } from "../diff/compare.js";
import { diffSince, exceeds, type Diff } from "../diff/diff.js";
import type { CurrentFiles } from "../diff/operations/operation-pairs.js";
import { findUsage } from "../diff/usage/find-usage.js";
import { judgeUsage } from "../diff/usage/judge-usage.js";
import type { FailOn } from "../quick/options.js";
import { locateChanges } from "../diff/locate-change.js";
import { diffDetails, diffSummary } from "../diff/print-diff.js";
import { isEqual } from "../diff/records.js";
import { loadProject } from "../project/load-project.js";
import type { InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-text.js";
import type { ApiDocument } from "../openapi/api.js";
import type { LoadedProject } from "../project/project.js";
import type { Reader } from "../project/reader.js";
import { relativePath } from "../files/relative-path.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { hashText } from "../lock/hash.js";
import { LOCK_FILE } from "../lock/lock.js";
import { modelOf, operationsIn } from "../generate.js";
import { publicModel } from "../surface/build-public-model.js";
import type { PublicModel } from "../surface/public-model.js";
import { type LockOnDisk, readLock } from "../lock/read-lock.js";
import { join, resolve } from "node:path";
import { hasErrors, nothingDone, type CommandResult, type ExitCode } from "./result.js";

/** What `diff` was asked for. */
export interface DiffRequest {
  readonly base: string | undefined;
  readonly failOn: FailOn | undefined;
  /** Whether only changes are shown and judged that code meets. */
  readonly isUsedOnly: boolean;
}

/** `sdkwright diff`: what changed for callers and traffic since a base; writes nothing, and needs no TypeScript. */
export async function diffCommand(
  places: InputPlaces,
  reader: Reader,
  { base: given = "HEAD", failOn = "none", isUsedOnly }: DiffRequest,
): Promise<CommandResult> {
  const base = readBase(given, places, places.workingDirectory ?? process.cwd());
  if (base.kind === "unusable") return failed(3, "SW0501", base.message, base.hint);
  const onDisk = lockOnDisk(places);
  const current = { ...places, definitions: definitionsIn(onDisk, places) };
  const { sources, issues, project } = await loadProject(current, reader);
  if (project === undefined) return nothingDone(issues, "compared");
  const sdk = modelOf(project, sources);
  if (sdk.model === undefined) return nothingDone([...issues, ...sdk.issues], "compared");
  const model = await publicModel(project, sdk.model);
  const { print } = await operationsIn(project);
  const files = new Map(print().map(({ path, text }) => [path, text]));
  const diff = diffSince(base, model, files);
  if ("message" in diff) return failed(2, "SW0502", diff.message, diff.hint);
  const usage = await findUsage(diff.changes, places);
  const used = judgeUsage(diff.changes, usage, { isUsedOnly, mapped: mappedIn(model) });
  const changes = bySeverity(used.changes);
  const notes = [...diff.notes, ...used.notes, ...lockNote(onDisk, model, files)];
  const client = relativePath(places.root, places.config);
  const report = {
    ...diff,
    notes,
    changes: locateChanges(changes, { root: places.root, client, apis: documentsOf(project) }),
  };
  const exitCode = hasErrors(issues) ? 2 : exceeds(changes, failOn) ? 1 : 0;
  return { issues, summary: diffSummary(report), exitCode, details: diffDetails(report) };
}

function mappedIn({ profiles }: PublicModel): ReadonlySet<string> {
  return new Set(Object.values(profiles).flatMap(({ mapped }) => mapped));
}

function documentsOf({ providers }: LoadedProject): ReadonlyMap<string, ApiDocument> {
  return new Map(
    providers.flatMap(({ definition, api }) => (api === undefined ? [] : [[definition.name, api.document] as const])),
  );
}

function lockOnDisk({ out }: InputPlaces): LockOnDisk {
  const read = readText(join(out, LOCK_FILE));
  return readLock("text" in read ? read.text : undefined);
}

/** Definitions that were given as arguments: the lock says which. */
function definitionsIn(lock: LockOnDisk, { root }: InputPlaces): readonly string[] {
  return lock.kind === "lock" || lock.kind === "older"
    ? lock.lock.options.definitions.map((file) => resolve(root, file))
    : [];
}

/** A lock that was changed by hand would make the next diff say too little. */
function lockNote(lock: LockOnDisk, model: PublicModel, files: CurrentFiles): Diff["notes"] {
  const isCurrent =
    lock.kind === "lock" &&
    isEqual(lock.lock.model, JSON.parse(JSON.stringify(model))) &&
    [...files].every(([path, text]) => lock.lock.files[path] === hashText(text));
  if (isCurrent) return [];
  return ["the lock in the output folder is not that of the current inputs: run `sdkwright generate`"];
}

function failed(exitCode: ExitCode, code: string, message: string, hint: string): CommandResult {
  const issue: SourceIssue = { code, severity: "error", pointer: "", message, hint };
  return { issues: [issue], summary: "Nothing was compared.", exitCode };
}
