import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** Something else stands, or is linked to, where a file or folder of ours belongs. */
export class NotAFileError extends Error {
  override readonly name = "NotAFileError";

  constructor(path: string, what = "not a regular file") {
    super(`${path} is ${what}; remove it`);
  }
}

/**
 * Opens a file for reading. What comes from a repository may be a pipe, which waits for a writer, or a link to a device,
 * which has no end: it is opened without waiting, and whoever opens it asks what it is (rules F3).
 */
export function withOpened<T>(path: string, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** More than a text may have in Node. Files of the system that say that they are empty may have no end. */
const NO_TEXT = 2 ** 29;

/** The bytes of a regular file; throws where it is none, or cannot be read. */
export function readRegular(path: string): Buffer {
  return withOpened(path, (descriptor) => {
    const stat = fstatSync(descriptor);
    const bytes = stat.isFile() ? bytesIn(descriptor, stat.size, NO_TEXT) : undefined;
    if (bytes === undefined) throw new NotAFileError(path, stat.isFile() ? "too large" : undefined);
    return bytes;
  });
}

/** At least so many bytes are asked for at once. */
const CHUNK = 4096;

/** `undefined` where there are too many: a pseudo-file says that it has none, and a file may grow meanwhile. */
export function bytesIn(descriptor: number, size: number, most: number): Buffer | undefined {
  const parts: Buffer[] = [];
  for (let length = 0; length <= most;) {
    const part = Buffer.allocUnsafe(Math.max(size - length, CHUNK));
    const read = readSync(descriptor, part);
    if (read === 0) return Buffer.concat(parts);
    parts.push(part.subarray(0, read));
    length += read;
  }
  return undefined;
}
