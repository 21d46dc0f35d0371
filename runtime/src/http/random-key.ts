/** Makes a random UUID in small letters: a Blob's type has no others. `crypto.randomUUID` is missing outside secure contexts. */
export function randomKey(): string {
  return uuidOf(crypto.getRandomValues(new Uint8Array(16)));
}

/** Writes 16 octets that look random as a UUID of version 4 (RFC 9562 §5.4), which keeps 122 bits of them. */
export function uuidOf(octets: Uint8Array): string {
  const hex = Array.from(octets, (octet, at) => {
    const marked = at === 6 ? (octet & 15) | 64 : at === 8 ? (octet & 63) | 128 : octet;
    return marked.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
