import { ConfigurationError } from "../errors.js";

/**
 * A mistake of the test's, or one that it found. As an error of the runtime it reaches the caller as it is: no attempt is
 * made again, no other provider is asked, and no circuit counts it.
 */
export function wrongUse(message: string, provider?: string): ConfigurationError {
  return new ConfigurationError(message, { code: "fake", provider });
}
