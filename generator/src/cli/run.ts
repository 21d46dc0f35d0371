import { type InputPlaces, findProject, type ProjectPlace } from "../files/find-project.js";
import { Reader } from "../project/reader.js";
import { checkCommand } from "./check-command.js";
import { hasColors } from "./colors.js";
import { generateCommand } from "./generate-command.js";
import type { GivenOptions, Invocation } from "../quick/options.js";
import type { LockAnswer } from "../quick/answer-from-lock.js";
import { soundPackageOptions } from "../quick/package-options.js";
import { placesOf } from "../quick/places.js";
import { readPlainForm } from "../quick/plain-form.js";
import { quickResult } from "../quick/quick-result.js";
import { print, type Printed, type Reporting } from "./report.js";
import type { CommandResult, ExitCode } from "./result.js";

/** Runs a command line and prints what came of it; a lock that says that something has changed is not asked again. */
export async function run(args: readonly string[], lock: LockAnswer["kind"]): Promise<ExitCode> {
  const plain = readPlainForm(args);
  if (plain !== undefined) return runOnce(plain, lock);
  const { readFullForm } = await import("./full-form.js");
  const form = await readFullForm(args);
  switch (form.kind) {
    case "invocation":
      return runInvocation(form.invocation);
    case "text":
      write({ stdout: form.text, stderr: "" });
      return 0;
    case "mistake":
      write({ stdout: "", stderr: `${form.message}\n${form.hint}\n` });
      return 3;
  }
}

async function runInvocation(invocation: Invocation): Promise<ExitCode> {
  if (invocation.options.watch !== true) return runOnce(invocation);
  const { watchCommand } = await import("./watch-command.js");
  return watchCommand(invocation, write);
}

async function runOnce(invocation: Invocation, lock?: LockAnswer["kind"]): Promise<ExitCode> {
  const { result, reporting } = await perform(invocation, process.cwd(), lock);
  write(await print(result, reporting));
  return result.exitCode;
}

/** What an invocation comes to, and how it is to be printed. */
export interface Performed {
  readonly result: CommandResult;
  readonly reporting: Reporting;
  readonly places: InputPlaces;
  /** Documents that were read or looked for, absolute; none where the lock had the answer. */
  readonly documents: readonly string[];
  /** Whether the lock had the answer. */
  readonly isQuick: boolean;
}

/** Does what an invocation asks for; printing is left to the caller. */
export async function perform(
  invocation: Invocation,
  workingDirectory: string,
  lock?: LockAnswer["kind"],
): Promise<Performed> {
  const { command } = invocation;
  const project = findProject(workingDirectory);
  const reader = new Reader(project.root);
  const configured = soundPackageOptions(project) ?? (await withoutOptions(project, reader));
  const places = placesOf(invocation, configured, project, workingDirectory);
  const options = { ...configured, ...invocation.options };
  const isAsked = lock !== "changed" && reader.issues.length === 0;
  const quick = isAsked ? quickResult(command, places) : undefined;
  const result = quick ?? (await commandResult({ ...invocation, options }, places, reader));
  const { format = "pretty", quiet = false, verbose = false, "no-color": noColor = false } = options;
  const color = !noColor && hasColors(process.env, process.stderr.isTTY);
  const reporting = { command, format, quiet, verbose, color, root: project.root, workingDirectory };
  return { result, reporting, places, documents: reader.places, isQuick: quick !== undefined };
}

async function withoutOptions({ packageFile }: ProjectPlace, reader: Reader): Promise<GivenOptions> {
  const { keepOptionMistakes } = await import("./package-option-mistakes.js");
  if (packageFile !== undefined) await keepOptionMistakes(packageFile, reader);
  return {};
}

/** What most runs do not need is loaded late. */
async function commandResult(invocation: Invocation, places: InputPlaces, reader: Reader): Promise<CommandResult> {
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
      });
    case "validate":
      return (await import("./validate-command.js")).validateCommand(places, reader);
  }
}

function write({ stdout, stderr }: Printed): void {
  if (stderr !== "") process.stderr.write(stderr);
  if (stdout !== "") process.stdout.write(stdout);
}
