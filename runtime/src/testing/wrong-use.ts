import { type OptionTable, readOptions } from "../config/options.js";
import { ConfigurationError, visible } from "../errors/errors.js";

/**
 * A mistake of the test's, or one that it found. As an error of the runtime it reaches the caller as it is: no attempt is
 * made again, no other provider is asked, and no circuit counts it. Only what is given as lines stays lines.
 */
export function wrongUse(message: string | readonly string[], provider?: string): ConfigurationError {
  const lines = [message].flat().map(harmless);
  const [flat, text] = [lines.join(" "), lines.join("\n")];
  const error = new ConfigurationError(flat, {
    code: "fake",
    provider,
    issues: lines.map((line) => ({ message: line })),
  });
  // An error of ours has one line: these are harmless each, and stay lines for those who read them.
  error.message = text;
  if (error.stack !== undefined) error.stack = error.stack.replace(flat, () => text);
  return error;
}

/** In one line. `##[add-mask]x` and `##vso[…]` are commands to machines that run tests, wherever they stand. */
function harmless(line: string): string {
  return visible(line).replaceAll(/(?<=#)#(?=[A-Za-z]*\[)/g, "\\u{23}");
}

/** No more than so many of what others wrote are told. */
const MOST_TOLD = 20;

export function inPart(texts: readonly string[]): readonly string[] {
  if (texts.length <= MOST_TOLD) return texts;
  return [...texts.slice(0, MOST_TOLD), `and ${texts.length - MOST_TOLD} more`];
}

/** What a function is given besides, held against its table. */
export function readSettings<Settings extends object>(
  given: Settings | undefined,
  what: string,
  table: OptionTable,
): Settings {
  return readOptions(given, "", table, (option, problem) => wrongUse(`${what}: ${option} ${problem}`));
}
