import { escapeUnprintable } from "../io/text.js";
import type { LockAnswer } from "./answer-from-lock.js";
import type { Invocation } from "../project/options.js";
import { ignoreBrokenPipe } from "./broken-pipe.js";
import { printFailure } from "./report.js";
import type { InvocationResults } from "./results.js";
import { failedToRun, run } from "./run.js";
import { isRefusal } from "./write-failure.js";

/**
 * What is said of an error that should not have happened. Its message may quote what we read, so whatever stands in
 * quotes is masked; errors of the system name nothing but the call and the path.
 */
export function internalErrorText(error: unknown, isVerbose: boolean): string {
  const { name, message, stack } =
    error instanceof Error ? error : new Error("something other than an error was thrown");
  const isOfSystem = error instanceof Error && "syscall" in error;
  const shown = isOfSystem ? message : masked(message);
  const lines = [`internal error: ${escapeUnprintable(`${name}: ${shown}`)}`];
  if (isVerbose) for (const frame of framesOf(stack ?? "")) lines.push(frame);
  else lines.push("Run again with --verbose for the stack, and please report it.");
  return `${lines.join("\n")}\n`;
}

function masked(message: string): string {
  const [firstLine = ""] = message.split("\n");
  return firstLine.replace(/(["'`]).*\1/g, "$1***$1");
}

/** The calls alone: the stack begins with the message. */
function framesOf(stack: string): readonly string[] {
  return stack.split("\n").filter((line) => /^ {4}at /.test(line));
}

/** For the functions, which is bundled apart like the entry of the command line. */
export async function resultsOf(invocation: Invocation, workingDirectory: string): Promise<InvocationResults> {
  return (await import("./results.js")).results(invocation, workingDirectory);
}

/** Everything that the lock alone cannot answer; what it said is not asked again. */
export async function main(args: readonly string[], lock: Exclude<LockAnswer["kind"], "current">): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  ignoreBrokenPipe(process.stderr);
  // Without it, a promise that nothing settles any more would end the process with 0.
  const endEarly = () => void tellInternal(args, new Error("the process ended before it was done"));
  process.once("beforeExit", endEarly);
  try {
    process.exitCode = await run(args, lock);
  } catch (error) {
    if (isRefusal(error)) process.exitCode = await failedToRun(args, error);
    else await tellInternal(args, error);
  } finally {
    process.off("beforeExit", endEarly);
  }
}

async function tellInternal(args: readonly string[], error: unknown): Promise<void> {
  process.exitCode = 70;
  const text = internalErrorText(error, args.includes("--verbose"));
  const [message = "", ...rest] = text.trimEnd().split("\n");
  const { stdout, stderr } = await printFailure(args, {
    code: "SW0601",
    message,
    hint: rest.join("; "),
    exitCode: 70,
    text,
  });
  process.stdout.write(stdout);
  process.stderr.write(stderr);
}
