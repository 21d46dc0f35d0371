import { SdkError, UseCaseError } from "../errors.js";

const MAX_DEPTH = 10;

/**
 * One of the runtime's failures in what a map threw: itself, or below as a `cause`. What a map reports with `fail()`, and
 * anything else, is the map's own error.
 */
export function findFailure(thrown: unknown): SdkError | undefined {
  let error: unknown = thrown;
  for (let depth = 0; depth < MAX_DEPTH && error instanceof Error; depth += 1) {
    if (error instanceof UseCaseError) return undefined;
    if (error instanceof SdkError) return error;
    error = error.cause;
  }
  return undefined;
}
