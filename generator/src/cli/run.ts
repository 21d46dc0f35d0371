import { existsSync } from "node:fs";
import { relativePath } from "../io/paths.js";
import { type LockAnswer, readPlainForm } from "./answer-from-lock.js";
import type { Invocation } from "../project/options.js";
import { headingOf, projectName } from "../project/places.js";
import { type Executed, executeWithProgress } from "./execute.js";
import { type JsonResult, jsonResult, jsonText, print, type Printed, printFailure, printText } from "./report.js";
import type { ExitCode } from "./result.js";
import { failureText, noWorkingDirectory, systemFailure } from "./write-failure.js";

/** Prints what several projects came to, each under its name; as JSON they are one document. */
export async function printProjects(executed: readonly Executed[]): Promise<readonly Printed[]> {
  const [first] = executed;
  if (first?.reporting.format === "json") return [{ stdout: await jsonDocument(first, executed), stderr: "" }];
  return Promise.all(executed.map(named));
}

/** The worst of them. */
export function exitCodeOf(executed: readonly Executed[]): ExitCode {
  return executed.reduce<ExitCode>((worst, { result: { exitCode } }) => (exitCode > worst ? exitCode : worst), 0);
}

async function named({ result, reporting, places }: Executed): Promise<Printed> {
  const { stdout, stderr } = await print(result, reporting);
  const heading = reporting.format === "markdown" ? await markdownHeading(places) : headingOf(places);
  return { stdout: stdout === "" ? "" : heading + stdout, stderr: stderr === "" ? "" : heading + stderr };
}

async function markdownHeading(places: Executed["places"]): Promise<string> {
  const { markdownCode } = await import("../diagnostics/github.js");
  return `## ${projectName(places, markdownCode)}\n\n`;
}

async function jsonDocument(
  { reporting: { command, dryRun } }: Executed,
  executed: readonly Executed[],
): Promise<string> {
  const projects = await Promise.all(executed.map(projectResult));
  const diagnostics = projects.flatMap((project) => project.diagnostics);
  return jsonText({ command, dryRun, exitCode: exitCodeOf(executed), diagnostics, projects });
}

/** What JSON says of one project. */
export interface ProjectJson extends JsonResult {
  readonly config: string;
  readonly out: string;
}

export async function projectResult({ result, reporting, places }: Executed): Promise<ProjectJson> {
  const { root, config, out } = places;
  return { config: relativePath(root, config), out: relativePath(root, out), ...(await jsonResult(result, reporting)) };
}

/** Runs a command line and prints what came of it; a lock that says that something has changed is not asked again. */
export async function run(args: readonly string[], lock: LockAnswer["kind"]): Promise<ExitCode> {
  if (!hasWorkingDirectory()) return failedToRun(args);
  const plain = readPlainForm(args);
  if (plain !== undefined) return runOnce(plain, lock);
  const { readFullForm } = await import("./full-form.js");
  const form = await readFullForm(args);
  switch (form.kind) {
    case "invocation":
      return runInvocation(form.invocation);
    case "text":
      write(printText(args, form.text));
      return 0;
    case "mistake":
      write(await printFailure(args, { ...form, code: "SW0302", exitCode: 3 }));
      return 3;
  }
}

/** The end of a run that the file system did not let begin; without an error, the working directory is gone. */
export async function failedToRun(args: readonly string[], error?: Error): Promise<ExitCode> {
  const failure = error === undefined ? noWorkingDirectory() : systemFailure(error);
  const { code, message, hint = "" } = failure;
  write(await printFailure(args, { code, message, hint, exitCode: 2, text: failureText(failure) }));
  return 2;
}

/** It may have been removed since the shell went there. */
function hasWorkingDirectory(): boolean {
  try {
    return existsSync(process.cwd());
  } catch {
    return false;
  }
}

async function runInvocation(invocation: Invocation): Promise<ExitCode> {
  if (invocation.options.watch !== true) return runOnce(invocation);
  const { watchCommand } = await import("./watch-command.js");
  return watchCommand(invocation, write);
}

async function runOnce(invocation: Invocation, lock?: LockAnswer["kind"]): Promise<ExitCode> {
  const executed = await executeWithProgress(invocation, process.cwd(), lock);
  const [first] = executed;
  if (first === undefined) return 0;
  if (executed.length === 1) {
    write(await print(first.result, first.reporting));
    return first.result.exitCode;
  }
  for (const printed of await printProjects(executed)) write(printed);
  return exitCodeOf(executed);
}

function write({ stdout, stderr }: Printed): void {
  if (stderr !== "") process.stderr.write(stderr);
  if (stdout !== "") process.stdout.write(stdout);
}
