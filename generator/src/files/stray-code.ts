import { type Dirent, readdirSync } from "node:fs";
import { posix } from "node:path";
import { isEmittedPath } from "./emitted-path.js";
import { CODE, DECLARATION, type Shadow } from "./shadows.js";

/** The folders that we emit into, and what stands beside them: `client.ts` is emitted where there are profiles. */
const ROOMS: ReadonlySet<string> = new Set(["operations", "profiles", "providers"]);
const AT_TOP: ReadonlySet<string> = new Set(["client", "index"]);

/**
 * Code where modules are emitted, by a name that one of them had or could have: an import that was written for a module that
 * is gone finds it. A `.ts` that is nobody's but the user's is left alone, unless a folder is found by it. Where
 * inputs have mistakes, and nothing is known to be emitted, nothing is said.
 */
export function strayCodeIn(out: string, emitted: Iterable<string>): readonly Shadow[] {
  const files = new Set(emitted);
  if (files.size === 0) return [];
  return codePaths(out)
    .filter((path) => !files.has(path))
    .flatMap((path) => {
      const place = placeTakenBy(path);
      const isGone = place !== undefined && !files.has(`${place}.ts`);
      return isGone ? [{ path, why: `an import of ${place}.ts, which nothing emits, may find it` }] : [];
    });
}

/** What may be code; no link is followed, since where one leads does not matter. */
function codePaths(out: string): readonly string[] {
  const isOurs = ({ name }: Dirent): boolean => {
    const [stem = ""] = name.toLowerCase().split(".");
    return ROOMS.has(name) || AT_TOP.has(stem);
  };
  return [...pathsBelow(out, "", entriesIn(out).filter(isOurs))].sort();
}

function pathsBelow(out: string, folder: string, entries: readonly Dirent[]): readonly string[] {
  return entries.flatMap((entry) => {
    const path = `${folder}${entry.name}`;
    if (!entry.isDirectory()) return [path];
    return entry.name === "node_modules" ? [] : pathsBelow(out, `${path}/`, entriesIn(`${out}/${path}`));
  });
}

/** The module, without its ending, that a resolver would have found in the place of this file. */
function placeTakenBy(path: string): string | undefined {
  const name = posix.basename(path).toLowerCase();
  const folder = posix.dirname(path).toLowerCase();
  if (DECLARATION.test(name)) return undefined;
  const [stem = "", ...endings] = withoutCode(name);
  if (isPlace(folder) && (name === "package.json" || (stem === "index" && endings.length > 0))) return folder;
  const isOwn = stem === "" || endings.join(".") === "ts" || (endings.length === 0 && name !== posix.basename(path));
  const place = posix.join(folder, stem);
  return !isOwn && isPlace(place) ? place : undefined;
}

/** A name up to its endings of code, and these. */
function withoutCode(name: string): readonly string[] {
  const parts = name.split(".");
  let end = parts.length;
  while (end > 1 && CODE.test(parts[end - 1] ?? "")) end--;
  return [parts.slice(0, end).join("."), ...parts.slice(end)];
}

function isPlace(place: string): boolean {
  const [room = "", ...rest] = place.split("/");
  return rest.length === 0 ? AT_TOP.has(room) : ROOMS.has(room) && isEmittedPath(`${place}.ts`);
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
