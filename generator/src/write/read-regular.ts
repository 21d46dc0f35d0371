import { readFileSync, statSync } from "node:fs";

/** Something else stands, or is linked to, where a file or folder of ours belongs. */
export class NotAFileError extends Error {
  override readonly name = "NotAFileError";

  constructor(path: string, what = "not a regular file") {
    super(`${path} is ${what}; remove it`);
  }
}

/** Text of a file. What comes from a repository may be a link to a device, which has no end. */
export function readRegular(path: string): string {
  if (!statSync(path).isFile()) throw new NotAFileError(path);
  return readFileSync(path, "utf8");
}
