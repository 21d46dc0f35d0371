import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { isInside, realPathOf } from "./output-folder.js";

const IS_WINDOWS = process.platform === "win32";

/** Where POSIX looks without the variable. */
const USUAL_PATH = IS_WINDOWS ? "" : "/usr/bin:/bin";

/**
 * The folders of PATH that hold programs of this machine. One that is relative, empty or in a folder that is reviewed, as
 * the `node_modules/.bin` that npm and npx put first, would lead to what was committed there.
 */
export function programFolders(reviewed: string): readonly string[] {
  const folders = (process.env["PATH"] ?? USUAL_PATH).split(delimiter).map((entry) => entry.replaceAll('"', ""));
  const top = realPathOf(reviewed);
  return folders.filter((folder) => {
    if (!isAbsolute(folder) || /(?:^|[\\/])node_modules(?:[\\/]|$)/.test(folder)) return false;
    const real = realPathOf(folder);
    return real !== top && !isInside(real, top);
  });
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
