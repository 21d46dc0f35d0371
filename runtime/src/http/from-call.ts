import { SdkError } from "../errors.js";

/**
 * Adds who called to the stack of an error of ours, where the platform can tell (V8, which follows `await`): between the
 * place where it was made and the call stand races, timers and ky, or more frames of ours than are kept. Gives back
 * what it is given.
 */
export function fromCall<T>(error: T): T {
  try {
    if (error instanceof SdkError) extend(error);
  } catch {
    // A stack is made by code of the application's, where it sets `Error.prepareStackTrace`.
  }
  return error;
}

function extend(error: SdkError): void {
  const { stack } = error as { readonly stack?: unknown };
  // Who waited for the same token has the same error: it does not grow with each of them.
  if (typeof stack !== "string" || stack.length > 5000) return;
  const holder: { readonly stack?: unknown } = {};
  (Error as Capturing).captureStackTrace?.(holder, fromCall);
  const lines = String(holder.stack).split("\n");
  const more = lines.filter((line) => line.startsWith("    at ") && !stack.includes(line));
  Reflect.set(error, "stack", [stack, ...more].join("\n"));
}

interface Capturing {
  readonly captureStackTrace?: (holder: object, above: unknown) => void;
}
