import { readdirSync } from "node:fs";
import { basename, dirname } from "node:path";

/** The end of a path that stands for documents of every version; no name of a profile has a `*` in it. */
export const ANY_VERSION = "@*.json";

/** Names of the files that a path with {@link ANY_VERSION} stands for, sorted. */
export function filesLike(pattern: string): readonly string[] {
  const start = basename(pattern).slice(0, -ANY_VERSION.length + 1);
  try {
    const names = readdirSync(dirname(pattern)).filter((name) => name.startsWith(start) && name.endsWith(".json"));
    return names.filter((name) => name.length > start.length + ".json".length).sort();
  } catch {
    return [];
  }
}
