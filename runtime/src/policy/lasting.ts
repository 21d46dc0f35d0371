import { type SdkError, TimeoutError } from "../errors/errors.js";
import { classifyError, retryAfterOf } from "./classify.js";
import { loadFor } from "./load-circuits.js";
import type { Permit } from "./permit.js";
import type { ProviderRun } from "./provider-run.js";

/** Tells a circuit, which has to be loaded for the first failure, how an answer has failed that had begun. */
export async function hasFailed(run: ProviderRun, permit: Permit, error: SdkError): Promise<void> {
  const { circuit: type } = classifyError(error);
  const loading = loadFor(run.options.circuits.circuits, type);
  if (loading !== true) await loading;
  const timedOut = error instanceof TimeoutError;
  permit.done({ type, error, retryAfter: retryAfterOf(error), timedOut }, run.now());
}
