/**
 * What platforms say of a broken connection where they have no code of Node: Deno has words only. Each sentence is known by
 * its beginning, which the platform writes itself: what a server, a certificate or a URL brings into it stands behind.
 */

/** The end is what hyper, rustls or the system said. A URL has no white space. */
const DENO = /^error sending request (?:from \S+ )?for (?:url )?\S+(?: \(\S+\))?: client error \((\w+)\): (.*)/s;

type Words = readonly (readonly [RegExp, string])[];

const CONNECTING: Words = [
  [/^dns error/, "ENOTFOUND"],
  [/^(?:invalid peer certificate|received (?:corrupt|unexpected|fatal)|peer (?:is|mis|sent)|cannot decrypt)/, "EPROTO"],
  [/^(?:tls handshake eof|Connection reset)/, "ECONNRESET"],
  // The numbers of Linux, macOS and Windows; the words before them are in the language of the system.
  [/^tcp .*\(os error (?:111|61|10061)\)$/, "ECONNREFUSED"],
  [/^tcp .*\(os error (?:101|113|51|65|10051|10065)\)$/, "EHOSTUNREACH"],
  [/^tcp .*(?:deadline has elapsed|\(os error (?:110|60|10060)\))$/, "UND_ERR_CONNECT_TIMEOUT"],
  [/^/, "CONNECT"],
];

const CONNECTED: Words = [
  [/^(?:(?:invalid|unexpected) [\w -]+ parsed|message head is too large)$/, "HTTPParserError"],
  [/^connection (?:closed|error)/, "ECONNRESET"],
];

/** Whole messages. `bad port` is undici's (fetch standard, "bad port"). */
const ALONE: Words = [
  [/^(?:bad port|Fetch failed: Requests to port \d+ are blocked)$/, "BAD_PORT"],
  [/^(?:error reading a body from connection|Connection reset by peer \(os error \d+\))$/, "ECONNRESET"],
  [/^unexpected end of file$/, "Z_BUF_ERROR"],
];

/** The code that Node would have given, or undefined. */
export function codeInWords(message: unknown): string | undefined {
  if (typeof message !== "string") return undefined;
  const [, phase, said = message] = DENO.exec(message) ?? [];
  const words = phase === "Connect" ? CONNECTING : phase === undefined ? ALONE : CONNECTED;
  return words.find(([pattern]) => pattern.test(said))?.[1];
}

/**
 * Whether the platform may have sent the request before it failed to connect (rules §4.10): where a kept connection breaks
 * without an answer, Deno sends again whatever the method is, and so did Bun before 1.4; since then all but POST and PATCH.
 * They tell of the second failure only.
 */
export function mayHaveRepeated({ name, message, path }: Partial<Record<string, unknown>>, method: string): boolean {
  if (typeof message === "string" && DENO.test(message)) return true;
  // Bun alone has the URL there; Node a file, if anything. Until 1.4 its errors were no TypeErrors.
  const isBun = typeof path === "string" && /^https?:/.test(path);
  return isBun && !(name === "TypeError" && /^(?:POST|PATCH)$/.test(method));
}
