import type { SdkError } from "../errors.js";

/** On the error itself, for all copies of the runtime in one process: a map may call the client of another SDK. */
const key: unique symbol = Symbol.for("sdkwright.unrepeatable");

/** Marks a failure behind which something may have taken effect; a map may pass one on from a call of its own. */
export function markUnrepeatable(failure: SdkError): void {
  Reflect.defineProperty(failure, key, { value: true });
}

/** Whether any copy of the runtime has marked it. */
export function isUnrepeatable(failure: SdkError): boolean {
  return key in failure;
}
