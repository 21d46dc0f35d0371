import { existsSync } from "node:fs";
import type { LockAnswer } from "../quick/answer-from-lock.js";
import type { Invocation } from "../quick/options.js";
import { readPlainForm } from "../quick/plain-form.js";
import { executeTold } from "./execute-told.js";
import { printFailure, printText } from "./print-failure.js";
import { print, type Printed } from "./report.js";
import type { ExitCode } from "./result.js";
import { failureText, noWorkingDirectory, systemFailure } from "./write-failure.js";

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
  const executed = await executeTold(invocation, process.cwd(), lock);
  const [first] = executed;
  if (first === undefined) return 0;
  if (executed.length === 1) {
    write(await print(first.result, first.reporting));
    return first.result.exitCode;
  }
  const { exitCodeOf, printProjects } = await import("./print-projects.js");
  for (const printed of await printProjects(executed)) write(printed);
  return exitCodeOf(executed);
}

function write({ stdout, stderr }: Printed): void {
  if (stderr !== "") process.stderr.write(stderr);
  if (stdout !== "") process.stdout.write(stdout);
}
