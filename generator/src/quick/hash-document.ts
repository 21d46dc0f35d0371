import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { CARRIAGE_RETURN, hashBytes } from "../lock/hash.js";

/** The hash of an OpenAPI document, as the lock has it of its text: without a byte-order mark. Throws where it cannot be read. */
export function hashDocument(path: string): string {
  return hashInPieces(path) ?? hashBytes(withoutMark(readFileSync(path)));
}

/** Such a document may have megabytes: to hold them takes longer than to hash them. */
const PIECE = 128 * 1024;

/** `undefined` for a document with other line ends, which count as a line feed. */
function hashInPieces(path: string): string | undefined {
  const digest = createHash("sha256");
  const memory = Buffer.allocUnsafe(PIECE);
  const descriptor = openSync(path, "r");
  try {
    for (let at = 0, length = 0; (length = readSync(descriptor, memory, 0, PIECE, at)) > 0; at += length) {
      const piece = memory.subarray(0, length);
      if (piece.includes(CARRIAGE_RETURN)) return undefined;
      digest.update(at === 0 ? withoutMark(piece) : piece);
    }
    return digest.digest("hex");
  } finally {
    closeSync(descriptor);
  }
}

const BYTE_ORDER_MARK = Buffer.from("\uFEFF");

function withoutMark(bytes: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK;
  return bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? bytes.subarray(length) : bytes;
}
