import { lstatSync } from "node:fs";

/** Whether something stands at a path; a link counts, wherever it leads. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
