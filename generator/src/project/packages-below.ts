import { readdirSync } from "node:fs";
import { join } from "node:path";

/** A monorepo has its packages this many folders down at most. */
const DEPTH = 4;
/** So many are named in a hint. */
const ENOUGH = 4;

/** Folders below `root` with a package.json and a client/client.json: where the command was most likely meant to run. */
export function packagesBelow(root: string): readonly string[] {
  const found: string[] = [];
  let level: readonly string[] = [root];
  for (let depth = 0; depth <= DEPTH; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (found.length === ENOUGH) return found;
      const { folders, files } = entriesOf(folder);
      if (files.includes("package.json") && folders.includes("client") && hasClient(folder)) found.push(folder);
      const below = folders.filter((name) => !name.startsWith(".") && name !== "node_modules");
      for (const name of below) next.push(join(folder, name));
    }
    level = next;
  }
  return found;
}

function hasClient(folder: string): boolean {
  return entriesOf(join(folder, "client")).files.includes("client.json");
}

/** Links are not followed; a folder that may not be read has nothing. */
function entriesOf(folder: string): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const named = (list: typeof entries) => list.map(({ name }) => name);
    return {
      folders: named(entries.filter((entry) => entry.isDirectory())),
      files: named(entries.filter((entry) => entry.isFile())),
    };
  } catch {
    return { folders: [], files: [] };
  }
}
