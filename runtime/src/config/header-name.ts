const FRAMING = /^(?:connection|content-length|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;

/** Headers that frame or route a message; the platform writes them (RFC 9110 §7.6.1, RFC 9112). */
export function isFraming(name: string): boolean {
  return FRAMING.test(name);
}

/** RFC 9110 §5.6.2. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text);
}
