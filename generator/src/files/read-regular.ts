import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

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

/** The bytes of a regular file; throws where it is none, or cannot be read. */
export function readRegular(path: string): Buffer {
  return withOpened(path, (descriptor) => {
    if (!fstatSync(descriptor).isFile()) throw new NotAFileError(path);
    return readFileSync(descriptor);
  });
}
