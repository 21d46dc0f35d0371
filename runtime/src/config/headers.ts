import { type BadOption, entriesOf } from "./options.js";

const FRAMING = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Headers that frame or route a message; the platform writes them (RFC 9110 §7.6.1, RFC 9112). */
export function isFraming(name: string): boolean {
  return FRAMING.test(name);
}

/** Tells whether a header can carry the value (RFC 9110 §5.5). */
export function isFieldValue(value: unknown): value is string {
  return typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** RFC 9110 §5.6.2. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}

/** Headers as code gives them, in a plain object; checked here because what `Headers` throws quotes the value. */
export function readHeaders(given: unknown, bad: BadOption): Headers {
  const headers = new Headers();
  for (const [name, value] of entriesOf(given, "headers", bad)) {
    if (!isToken(name)) throw bad("`headers`", "has a name that is not a token (RFC 9110 §5.1)");
    const header = `\`headers.${name}\``;
    if (isFraming(name)) throw bad(header, "is set by the platform");
    if (!isFieldValue(value)) throw bad(header, "is not valid in a header");
    headers.append(name, value);
  }
  return headers;
}
