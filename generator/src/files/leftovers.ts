import { type Dirent, readdirSync } from "node:fs";
import { BANNER_BYTES, hasBanner, isEmittedPath } from "./emitted-path.js";
import { readBeginning } from "./read-file.js";

/** What we emit into the output folder itself, and the folders in it that we emit the rest into. */
const AT_TOP: ReadonlySet<string> = new Set(["index.ts", "client.ts"]);
const ROOMS: ReadonlySet<string> = new Set(["operations", "profiles", "providers"]);

/**
 * Files that were emitted once, by path and first line, and that are not known: neither emitted now nor listed by the lock.
 * Code may go on importing them. Of what is not known only, the beginning is read; no link is followed.
 */
export function leftoversIn(out: string, known: Iterable<string>): readonly string[] {
  const all = new Set(known);
  const top = entriesIn(out).filter((entry) => (entry.isDirectory() ? ROOMS : AT_TOP).has(entry.name));
  return filesOf(out, "", top)
    .filter((path) => !all.has(path) && isEmittedPath(path) && beginsAsOurs(`${out}/${path}`))
    .sort();
}

function filesOf(out: string, folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries.flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isFile()) return [path];
    const isRoom = entry.isDirectory() && /^[a-z0-9_-]+$/.test(entry.name) && entry.name !== "node_modules";
    return isRoom ? filesOf(out, `${path}/`, entriesIn(`${out}/${path}`)) : [];
  });
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function beginsAsOurs(file: string): boolean {
  try {
    return hasBanner(readBeginning(file, BANNER_BYTES));
  } catch {
    return false;
  }
}
