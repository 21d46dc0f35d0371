import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { readBytes } from "../../files/read-file.js";

/** Files of a project that may have calls, whatever a tsconfig says of them. */
export interface CodeFiles {
  /** What TypeScript reads. */
  readonly scripts: readonly string[];
  /** What it does not: components, with their text. */
  readonly components: ReadonlyMap<string, string>;
}

const SCRIPT = /(?<!\.d)\.[cm]?[jt]sx?$/;
const COMPONENT = /\.(?:vue|svelte|astro)$/;

/** More characters than these nobody wrote: it is a bundle. */
const BUNDLE_SIZE = 1_000_000;

/** Code below a folder, without what is installed or built; no link is followed. */
export function codeFilesIn(root: string, left: ReadonlySet<string>): CodeFiles {
  const files = filesBelow(root, left).filter((path) => statSync(path).size <= BUNDLE_SIZE);
  const components = files.filter((path) => COMPONENT.test(path));
  return {
    scripts: files.filter((path) => SCRIPT.test(path)),
    components: new Map(components.map((path) => [path, readBytes(path).toString("utf8")])),
  };
}

function filesBelow(folder: string, left: ReadonlySet<string>): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return SCRIPT.test(path) || COMPONENT.test(path) ? [path] : [];
    const isElsewhere = entry.name === "node_modules" || entry.name.startsWith(".") || left.has(path);
    return entry.isDirectory() && !isElsewhere ? filesBelow(path, left) : [];
  });
}
