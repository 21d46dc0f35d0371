/** How often a path is decoded on its way, at most: by a proxy, a server and what runs on it. */
export const MAX_DECODINGS = 3;

/** `%2e`, and `%u002e` as IIS reads it. */
const ESCAPE = /%(u[\da-f]{2})?[\da-f]{2}/gi;

/** A path as one more reader has it, an octet of UTF-8 for a character; what is no escape stays. */
export function decodeOnce(path: string): string {
  return path.replace(ESCAPE, (escape) => String.fromCharCode(Number(escape.replace(/%u?/i, "0x"))));
}

/** A segment that is no word, nor a version: that of a webhook, a bot, a tenant. */
const MADE_UP = /^(?=.*\p{L})(?=.*\p{Nd}).{16}/su;

/** What looks like a credential in the path of a base URL. */
export function secretSegments(path: string): readonly string[] {
  return path.split("/").filter((segment) => isMadeUp(segment));
}

/** A path as it may be shown, however it writes what looks like a credential: with escapes, in other case. */
export function maskMadeUp(path: string): string {
  // Each request's path is looked at: what is shorter is none, and decoding makes nothing longer.
  return path.replace(/[^/]{16}[^/]*/g, (segment) => (isMadeUp(segment) ? "***" : segment));
}

/** As it stands, or once it is decoded. */
function isMadeUp(segment: string, rounds = MAX_DECODINGS): boolean {
  return MADE_UP.test(segment) || (rounds > 0 && isMadeUp(decodeOnce(segment), rounds - 1));
}
