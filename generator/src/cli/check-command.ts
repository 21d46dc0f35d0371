import { escapeUnprintable } from "../files/escape.js";
import { generate } from "../generate.js";
import type { InputPlaces } from "../files/find-project.js";
import { hasSameOutput } from "../lock/same-output.js";
import { LOCK_FILE } from "../lock/lock.js";
import type { Reader } from "../project/reader.js";
import { leftoversIn } from "../files/leftovers.js";
import { relativePath } from "../files/relative-path.js";
import { besidesIn } from "../files/besides.js";
import type { GivenOptions } from "../quick/options.js";
import { quickResult } from "../quick/quick-result.js";
import { type FileChange, type FileState, isCurrent, type Output, type WritePlan } from "../write/plan.js";
import { planOutput } from "../write/write.js";
import { checkReport } from "./file-report.js";
import { LEFTOVER_ADVICE, outsideNote, SHADOW_ADVICE, unusableOutput, writeFailure } from "./write-failure.js";
import { hasErrors, nothingDone, type CommandResult } from "./result.js";
import type { Details } from "../diagnostics/details.js";

/**
 * `sdkwright check`: compares what would be emitted with what stands in the output folder; writes nothing. With `full`
 * nothing that the lock says is believed.
 */
export async function checkCommand(
  places: InputPlaces,
  reader: Reader,
  { full = false }: GivenOptions,
): Promise<CommandResult> {
  const refused = unusableOutput(places);
  if (refused !== undefined) return refused;
  const { issues: read, output } = await (full ? generate(places, reader, () => undefined) : generate(places, reader));
  const issues = [...outsideNote(places), ...read];
  if (output === undefined) return nothingDone(issues, "compared");
  try {
    const found = withoutHashes(planOutput(output));
    const isForged = full && !isCurrent(found) && quickResult("check", places) !== undefined;
    const plan = withBesides(isForged ? asEdited(found) : found, output);
    const folder = escapeUnprintable(relativePath(places.root, places.out));
    const hasMistakes = hasErrors(issues);
    const summary = isCurrent(plan)
      ? `${folder} is current.`
      : await notCurrentText(plan, output, { root: places.root, folder, hasMistakes, isForged });
    const exitCode = hasMistakes ? 2 : isCurrent(plan) ? 0 : 1;
    return {
      issues,
      files: checkReport(plan, output),
      summary,
      exitCode,
      details: await detailsOf(plan, output, folder),
    };
  } catch (error) {
    return writeFailure(error, issues);
  }
}

/** A map or a tsconfig that says the same in other words: only the next quick run needs its new hash. */
function withoutHashes(plan: WritePlan): WritePlan {
  const isHash = ({ path, before, after }: WritePlan["changes"][number]): boolean =>
    path === LOCK_FILE && before !== undefined && after !== undefined && hasSameOutput(before.toString("utf8"), after);
  return { ...plan, changes: plan.changes.filter((change) => !isHash(change)) };
}

/** What the lock has as generated, and no inputs give, somebody wrote: into the files, and into the lock. */
function asEdited(plan: WritePlan): WritePlan {
  const edited = (change: FileChange): FileChange =>
    change.state === "stale" ? { ...change, state: "edited" } : change;
  return { ...plan, changes: plan.changes.map(edited) };
}

/** What is taken in place of what is ours, and what was ours and is imported still: the SDK that runs is another one. */
function withBesides(plan: WritePlan, { folder, files }: Output): WritePlan {
  const emitted = files.map(({ path }) => path);
  const left = { writes: false, before: undefined, after: undefined };
  const shadows = besidesIn(folder, emitted).map(({ path, why }): FileChange => {
    return { ...left, path, state: "foreign", shadow: why };
  });
  const known = [...emitted, ...plan.changes.map(({ path }) => path)];
  const leftovers = leftoversIn(folder, known).map((path): FileChange => {
    return { ...left, path, state: "orphaned", isUnlisted: true };
  });
  return { ...plan, changes: [...shadows, ...leftovers, ...plan.changes] };
}

async function detailsOf(plan: WritePlan, output: Output, folder: string): Promise<Details | undefined> {
  return plan.changes.length === 0 ? undefined : (await import("./patches.js")).patchDetails(plan, output, folder);
}

/** What the advice depends on. */
interface Told {
  readonly root: string;
  readonly folder: string;
  readonly hasMistakes: boolean;
  /** Whether the lock says that everything is current. */
  readonly isForged: boolean;
}

async function notCurrentText(plan: WritePlan, output: Output, told: Told): Promise<string> {
  const lines = await changedTexts(plan, output, told.folder);
  return [...lines, await adviceText(plan.changes, told)].join("\n");
}

async function changedTexts(plan: WritePlan, output: Output, folder: string): Promise<readonly string[]> {
  const { changeText, isWhollyMissing } = await import("./patches.js");
  const { changes, repairs, resolvesConflict } = plan;
  if (isWhollyMissing(plan, output)) return [`${folder} is not there: ${String(changes.length)} files are missing`];
  return [
    ...changes.map((change) => changeText(change, `${folder}/${escapeUnprintable(change.path)}`)),
    ...(repairs ? [`${folder} was left half-written by a run that was interrupted, or one is writing now`] : []),
    ...(resolvesConflict ? [`${folder} has a merge conflict in its lock`] : []),
  ];
}

async function adviceText(
  changes: WritePlan["changes"],
  { root, folder, hasMistakes, isForged }: Told,
): Promise<string> {
  const [{ typedGenerate }, { isBeside }] = [await import("./typed-command.js"), await import("./patches.js")];
  const isThere = (wanted: FileState) => changes.some(({ state }) => state === wanted);
  if (changes.every(isBeside)) return besideAdvice(changes, folder);
  const before = hasMistakes ? "Mend the errors first, then run" : "Run";
  const first = isThere("foreign")
    ? "Move away what is not ours, then run"
    : changes.some(({ isUnlisted }) => isUnlisted)
      ? "Remove what the lock does not list, then run"
      : before;
  if (!isThere("edited")) return `${first} \`${typedGenerate(root)}\` and commit the result.`;
  const why = isForged
    ? `The lock says that all of this is current, and \`check\` without --full believes it.`
    : `If a formatter did it, let it leave out ${folder}.`;
  return `${first} \`${typedGenerate(root, { force: true })}\`, which overwrites what was edited by hand, and commit the result. ${why}`;
}

function besideAdvice(changes: WritePlan["changes"], folder: string): string {
  const lines = [
    ...(changes.some(({ shadow }) => shadow !== undefined)
      ? [`Remove it, or move it out of ${folder}. ${SHADOW_ADVICE}`]
      : []),
    ...(changes.some(({ isUnlisted }) => isUnlisted) ? [`Remove it, once nothing imports it. ${LEFTOVER_ADVICE}`] : []),
  ];
  return lines.join("\n");
}
