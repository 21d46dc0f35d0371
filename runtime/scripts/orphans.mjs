// Removes compiled files whose source is gone: they would be shipped, tested, and count in the fingerprint.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** `made` names what later steps of a package's build make anew, relative to its `dist`. */
export function removeOrphans(packageFolder, made = []) {
  const dist = join(packageFolder, "dist");
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = relative(dist, join(entry.parentPath, entry.name));
    if (!entry.isFile() || made.some((name) => path.startsWith(name)) || !/\.(?:d\.ts|js|js\.map|json)$/.test(path))
      continue;
    const source = join(packageFolder, "src", path.replace(/\.(?:d\.ts|js|js\.map|json)$/, ".ts"));
    if (!existsSync(source)) rmSync(join(dist, path));
  }
}
