import { ConfigurationError } from "./errors/errors.js";

/**
 * Loads a part of the runtime that few calls need, by a promise of its own: on Workers no request may wait for that of
 * another. `undefined` if its file cannot be loaded; {@link missing} says so.
 */
export async function late<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  try {
    return await load();
  } catch {
    return undefined;
  }
}

/** The same for what a call cannot do without: `what` needs it, in `file`. */
export async function needed<Part>(
  load: () => Promise<Part>,
  file: string,
  what: string,
  provider: string | undefined,
): Promise<Part> {
  const part = await late(load);
  if (part !== undefined) return part;
  throw new ConfigurationError(`${what} ${missing(file)}`, { code: "part-not-loaded", provider });
}

/** The end of a sentence about what `file` is needed for. */
export function missing(file: string): string {
  return `could not be loaded (${file}.js): is a file of the bundle not deployed? A service worker needs it in one file`;
}
