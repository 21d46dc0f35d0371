import { type OptionTable, readOptions } from "../config/options.js";
import { ConfigurationError, visible } from "../errors/errors.js";

/**
 * A mistake of the test, or one that it found. As an error of the runtime it reaches the caller as it is: no attempt is made
 * again, no other provider is asked, and no circuit counts it. Each text of a list is a line.
 */
export function wrongUse(message: string | readonly string[], provider?: string): ConfigurationError {
  const lines = [message].flat().map(harmless);
  const [flat, text] = [lines.join(" "), lines.join("\n")];
  const issues = lines.map((line) => ({ message: line }));
  const error = new ConfigurationError(flat, { code: "fake", provider, issues });
  // The constructor makes one line of it; these lines are harmless already.
  error.message = text;
  if (error.stack !== undefined) error.stack = error.stack.replace(flat, () => text);
  return error;
}

/** Escapes what a terminal or a CI system would obey: `##[add-mask]x` and `##vso[…]` are commands wherever they stand. */
function harmless(line: string): string {
  return visible(line).replaceAll(/(?<=#)#(?=[A-Za-z]*\[)/g, "\\u{23}");
}

const MOST_SHOWN = 20;

/** The first 20 texts, and how many more there are. */
export function inPart(texts: readonly string[]): readonly string[] {
  const more = texts.length - MOST_SHOWN;
  return more > 0 ? [...texts.slice(0, MOST_SHOWN), `and ${more} more`] : texts;
}

/** Checks options against their table, and copies them. */
export function readSettings<Settings extends object>(
  settings: Settings | undefined,
  what: string,
  table: OptionTable,
): Settings {
  return readOptions(settings, "", table, (option, problem) => wrongUse(`${what}: ${option} ${problem}`));
}
