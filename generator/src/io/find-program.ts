import { accessSync, constants, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { isInside, realPathOf } from "./output-folder.js";

const IS_WINDOWS = process.platform === "win32";

/** Where POSIX looks without the variable. */
const USUAL_PATH = IS_WINDOWS ? "" : "/usr/bin:/bin";

/**
 * The folders of PATH that hold programs of this machine. One that is relative, empty or in a folder that is reviewed, as
 * the `node_modules/.bin` that npm and npx put first, would lead to what was committed there. So would one in the temporary
 * folder: Yarn puts a wrapper there of each program that a package of the workspace names.
 */
export function programFolders(reviewed: string): readonly string[] {
  const folders = (process.env["PATH"] ?? USUAL_PATH).split(delimiter).map((entry) => entry.replaceAll('"', ""));
  const excluded = [reviewed, ...temporaryFolders()].map(realPathOf);
  return folders.filter((folder) => {
    if (!isAbsolute(folder) || /(?:^|[\\/])node_modules(?:[\\/]|$)/.test(folder)) return false;
    const real = realPathOf(folder);
    return !excluded.some((top) => real === top || isInside(real, top));
  });
}

/** Who sets one of the variables for some programs only has wrappers in another. A root would leave no program at all. */
function temporaryFolders(): readonly string[] {
  const { TMPDIR, TMP, TEMP } = process.env;
  return [tmpdir(), TMPDIR, TMP, TEMP].flatMap((folder) =>
    folder !== undefined && isAbsolute(folder) && dirname(folder) !== folder ? [folder] : [],
  );
}

/** A program by its absolute path: by its name Windows would look into the current folder first. */
export function findProgram(name: string, folders: readonly string[]): string | undefined {
  return folders.map((folder) => join(folder, IS_WINDOWS ? `${name}.exe` : name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
