import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { readJson } from "./json.js";
import { possible } from "./output-folder.js";
import type { ImportEndings } from "./paths.js";
import { readText } from "./read-file.js";

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

/** What of a package.json decides how its projects are emitted; each value may be anything. */
export interface Manifest {
  readonly type?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
}

let last: { readonly text: string; readonly manifest: Manifest } | undefined;

/** What a package.json says; nothing where it cannot be read. Parsed once for all projects, as long as its text stays. */
export function manifestIn(packageFile: string): Manifest {
  const read = readText(packageFile);
  if (!("text" in read)) return {};
  if (last?.text !== read.text) last = { text: read.text, manifest: parsed(read.text) };
  return last.manifest;
}

function parsed(text: string): Manifest {
  try {
    return Object(JSON.parse(text)) as Manifest;
  } catch {
    return {};
  }
}

/** Whether package.json says that its folder is a Next.js app: `next` is among what it depends on. */
export function isNextApp(packageFile: string | undefined): boolean {
  if (packageFile === undefined) return false;
  const { dependencies, devDependencies } = manifestIn(packageFile);
  return [dependencies, devDependencies].some(
    (packages) => typeof packages === "object" && packages !== null && Object.hasOwn(packages, "next"),
  );
}

/**
 * The package.json of a folder, where it depends on Next.js and says `"type": "commonjs"`. A quick run looks for it too:
 * the lock knows nothing of package.json.
 */
export function commonJsForNext(folder: string): string | undefined {
  const file = findUpward("package.json", folder);
  return file !== undefined && isNextApp(file) && manifestIn(file).type === "commonjs" ? file : undefined;
}

/** What the package.json of a folder calls it: in a monorepo, `client/client.json` alone says nothing. */
export function packageName(folder: string): string | undefined {
  const read = readText(join(folder, "package.json"));
  const parsed = "text" in read ? readJson(read.text) : undefined;
  const json = parsed !== undefined && "json" in parsed ? parsed.json : undefined;
  if (typeof json !== "object" || json === null || !Object.hasOwn(json, "name")) return undefined;
  const { name } = json as { readonly name: unknown };
  return typeof name === "string" && name !== "" ? name : undefined;
}
