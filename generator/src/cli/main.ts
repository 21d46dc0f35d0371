import type { LockAnswer } from "../quick/answer-from-lock.js";
import { ignoreBrokenPipe } from "./broken-pipe.js";
import { printFailure } from "./print-failure.js";
import { failedToRun, run } from "./run.js";
import type { Invocation } from "../quick/options.js";
import type { InvocationResults } from "./results.js";
import { isRefusal } from "./write-failure.js";

/** For the programmatic door, which is bundled apart like the entry of the command line. */
export async function resultsOf(invocation: Invocation, workingDirectory: string): Promise<InvocationResults> {
  return (await import("./results.js")).results(invocation, workingDirectory);
}

/** Everything that the lock alone cannot answer; what it said is not asked again. */
export async function main(args: readonly string[], lock: Exclude<LockAnswer["kind"], "current">): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  ignoreBrokenPipe(process.stderr);
  // Without it, a promise that nothing settles any more would end the process with 0.
  const endEarly = () => void tellInternal(args, new Error("nothing was left to wait for before it was done"));
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
  const { internalErrorText } = await import("./internal-error.js");
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
