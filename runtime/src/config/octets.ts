/** Base64 of text as UTF-8 (RFC 4648 §4). */
export function base64(text: string): string {
  return btoa(octetsOf(text));
}

/** UTF-8, a character per octet. */
export function octetsOf(text: string): string {
  return Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet)).join("");
}

/** The text of octets that stand one in each character, read as UTF-8. */
export function textOf(octets: string): string {
  return new TextDecoder().decode(Uint8Array.from(octets, (octet) => octet.charCodeAt(0)));
}
