import { readFileSync } from "node:fs";

/** The version of this package: from the modules and from the bundle, its package.json stands two folders above. */
export function ownVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
    version: string;
  };
  return manifest.version;
}
