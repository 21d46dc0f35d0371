import type { HttpError, SdkError } from "../../errors/errors.js";
import { emit, type TokenEvent } from "../../telemetry/events.js";
import type { Grant } from "./grant.js";

/** Does something for a token and tells who listens. */
export async function tell<Value>(grant: Grant, step: TokenEvent["step"], work: () => Promise<Value>): Promise<Value> {
  const { provider, scheme } = grant.key;
  const { clock, on } = grant.client.context;
  const startedAt = clock.now();
  let error: SdkError | undefined;
  try {
    return await work();
  } catch (thrown) {
    throw (error = thrown as SdkError);
  } finally {
    const { status } = (error ?? {}) as Partial<HttpError>;
    if (on) emit(on, { type: "token", provider, scheme, step, duration: clock.now() - startedAt, status, error });
  }
}
