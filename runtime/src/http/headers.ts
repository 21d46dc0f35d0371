import type { Refuse } from "./refuse.js";

/** Headers that frame or route a message; the platform writes them (RFC 9110 §7.6.1, RFC 9112). */
const FRAMING: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** The caller's headers, checked here because what `Headers` throws quotes the value. */
export function prepareHeaders(given: unknown, refuse: Refuse): Headers {
  const headers = new Headers();
  if (given === undefined) return headers;
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    if (value === undefined) continue;
    if (!isToken(name)) throw refuse("bad-header", "a header's name is not a token (RFC 9110 §5.1)");
    if (FRAMING.has(name.toLowerCase())) throw refuse("bad-header", `the header \`${name}\` belongs to the platform`);
    if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw refuse("bad-header", `the value of the header \`${name}\` is not text that a header can carry`);
    }
    headers.append(name, value);
  }
  return headers;
}

/** RFC 9110 §5.6.2. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
