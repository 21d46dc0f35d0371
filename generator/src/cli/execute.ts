import { BudgetError } from "../diagnostics/budget.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { findBeginning, findProject, type InputPlaces, type ProjectPlace } from "../io/find-project.js";
import { ownOnly } from "../io/json.js";
import { type Progress, SILENT } from "../io/progress.js";
import { quickResult } from "../output/unchanged.js";
import type { LockAnswer } from "./answer-from-lock.js";
import type { GivenOptions, Invocation, PackageOptions } from "../project/options.js";
import { soundProjects } from "../project/package-options.js";
import { chosenProjects, inputPlacesOf, isCode } from "../project/places.js";
import { Reader } from "../project/reader.js";
import { checkCommand, generateCommand } from "./generate-command.js";
import { progressLine, tellsProgress } from "./progress.js";
import { hasColors, type Reporting, withRemarks } from "./report.js";
import type { CommandResult } from "./result.js";

/** What an invocation comes to, and how it is to be printed. */
export interface Executed {
  readonly result: CommandResult;
  readonly reporting: Reporting;
  readonly places: InputPlaces;
  /** Documents that were read or looked for, absolute; none where the lock had the answer. */
  readonly documents: readonly string[];
  /** Whether the lock had the answer. */
  readonly isQuick: boolean;
}

/** What is known of a run beside what it was asked for. */
interface Circumstances {
  /** What the lock said already. */
  readonly lock?: LockAnswer["kind"] | undefined;
  /** Where a person reads along. */
  readonly progress?: Progress | undefined;
}

/** Does what an invocation asks for, for every project that it is about; printing is left to the caller. */
export async function executeAll(
  invocation: Invocation,
  workingDirectory: string,
  { lock, progress }: Circumstances = {},
): Promise<readonly Executed[]> {
  const project = (invocation.command === "init" ? findBeginning : findProject)(workingDirectory);
  const all = soundProjects(project);
  const reader = new Reader(project.root);
  if (all === undefined) await keepMistakes(project, reader);
  const chosen = chosenProjects(invocation, all ?? [{}], project, workingDirectory);
  const run = { invocation, project, workingDirectory, lock, progress };
  if ("conflict" in chosen) {
    const { conflict: message, hint } = chosen;
    return [refusedRun(run, { code: "SW0302", severity: "error", pointer: "", message, hint })];
  }
  const executed: Executed[] = [];
  try {
    for (const configured of chosen.projects) {
      const own = executed.length === 0 ? reader : new Reader(project.root);
      executed.push(await executeProject(run, configured, own));
    }
    return executed;
  } catch (error) {
    const issue = tooMuch(error);
    if (issue === undefined) throw error;
    return [...executed, refusedRun(run, issue)];
  }
}

/** The same where there is one project. */
export async function execute(
  invocation: Invocation,
  workingDirectory: string,
  circumstances: Circumstances = {},
): Promise<Executed> {
  const [only] = await executeAll(invocation, workingDirectory, circumstances);
  if (only === undefined) throw new Error("no project was run");
  return only;
}

interface Run extends Circumstances {
  readonly invocation: Invocation;
  readonly project: ProjectPlace;
  readonly workingDirectory: string;
}

async function executeProject(run: Run, configured: PackageOptions, reader: Reader): Promise<Executed> {
  const { invocation, project, workingDirectory, lock } = run;
  const places = inputPlacesOf(invocation, configured, project, workingDirectory);
  const { importEndings: _, ...given } = configured;
  // What somebody puts on `Object.prototype`, where this is no program of its own, is no option: `force` would overwrite.
  const options = ownOnly<GivenOptions>(given, invocation.options);
  reader.progress = (tellsProgress(options) ? run.progress : undefined) ?? SILENT;
  const isBelieved = options.full !== true && options.force !== true;
  const isAsked = isBelieved && lock !== "changed" && reader.issues.length === 0;
  const quick = isAsked
    ? await withRemarks(quickResult(invocation.command, places), places, options, reader.progress)
    : undefined;
  const result = quick ?? (await commandResult({ ...invocation, options }, places, reader, project));
  const reporting = reportingOf(run, options);
  return { result, reporting, places, documents: reader.places, isQuick: quick !== undefined };
}

