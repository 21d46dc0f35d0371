/** Who reads a stream may stop early, as `head` does: what is left is for nobody, and no error. */
export function ignoreBrokenPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}
