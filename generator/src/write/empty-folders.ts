import { rmdirSync } from "node:fs";
import { dirname } from "node:path";

/** Removes a folder and its parents up to `top`, itself included, as far as nothing stands in them. */
export function removeEmptyFolders(folder: string, top: string): void {
  if (folder.length < top.length) return;
  try {
    rmdirSync(folder);
  } catch {
    return;
  }
  removeEmptyFolders(dirname(folder), top);
}
