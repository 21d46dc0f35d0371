// Removes compiled files whose source is gone: they would be shipped, and count in the fingerprint.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const generator = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(generator, "dist");
/** What later steps of the build make anew. */
const MADE = ["bundle", "schemas", join("render", "compiled-templates.js"), join("lock", "fingerprint.js")];

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  const path = relative(dist, join(entry.parentPath, entry.name));
  if (!entry.isFile() || MADE.some((made) => path.startsWith(made)) || !/\.(?:d\.ts|js)$/.test(path)) continue;
  const source = join(generator, "src", path.replace(/\.(?:d\.ts|js)$/, ".ts"));
  if (!existsSync(source)) rmSync(join(dist, path));
}