function reportingOf(
  { invocation: { command }, project: { root }, workingDirectory }: Run,
  options: GivenOptions,
): Reporting {
  const { format = "pretty", quiet = false, verbose = false, "no-color": noColor = false } = options;
  const color = !noColor && hasColors(process.env, process.stderr.isTTY);
  const dryRun = options["dry-run"] === true;
  return { command, format, dryRun, quiet, verbose, color, root, workingDirectory };
}

/** What a document comes to that is made for it: the budget of the run, or the stack, has an end. */
function tooMuch(error: unknown): SourceIssue | undefined {
  if (error instanceof BudgetError) return error.issue;
  if (!(error instanceof RangeError)) return undefined;
  const message = "a document has too long a chain of references, or too much text";
  return { code: "SW0303", severity: "error", pointer: "", message, hint: "leave out the parts that you do not use" };
}

/** Several projects, and something that is about one; or more than a run does. */
function refusedRun(run: Run, issue: SourceIssue): Executed {
  const { invocation, project, workingDirectory } = run;
  return {
    result: { issues: [issue], summary: "Nothing was done.", exitCode: issue.code === "SW0302" ? 3 : 2 },
    reporting: reportingOf(run, invocation.options),
    places: inputPlacesOf(invocation, {}, project, workingDirectory),
    documents: [],
    isQuick: false,
  };
}

async function keepMistakes({ packageFile }: ProjectPlace, reader: Reader): Promise<void> {
  const { keepOptionMistakes } = await import("./package-option-mistakes.js");
  if (packageFile !== undefined) await keepOptionMistakes(packageFile, reader);
}

function isOneOfSeveral(project: ProjectPlace): boolean {
  return (soundProjects(project)?.length ?? 1) > 1;
}

/** What most runs do not need is loaded late. */
async function commandResult(
  invocation: Invocation,
  places: InputPlaces,
  reader: Reader,
  project: ProjectPlace,
): Promise<CommandResult> {
  const { command, options, files } = invocation;
  switch (command) {
    case "generate":
      return generateCommand(places, reader, options);
    case "check":
      return checkCommand(places, reader, options);
    case "diff":
      return (await import("./diff-command.js")).diffCommand(places, reader, {
        base: files[0],
        failOn: options["fail-on"],
        isUsedOnly: options.used === true,
      });
    case "add":
      return (await import("./add-command.js")).addCommand(places, reader, files[0] ?? "", options);
    case "types":
      return (await import("./types-command.js")).typesCommand(places, reader, files[0] ?? "", options);
    case "init":
      return (await import("./init-command.js")).initCommand(places, reader, files[0], options, project);
    case "map":
      return (await import("./map-command.js")).mapCommand(places, reader, files, options);
    case "env":
      return (await import("./env-command.js")).envCommand(places, reader, options);
    case "simulate":
      return (await import("./simulate-command.js")).simulateCommand(places, reader, files, options);
    case "report":
      return (await import("./report-command.js")).reportCommand(places, reader, options, isOneOfSeveral(project));
    case "explain": {
      const given = files.join(" ");
      if (!isCode(given)) return (await import("./explain-operation.js")).explainOperation(places, reader, given);
      return (await import("./explain-command.js")).explainCommand(given);
    }
    case "docs":
      return (await import("./docs-command.js")).docsCommand(files);
    case "validate":
      return (await import("./generate-command.js")).validateCommand(places, reader);
  }
}

/** Does what an invocation asks for, and says meanwhile what that is; nothing of it is left when this returns. */
export async function executeWithProgress(
  invocation: Invocation,
  workingDirectory: string,
  lock?: Circumstances["lock"],
): Promise<readonly Executed[]> {
  const progress = await progressLine();
  try {
    return await executeAll(invocation, workingDirectory, { lock, progress });
  } finally {
    progress?.clear();
  }
}
