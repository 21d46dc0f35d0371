import { readOptions, type OptionTable } from "../config/options.js";
import { ConfigurationError } from "../errors.js";
import { visible } from "../redaction.js";

/**
 * A mistake of the test's, or one that it found. As an error of the runtime it reaches the caller as it is: no attempt is
 * made again, no other provider is asked, and no circuit counts it.
 */
export function wrongUse(message: string, provider?: string): ConfigurationError {
  const error = new ConfigurationError(message, { code: "fake", provider });
  // Lines of a difference stay lines.
  error.message = message.split("\n").map(visible).join("\n");
  return error;
}

/** What a function is given besides, held against its table. */
export function readSettings<Settings extends object>(
  given: Settings | undefined,
  what: string,
  table: OptionTable,
): Settings {
  return readOptions(given, "", table, (option, problem) => wrongUse(`${what}: ${option} ${problem}`));
}
