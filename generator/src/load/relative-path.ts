import { relative, sep } from "node:path";

/** A path from a folder, with `/` on every system. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join("/");
}
