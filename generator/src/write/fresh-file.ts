import { chmodSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes a file that nothing stands in the way of: a link there, which a repository may have brought, is removed and not
 * followed, and one that comes in between is an error. With a mode it is at no moment open to more people than that says.
 */
export function writeFresh(path: string, content: string | Buffer, mode?: number): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: "wx", mode: mode === undefined ? 0o666 : mode & 0o777 });
  // The mask of the process may have taken something away.
  if (mode !== undefined) chmodSync(path, mode);
}
