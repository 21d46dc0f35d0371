import { SdkError } from "../errors.js";

/**
 * Adds who called to the stack of an error of ours, where the platform follows `await` (V8): between the place where it was
 * made and the call stand races, timers and ky, or more frames of ours than are kept. Gives back what it is given.
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
  const here: { stack?: unknown } = {};
  (Error as Capturing).captureStackTrace?.(here);
  const stack = String(error.stack);
  const more = String(here.stack)
    .match(/\n {4}at async .*/g)
    ?.filter((line) => !stack.includes(line));
  // Who waited for the same token has the same error: it does not grow with each of them.
  if (more?.[0] !== undefined && stack.length < 5000) Reflect.set(error, "stack", stack + more.join(""));
}

interface Capturing {
  readonly captureStackTrace?: (holder: object) => void;
}
