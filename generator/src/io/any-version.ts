import { existsSync, readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The end of a path that stands for documents of every version; no name of a profile has a `*` in it. */
export const ANY_VERSION = "@*.json";

/** Names of the files that a path with {@link ANY_VERSION} stands for, sorted; `list` says what is in a folder. */
export function filesLike(pattern: string, list: List = namesIn): readonly string[] {
  const start = basename(pattern).slice(0, -ANY_VERSION.length + 1);
  const names = list(dirname(pattern)).filter((name) => name.startsWith(start) && name.endsWith(".json"));
  return names.filter((name) => name.length > start.length + ".json".length).sort();
}

type List = (folder: string) => readonly string[];

/** Whether something is at a place, which may be one for every version of a profile. Each folder is listed once. */
export function placeFinder(list: List = namesIn): (path: string) => boolean {
  const listed = new Map<string, readonly string[]>();
  const listOnce: List = (folder) => {
    const names = listed.get(folder) ?? list(folder);
    listed.set(folder, names);
    return names;
  };
  return (path) => (path.endsWith(ANY_VERSION) ? filesLike(path, listOnce).length > 0 : existsSync(path));
}

/** None where it cannot be read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
