import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { MAX_BYTES } from "./extent.js";

/** Something else is where a file or folder of ours belongs. */
export class NotAFileError extends Error {
  override readonly name = "NotAFileError";
  readonly what: string;

  constructor(path: string, what = "not a regular file") {
    super(`${path} is ${what}; remove it`);
    this.what = what;
  }
}

/**
 * Opens a file for reading. What comes from a repository may be a pipe, which waits for a writer, or a link to a device,
 * which has no end: it is opened without waiting, and refused unless it is a regular file (rules F3).
 */
function withOpened<T>(path: string, use: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new NotAFileError(path, stat.isDirectory() ? "a folder" : undefined);
    return use(descriptor, stat.size);
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file; throws if it is none, has too many, or cannot be read. */
export function readBytes(path: string): Buffer {
  return withOpened(path, (descriptor, size) => {
    if (size > MAX_BYTES) throw new NotAFileError(path, "too large");
    // Files of the system say that they are empty, and may have no end.
    return size === 0 ? Buffer.alloc(0) : readFileSync(descriptor);
  });
}

/** As many of its first bytes as there are. */
export function readBeginning(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return withOpened(path, (descriptor) => bytes.subarray(0, readSync(descriptor, bytes)));
}

export type TextOrReason = { readonly text: string } | { readonly reason: UnreadableReason };

export type UnreadableReason = "missing" | "folder" | "not a regular file" | "too large" | "not UTF-8" | "not readable";

/** Reads a regular file as UTF-8, without its byte-order mark; never throws and never blocks. */
export function readText(path: string): TextOrReason {
  try {
    const bytes = readBytes(path);
    return isUtf8(bytes) ? { text: bytes.toString("utf8").replace(/^\uFEFF/, "") } : { reason: "not UTF-8" };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): UnreadableReason {
  if (error instanceof NotAFileError) {
    return error.what === "a folder" ? "folder" : error.what === "too large" ? "too large" : "not a regular file";
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return "missing";
  return code === "EISDIR" ? "folder" : "not readable";
}
