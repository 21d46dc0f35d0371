import type { LockAnswer } from "../quick/answer-from-lock.js";
import type { Invocation } from "../quick/options.js";
import { readPlainForm } from "../quick/plain-form.js";
import { execute } from "./execute.js";
import { printFailure, printText } from "./print-failure.js";
import { print, type Printed } from "./report.js";
import type { ExitCode } from "./result.js";

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
      write(printText(args, form.text));
      return 0;
    case "mistake":
      write(await printFailure(args, { ...form, code: "SW0302", exitCode: 3 }));
      return 3;
  }
}

async function runInvocation(invocation: Invocation): Promise<ExitCode> {
  if (invocation.options.watch !== true) return runOnce(invocation);
  const { watchCommand } = await import("./watch-command.js");
  return watchCommand(invocation, write);
}

async function runOnce(invocation: Invocation, lock?: LockAnswer["kind"]): Promise<ExitCode> {
  const { result, reporting } = await execute(invocation, process.cwd(), lock);
  write(await print(result, reporting));
  return result.exitCode;
}

function write({ stdout, stderr }: Printed): void {
  if (stderr !== "") process.stderr.write(stderr);
  if (stdout !== "") process.stdout.write(stdout);
}
