import { fileURLToPath } from "node:url";
import { readBytes } from "../files/read-file.js";

/** The version of this package: from the modules and from the bundle, its package.json stands two folders above. */
export function ownVersion(): string {
  const manifest = JSON.parse(readBytes(fileURLToPath(new URL("../../package.json", import.meta.url))).toString()) as {
    version: string;
  };
  return manifest.version;
}
