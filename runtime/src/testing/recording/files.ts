import { wrongUse } from "../wrong-use.js";
import { platform, type Platform } from "./platform.js";

/** Where a recording is kept. */
export interface RecordingFiles {
  /** `undefined` where there is none. */
  readonly read: (path: string | URL) => string | undefined;
  readonly write: (path: string | URL, text: string) => void;
}

/**
 * Those of Node, Deno and Bun. A repository may be anybody's: a link where a recording belongs, also one to nowhere, would
 * have a test read or write what is none of the repository, and a device has no end.
 */
export function platformFiles(): RecordingFiles {
  const system = platform();
  if (system === undefined) throw wrongUse("recording() finds no file system here: give it `files`");
  return {
    read: (given) =>
      told(given, "read", () => {
        const path = absolute(given, system);
        return isThere(path, given, system) ? system.fs.readFileSync(path, "utf8") : undefined;
      }),
    write: (given, text) => told(given, "written", () => write(absolute(given, system), given, text, system)),
  };
}

/** Into a file of its own, which takes the place of what is there: a link that came meanwhile is replaced, not followed. */
function write(path: string, given: string | URL, text: string, system: Platform): void {
  const { fs, path: paths } = system;
  isThere(path, given, system);
  if (leadsOut(path, system))
    throw wrongUse(`${String(given)} leads out of the working folder by a link: nothing is written. Name another file`);
  fs.mkdirSync(paths.dirname(path), { recursive: true });
  const staged = `${path}.${crypto.randomUUID()}`;
  try {
    fs.writeFileSync(staged, text, { flag: "wx" });
    fs.renameSync(staged, path);
  } catch (error) {
    fs.rmSync(staged, { force: true });
    throw error;
  }
}

function absolute(given: string | URL, { path, url }: Platform): string {
  return path.resolve(typeof given === "string" ? given : url.fileURLToPath(given));
}

function isThere(path: string, given: string | URL, { fs }: Platform): boolean {
  const found = fs.lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.isFile()) return found !== undefined;
  const what = found.isSymbolicLink() ? "a link, and none is followed" : "not a regular file";
  throw wrongUse(`${String(given)} is ${what}: remove it, or name another`);
}

/** Outside of the working folder a file stands where the test says so, and not because a link in the repository leads there. */
function leadsOut(path: string, { fs, path: paths, process }: Platform): boolean {
  const folder = process.cwd();
  if (!isWithin(path, folder, paths)) return false;
  let parent = paths.dirname(path);
  while (fs.lstatSync(parent, { throwIfNoEntry: false }) === undefined) parent = paths.dirname(parent);
  try {
    return !isWithin(fs.realpathSync(parent), fs.realpathSync(folder), paths);
  } catch {
    // A link to nowhere.
    return true;
  }
}

function isWithin(path: string, folder: string, { relative, isAbsolute, sep }: Platform["path"]): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** What the file system says, in words of ours. */
function told<T>(given: string | URL, done: "read" | "written", use: () => T): T {
  try {
    return use();
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "fake") throw error;
    throw wrongUse(`${String(given)} cannot be ${done} (${typeof code === "string" ? code : "refused"})`);
  }
}
