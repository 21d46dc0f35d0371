import { writeSync } from "node:fs";

/**
 * Who reads a stream may stop early, as `head` does: what is left is for nobody, and no error. Where it is a file on a full
 * disk, nobody knows what the run came to: exit 2.
 */
export function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.once("exit", () => (process.exitCode = 2));
    try {
      writeSync(2, `error SW0403: the output could not be written (${error.code ?? error.message})\n`);
    } catch {
      // Nobody listens.
    }
  });
}
