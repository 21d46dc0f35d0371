const FRAMING = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Headers that frame or route a message; the platform writes them (RFC 9110 §7.6.1, RFC 9112). */
export function isFraming(name: string): boolean {
  return FRAMING.test(name);
}

/** What the value of a header may be made of (RFC 9110 §5.5). */
export function isFieldValue(value: unknown): value is string {
  return typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** RFC 9110 §5.6.2. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
