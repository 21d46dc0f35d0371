import { relative, sep } from "node:path";

/** A path from a folder, with `/` on every system. */
export function relativePath(folder: string, path: string): string {
  const way = relative(folder, path);
  return sep === "/" ? way : way.replaceAll(sep, "/");
}
