/**
 * A segment of a path that is no word, nor a version: that of a webhook, a bot, a tenant. Not `{16,}`: repeated so, millions
 * of letters are more than the stack of a pattern holds.
 */
const MADE_UP = /(?<![^/])(?=[^/]*\d)(?=[^/]*[a-z])[^/]{16}[^/]*/gi;

/** What looks like a credential in the path of a base URL. */
export function secretSegments(path: string): readonly string[] {
  return path.match(MADE_UP) ?? [];
}

/** A path as it may be shown, however it writes what looks like a credential: with escapes, in other case. */
export function maskMadeUp(path: string): string {
  return path.replaceAll(MADE_UP, "***");
}
