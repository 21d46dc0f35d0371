import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ImportEndings } from "./import-endings.js";
import { possible } from "./output-folder.js";

/** The folder that defaults are relative to (rules C1). */
export interface ProjectPlace {
  /** Absolute, links resolved. */
  readonly root: string;
  /** The package.json that makes it the root; without one the root is the working directory. */
  readonly packageFile?: string | undefined;
}

/** The nearest folder upward with a package.json, else the working directory (rules C1). */
export function findProject(workingDirectory: string): ProjectPlace {
  const folder = realpathSync(workingDirectory);
  const packageFile = findUpward("package.json", folder);
  return packageFile === undefined ? { root: folder } : { root: dirname(packageFile), packageFile };
}

/** Where a project begins: in an empty folder, whatever stands above it; else in the project that it belongs to. */
export function findBeginning(workingDirectory: string): ProjectPlace {
  const isEmpty = readdirSync(workingDirectory).length === 0;
  return isEmpty ? { root: realpathSync(workingDirectory) } : findProject(workingDirectory);
}

/** The path of the file of this name in `folder` or the nearest folder above it. */
export function findUpward(name: string, folder: string): string | undefined {
  for (let above = possible(folder); ; above = dirname(above)) {
    const path = join(above, name);
    if (existsSync(path)) return path;
    if (dirname(above) === above) return undefined;
  }
}

/** Where a project's inputs are; all paths absolute. */
export interface InputPlaces {
  readonly root: string;
  /** Where arguments start from; the root where absent. */
  readonly workingDirectory?: string | undefined;
  readonly config: string;
  /** A client.json at the usual place of a folder between the working directory and the root: it is not read. */
  readonly passedOver?: string | undefined;
  /** Whether the configuration was asked for: then it has to be there. */
  readonly isConfigGiven: boolean;
  /** Definitions given as arguments. */
  readonly definitions: readonly string[];
  /** The output folder: its tsconfig decides how emitted files import each other. */
  readonly out: string;
  /** Whether the command line names it, and not what is committed. */
  readonly isOutGiven?: boolean | undefined;
  /** What package.json says about the endings of imports, in place of the tsconfig. */
  readonly importEndings?: ImportEndings | undefined;
  /** Whether `.ts` files of the project are ES modules, as package.json says: `await` may be at their top. */
  readonly isModule?: boolean | undefined;
  /** Next.js writes a tsconfig where none is; until then it is known by package.json. */
  readonly isNextApp?: boolean | undefined;
}
