import type { LockAnswer } from "../quick/answer-from-lock.js";
import { ignoreBrokenPipe } from "./broken-pipe.js";
import { printFailure } from "./print-failure.js";
import { run } from "./run.js";

/** Everything that the lock alone cannot answer; what it said is not asked again. */
export async function main(args: readonly string[], lock: Exclude<LockAnswer["kind"], "current">): Promise<void> {
  ignoreBrokenPipe(process.stdout);
  ignoreBrokenPipe(process.stderr);
  try {
    process.exitCode = await run(args, lock);
  } catch (error) {
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
    process.exitCode = 70;
  }
}
