import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder with those above it, or none of them; the first that was made. One by one, because Node's recursive form
 * calls it ENOENT when the file system can only be read.
 */
export function makeFolder(folder: string): string | undefined {
  const missing = missingFrom(folder);
  const [top] = missing;
  try {
    for (const step of missing) makeOne(step);
    return top;
  } catch (error) {
    if (top !== undefined) removeEmptyFolders(folder, top);
    throw error;
  }
}

/** Those that are not there, the uppermost first; throws where the system takes no such path. */
function missingFrom(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let at = folder; !isThere(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  return missing.reverse();
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another run made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !statSync(folder).isDirectory()) throw error;
  }
}

/** Removes a folder and its parents up to `top`, itself included, as far as nothing stands in them. */
export function removeEmptyFolders(folder: string, top: string): void {
  for (let at = folder; at.length >= top.length; at = dirname(at)) {
    try {
      rmdirSync(at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    }
  }
}
