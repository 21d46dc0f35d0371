import { chmodSync, rmSync, writeFileSync } from "node:fs";

/**
 * Writes a file that nothing stands in the way of: a link there, which a repository may have brought, is removed and not
 * followed, and one that comes in between is an error.
 */
export function writeFresh(path: string, content: string | Buffer, mode?: number): void {
  rmSync(path, { force: true });
  writeFileSync(path, content, { flag: "wx" });
  if (mode !== undefined) chmodSync(path, mode);
}
