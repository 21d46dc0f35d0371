import { resolve } from "node:path";
import type { Environment } from "@sdkwright/runtime/config";
import type { PlannedFile } from "../add/plan.js";
import type { SourceIssue } from "../diagnostics/source.js";
import { type InputPlaces, packageName } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { escapeUnprintable } from "../io/text.js";
import { loadProject } from "../project/load-project.js";
import type { GivenOptions } from "../project/options.js";
import type { Reader } from "../project/reader.js";
import { type PagePlace, targetAt } from "../simulate/report/own-page.js";
import { type Page, pageOf } from "../simulate/report/page.js";
import { printPage } from "../simulate/report/print-page.js";
import { orEndless } from "../simulate/virtual-time.js";
import { comparisonWith, currentSurface, lockOnDisk, placesWithDefinitions } from "./comparison.js";
import { knownVariables } from "./env-command.js";
import { staleWarning } from "./lock-reason.js";
import { type CommandResult, hasErrors, nothingDone } from "./result.js";
import { failureToWrite, systemFailure } from "./write-failure.js";

/** Where the page goes where nobody says, from the working directory; several projects have one each. */
function defaultFile({ root, config }: InputPlaces, isOneOfSeveral: boolean): string {
  if (!isOneOfSeveral) return "sdkwright-report.html";
  const folders = relativePath(root, config)
    .replace(/(?:\/client)?\.json$/, "")
    .split("/");
  const words = folders.map((name) => name.replaceAll(/[^\w]+/g, "-").replace(/^-/, ""));
  return `sdkwright-report.${words.filter((word) => word !== "").join("--")}.html`;
}

/** `sdkwright report`: one page of a configuration, for people who would rather look than read. */
export async function reportCommand(
  places: InputPlaces,
  reader: Reader,
  options: GivenOptions,
  isOneOfSeveral: boolean,
  environment: Environment = process.env,
): Promise<CommandResult> {
  const { root, workingDirectory = root } = places;
  const name = options.file ?? defaultFile(places, isOneOfSeveral);
  const path = resolve(workingDirectory, name);
  const target = findTarget({ path, name, root }, options.force === true);
  if ("result" in target) return target.result;
  const variables = knownVariables(options, places, environment);
  if ("refusal" in variables) return variables.refusal;
  const made = await makePage(places, reader, options.base, variables.isSet);
  if ("exitCode" in made) return made;
  const file = { path, before: target.before, after: printPage(made.page), what: "the report" };
  return written(file, made, { root, name });
}

/** A page, and what is to be said beside it. */
interface Made {
  readonly page: Page;
  readonly issues: CommandResult["issues"];
}

async function makePage(
  places: InputPlaces,
  reader: Reader,
  base: string | undefined,
  isSet: (variable: string) => boolean,
): Promise<Made | CommandResult> {
  const onDisk = lockOnDisk(places);
  const { sources, issues, project } = await loadProject(placesWithDefinitions(places, onDisk), reader);
  if (project === undefined) return nothingDone(issues, "written");
  const surface = await currentSurface(project, sources, reader.progress);
  if ("issues" in surface) return nothingDone([...issues, ...surface.issues], "written");
  const comparison = await comparisonWith(base, { places, project, surface });
  if (comparison !== undefined && "refusal" in comparison) return comparison.refusal;
  const making = pageOf({
    package: packageName(places.root),
    config: relativePath(places.root, places.config),
    project,
    model: surface.model,
    isSet,
    source: sources.client,
    tell: (step) => reader.progress.step(step),
    comparison,
  });
  const made = await orEndless(making);
  if ("code" in made) return nothingDone([...issues, made], "written");
  return { page: made.page, issues: [...staleWarning(onDisk, places, sources), ...issues, ...made.warnings] };
}

function findTarget(
  place: PagePlace,
  isForced: boolean,
): { readonly before: string | undefined } | { readonly result: CommandResult } {
  try {
    const target = targetAt(place, isForced);
    return "issue" in target ? { result: nothingWritten([target.issue], 3) } : target;
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    return { result: nothingWritten([elsewhere(systemFailure(error))], 2) };
  }
}

function nothingWritten(issues: CommandResult["issues"], exitCode: 2 | 3): CommandResult {
  return { issues, summary: "Nothing was written.", exitCode };
}

/** What helps with a folder of emitted files is another option. */
function elsewhere(issue: SourceIssue): SourceIssue {
  return { ...issue, hint: "name another file with --file" };
}

interface Told {
  readonly root: string;
  /** The path as it was given. */
  readonly name: string;
}

function written(file: PlannedFile, { page, issues }: Made, { root, name }: Told): CommandResult {
  const isCurrent = file.before === file.after;
  const failure = isCurrent ? undefined : failureToWrite([file]);
  if (failure !== undefined) return nothingWritten([...issues, elsewhere(failure)], 2);
  const shown = escapeUnprintable(name);
  const path = relativePath(root, file.path);
  return {
    issues,
    files: isCurrent ? { written: [], unchanged: [path] } : { written: [path], unchanged: [] },
    summary: isCurrent ? `${shown} is current.` : `Written: ${shown}. ${page.summary} Open it in a browser.`,
    exitCode: hasErrors(issues) ? 2 : 0,
    details: { json: () => ({ report: path }), pretty: () => "", github: () => "" },
  };
}
