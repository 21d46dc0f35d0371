import type { LockAnswer } from "../quick/answer-from-lock.js";
import { ignoreBrokenPipe } from "./broken-pipe.js";
import { failedToRun, run } from "./run.js";
import { isRefusal } from "./write-failure.js";

/** Everything that the lock alone cannot answer; what it said is not asked again. */
export async function main(args: readonly string[], lock: Exclude<LockAnswer["kind"], "current">): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  ignoreBrokenPipe(process.stderr);
  try {
    process.exitCode = await run(args, lock);
  } catch (error) {
    if (isRefusal(error)) {
      process.exitCode = await failedToRun(args, error);
      return;
    }
    const { internalErrorText } = await import("./internal-error.js");
    process.stderr.write(internalErrorText(error, args.includes("--verbose")));
    process.exitCode = 70;
  }
}
