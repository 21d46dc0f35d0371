import { createHash, hash } from "node:crypto";

export const CARRIAGE_RETURN = 0x0d;

/** SHA-256 of a text as hex. A checkout with CRLF line endings has the hash of the same text with LF. */
export function hashText(text: string): string {
  return hash("sha256", text.includes("\r") ? text.replaceAll("\r\n", "\n") : text, "hex");
}

/** The same of a file that may not be text. */
export function hashBytes(bytes: Uint8Array): string {
  const digest = createHash("sha256");
  if (!bytes.includes(CARRIAGE_RETURN)) return digest.update(bytes).digest("hex");
  return digest.update(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1").digest("hex");
}
