import type { Details } from "../diagnostics/diagnostic.js";
import { checkRun, generate } from "../generate.js";
import type { InputPlaces } from "../io/find-project.js";
import { hasSameOutput, LOCK_FILE } from "../io/lock.js";
import { relativePath } from "../io/paths.js";
import { type Stray, straysIn } from "../io/stray-code.js";
import { escapeUnprintable } from "../io/text.js";
import { type FileChange, isCurrent, type Output, type WritePlan } from "../output/plan.js";
import { quickResult } from "../output/unchanged.js";
import { planOutput, writeOutput } from "../output/write.js";
import { projectFrom } from "../project/load-project.js";
import { loadNamedFiles, loadSources } from "../project/load.js";
import type { GivenOptions } from "../project/options.js";
import type { Reader } from "../project/reader.js";
import { checkReport, entryPoints, isKept, plannedText, writeReport, writtenText } from "./file-report.js";
import { type CommandResult, countText, hasErrors, nothingDone } from "./result.js";
import { outsideNote, strayAdvice, strayWarnings, unusableOutput, writeFailure } from "./write-failure.js";

/** `sdkwright generate`: writes the SDK; with `dry-run`, says what it would write. */
export async function generateCommand(
  places: InputPlaces,
  reader: Reader,
  { force = false, "dry-run": isDryRun = false }: GivenOptions,
): Promise<CommandResult> {
  const refused = unusableOutput(places);
  if (refused !== undefined) return refused;
  const { issues: found, project, output } = await generate(places, reader);
  const issues = [...outsideNote(places), ...found];
  if (project === undefined || output === undefined) return nothingDone(issues, "written");
  try {
    reader.progress.step(`writing ${output.files.length} files`);
    const plan = isDryRun ? planOutput(output, { force }) : writeOutput(output, { force });
    const strays = strayWarnings(places, straysBeside(plan, output));
    const files = writeReport(plan, output);
    const folder = escapeUnprintable(relativePath(places.root, places.out));
    const isFirst = !isDryRun && files.written.includes("index.ts") && files.unchanged.length === 0;
    const text = isDryRun ? plannedText(plan, folder) : writtenText(plan, files, folder);
    const summary = [text, ...(isFirst ? [entryPoints(project, folder)] : [])].join("\n");
    const exitCode = hasErrors(issues) ? 2 : plan.changes.some(isKept) ? 1 : 0;
    return { issues: [...issues, ...strays], files, summary, exitCode };
  } catch (error) {
    return writeFailure(error, issues);
  }
}

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
    // Where the lock is wrong, and says that nothing has changed, a plain `generate` would believe it.
    const isBelieved = full && quickResult("check", places) !== undefined;
    const plan = withStrays(isBelieved ? asEdited(found) : found, output);
    const folder = escapeUnprintable(relativePath(places.root, places.out));
    const hasMistakes = hasErrors(issues);
    const summary = isCurrent(plan)
      ? `${folder} is current.`
      : await notCurrentText(plan, output, { root: places.root, folder, hasMistakes });
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

/** A map, a tsconfig or a document that says the same in other words: only the next quick run needs its new hash. */
function withoutHashes(plan: WritePlan): WritePlan {
  const isHash = ({ path, before, after }: WritePlan["changes"][number]): boolean =>
    path === LOCK_FILE && before !== undefined && after !== undefined && hasSameOutput(before.toString("utf8"), after);
  return { ...plan, changes: plan.changes.filter((change) => !isHash(change)) };
}

/** What no inputs give somebody wrote: into the files, and into the lock. */
function asEdited({ changes, ...plan }: WritePlan): WritePlan {
  return { ...plan, changes: changes.map((each) => (each.state === "stale" ? { ...each, state: "edited" } : each)) };
}

/** With what is taken in place of what is emitted, and what was emitted once. */
function withStrays(plan: WritePlan, output: Output): WritePlan {
  const strays = straysBeside(plan, output).map((stray): FileChange => {
    const state = stray.insteadOf === undefined ? "orphaned" : "foreign";
    return { path: stray.path, state, writes: false, before: undefined, after: undefined, stray };
  });
  return { ...plan, changes: [...strays, ...plan.changes] };
}

function straysBeside({ changes }: WritePlan, { folder, files }: Output): readonly Stray[] {
  const pathsOf = (all: readonly { readonly path: string }[]) => all.map(({ path }) => path);
  return straysIn(folder, pathsOf(files), pathsOf(changes));
}

async function detailsOf(plan: WritePlan, output: Output, folder: string): Promise<Details | undefined> {
  return plan.changes.length === 0 ? undefined : (await import("./patches.js")).patchDetails(plan, output, folder);
}

/** What the advice depends on. */
interface Told {
  readonly root: string;
  readonly folder: string;
  readonly hasMistakes: boolean;
}

async function notCurrentText(plan: WritePlan, output: Output, told: Told): Promise<string> {
  const lines = await changedTexts(plan, output, told.folder);
  return [...lines, await adviceText(plan.changes, told)].join("\n");
}

async function changedTexts(plan: WritePlan, output: Output, folder: string): Promise<readonly string[]> {
  const { changeText, isWhollyMissing } = await import("./patches.js");
  const { changes, repairs, resolvesConflict } = plan;
  if (isWhollyMissing(plan, output)) return [`${folder} does not exist: ${String(changes.length)} files are missing`];
  return [
    ...changes.map((change) => changeText(change, `${folder}/${escapeUnprintable(change.path)}`)),
    ...(repairs ? [`${folder} is half-written: a run was interrupted, or is writing now`] : []),
    ...(resolvesConflict ? [`${folder} has a merge conflict in its lock`] : []),
  ];
}

async function adviceText(changes: WritePlan["changes"], { root, folder, hasMistakes }: Told): Promise<string> {
  const { typedGenerate } = await import("./lock-reason.js");
  const strays = changes.flatMap(({ stray }) => stray ?? []);
  if (strays.length === changes.length)
    return [...new Set(strays.map((stray) => capitalized(strayAdvice(stray))))].join("\n");
  const isEdited = changes.some(({ state }) => state === "edited");
  const first = changes.some(({ state }) => state === "foreign")
    ? "Move away files that are not from sdkwright, then run"
    : strays.length > 0
      ? "Remove files that the lock does not list, then run"
      : hasMistakes
        ? "Fix the errors first, then run"
        : "Run";
  if (!isEdited) return `${first} \`${typedGenerate(root)}\` and commit the result.`;
  return `${first} \`${typedGenerate(root, { force: true })}\`, which overwrites manual edits, and commit the result. If a formatter made them, exclude ${folder} from it.`;
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `sdkwright validate`: checks the files that are named, or else the project's; writes nothing. */
export async function validateCommand(places: InputPlaces, reader: Reader): Promise<CommandResult> {
  const { definitions: named } = places;
  const { progress } = reader;
  const loaded = named.length > 0 ? await loadNamedFiles(named, places, reader) : [await loadSources(places, reader)];
  const found = await Promise.all(
    loaded.map(async (sources) => checkRun(await projectFrom(sources, places, [], reader), places, progress)),
  );
  const issues = [...reader.issues, ...found.flatMap((run) => run.issues)];
  const count = reader.documentCount;
  const checked = `${count} file${count === 1 ? "" : "s"} checked`;
  const summary = `${checked}: ${countText(issues) || "no mistakes"}.`;
  return { issues, summary, exitCode: hasErrors(issues) ? 2 : 0 };
}
