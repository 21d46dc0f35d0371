import type { SdkError } from "../errors.js";

/** Adds to an error's message why it was not followed by another attempt. */
export function explain<Failure extends SdkError>(error: Failure, why: string): Failure {
  error.message += `; ${why}`;
  return error;
}
