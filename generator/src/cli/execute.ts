import { findProject, type InputPlaces, type ProjectPlace } from "../files/find-project.js";
import { Reader } from "../project/reader.js";
import type { LockAnswer } from "../quick/answer-from-lock.js";
import type { Invocation, PackageOptions } from "../quick/options.js";
import { soundPackageOptions } from "../quick/package-options.js";
import { inputPlacesOf } from "../quick/places.js";
import { quickResult } from "../quick/quick-result.js";
import { checkCommand } from "./check-command.js";
import { hasColors } from "./colors.js";
import { generateCommand } from "./generate-command.js";
import { withRemarks } from "./remarks.js";
import type { Reporting } from "./report.js";
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

/** Does what an invocation asks for; printing is left to the caller. */
export async function execute(
  invocation: Invocation,
  workingDirectory: string,
  lock?: LockAnswer["kind"],
): Promise<Executed> {
  const { command } = invocation;
  const project = findProject(workingDirectory);
  const reader = new Reader(project.root);
  const configured = soundPackageOptions(project) ?? (await withoutOptions(project, reader));
  const places = inputPlacesOf(invocation, configured, project, workingDirectory);
  const { importEndings: _, ...given } = configured;
  const options = { ...given, ...invocation.options };
  const isAsked = lock !== "changed" && reader.issues.length === 0;
  const quick = isAsked ? await withRemarks(quickResult(command, places), places, options) : undefined;
  const result = quick ?? (await commandResult({ ...invocation, options }, places, reader, project));
  const { format = "pretty", quiet = false, verbose = false, "no-color": noColor = false } = options;
  const color = !noColor && hasColors(process.env, process.stderr.isTTY);
  const dryRun = options["dry-run"] === true;
  const reporting = { command, format, dryRun, quiet, verbose, color, root: project.root, workingDirectory };
  return { result, reporting, places, documents: reader.places, isQuick: quick !== undefined };
}

async function withoutOptions({ packageFile }: ProjectPlace, reader: Reader): Promise<PackageOptions> {
  const { keepOptionMistakes } = await import("./package-option-mistakes.js");
  if (packageFile !== undefined) await keepOptionMistakes(packageFile, reader);
  return {};
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
      return checkCommand(places, reader);
    case "diff":
      return (await import("./diff-command.js")).diffCommand(places, reader, {
        base: files[0],
        failOn: options["fail-on"],
        isUsedOnly: options.used === true,
      });
    case "add":
      return (await import("./add-command.js")).addCommand(places, reader, files[0] ?? "", options);
    case "init":
      return (await import("./init-command.js")).initCommand(places, reader, files[0], options, project);
    case "map":
      return (await import("./map-command.js")).mapCommand(places, reader, files, options);
    case "env":
      return (await import("./env-command.js")).envCommand(places, reader, options);
    case "explain":
      return (await import("./explain-command.js")).explainCommand(files[0] ?? "");
    case "validate":
      return (await import("./validate-command.js")).validateCommand(places, reader);
  }
}
