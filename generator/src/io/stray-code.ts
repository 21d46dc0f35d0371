import { type Dirent, readdirSync } from "node:fs";
import { BANNER_BYTES, hasBanner, isEmittedPath } from "./paths.js";
import { readBeginning } from "./read-file.js";

/** A file in the output folder that nothing emits, and that code may import all the same. */
export interface Stray {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  /** The emitted module that it is found in place of; absent of what was emitted once, and no longer is. */
  readonly insteadOf?: string;
}

/** The folders that we emit into, and the modules beside them. */
const FOLDERS: ReadonlySet<string> = new Set(["operations", "profiles", "providers"]);
const AT_TOP = /^(?:client|index)\./;

/** What compilers write beside their input. */
const COMPILED = /\.(?:[cm]?js|[jt]sx)$/;

/**
 * What `tsc` without `outDir` left beside emitted modules, and what was emitted once, by path and first line. `known` are
 * paths that are told elsewhere. No link is followed.
 */
export function straysIn(out: string, emitted: Iterable<string>, known: Iterable<string> = []): readonly Stray[] {
  const modules = new Set(emitted);
  const told = new Set([...modules, ...known]);
  const top = entriesIn(out).filter((entry) =>
    entry.isDirectory() ? FOLDERS.has(entry.name) : AT_TOP.test(entry.name),
  );
  return pathsBelow(out, "", top)
    .filter((path) => !told.has(path))
    .sort()
    .flatMap((path): readonly Stray[] => {
      const module = path.replace(COMPILED, ".ts");
      if (module !== path && modules.has(module)) return [{ path, insteadOf: module }];
      return isEmittedPath(path) && beginsAsOurs(`${out}/${path}`) ? [{ path }] : [];
    });
}

function pathsBelow(out: string, folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries.flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (entry.isFile()) return [path];
    const isOurs = entry.isDirectory() && /^[a-z0-9_-]+$/.test(entry.name) && entry.name !== "node_modules";
    return isOurs ? pathsBelow(out, `${path}/`, entriesIn(`${out}/${path}`)) : [];
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
