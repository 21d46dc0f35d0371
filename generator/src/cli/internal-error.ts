import { escapeUnprintable } from "../files/escape.js";

/**
 * What is said of an error that should not have happened. Its message may quote what we read, so whatever stands in
 * quotes is masked; errors of the system name nothing but the call and the path.
 */
export function internalErrorText(error: unknown, isVerbose: boolean): string {
  const { name, message, stack } = error instanceof Error ? error : new Error("something that is no error was thrown");
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
