/** Makes a random UUID in small letters: a Blob's type has no others. `crypto.randomUUID` is missing outside secure contexts. */
export function randomKey(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)), 4);
}

/** Writes 16 octets as a UUID of that version (RFC 9562 §4), of which 122 bits are left. */
export function uuidOf(octets: Uint8Array, version: number): string {
  const hex = Array.from(octets, (octet, at) => {
    const marked = at === 6 ? (octet & 15) | (version << 4) : at === 8 ? (octet & 63) | 128 : octet;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
