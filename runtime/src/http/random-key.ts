/** Makes 128 random bits, in small letters: a Blob's type has no others. `crypto.randomUUID` is missing outside secure contexts. */
export function randomKey(): string {
  const octets = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}
