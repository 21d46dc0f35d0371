import { createHash } from "node:crypto";

const CARRIAGE_RETURN = 0x0d;

/** SHA-256 of a text as hex. A checkout with CRLF line endings has the hash of the same text with LF. */
export function hashText(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const hash = createHash("sha256");
  if (!bytes.includes(CARRIAGE_RETURN)) return hash.update(bytes).digest("hex");
  return hash.update(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1").digest("hex");
}
