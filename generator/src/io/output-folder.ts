import { existsSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A chain of links that is longer goes in a circle. */
const MAX_LINKS = 40;

/** An output folder, and the root of its project; both absolute. */
interface OutputPlace {
  readonly out: string;
  readonly root: string;
  /** Whether the command line names it: what is committed does not lead into installed packages. */
  readonly isOutGiven?: boolean | undefined;
}

/** Why nothing is written to a folder, as one sentence; `undefined` where it can be used. */
export function outputFolderProblem({ out: folder, root, isOutGiven = false }: OutputPlace): string | undefined {
  const [realFolder, realRoot] = [realPathOf(folder), realPathOf(root)];
  for (const [from, to] of [
    [folder, root],
    [realFolder, realRoot],
  ] as const) {
    if (resolve(from) === resolve(to)) return "the output folder is the project root; it needs its own folder";
    if (isInside(to, from)) return "the output folder is a parent of the project root; it needs its own folder";
  }
  if (isInside(folder, root) && !isInside(realFolder, realRoot)) {
    return "the output folder is, or is below, a link that leads out of the project";
  }
  const reserved =
    reservedFolder(relative(root, folder), isOutGiven) ?? reservedFolder(relative(realRoot, realFolder), isOutGiven);
  if (reserved !== undefined) return `the output folder is, or is below, ${reserved}`;
  return isFolderOrAbsent(realFolder) ? undefined : "the output folder is not a folder";
}

/** Whether a link leads to an output folder: what is emitted there depends on where that is, and no lock says so. */
export function isBehindLink({ out, root }: OutputPlace): boolean {
  return relative(realPathOf(root), realPathOf(out)) !== relative(root, out);
}

/** What git runs, and what a package manager installs, is nobody's output. */
function reservedFolder(path: string, isOutGiven: boolean): string | undefined {
  const steps = path.split(/[\\/]/);
  if (steps.some(isGitFolder)) return ".git";
  return !isOutGiven && steps.some((step) => step.toLowerCase() === "node_modules") ? "node_modules" : undefined;
}

/** By every name that a file system finds it by: in any case, with what Windows and macOS leave out, and by its short name. */
function isGitFolder(name: string): boolean {
  return /^(?:\.git|git~1)[ .]*(?::.*)?$/i.test(name.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ""));
}

/** Whether a path leads into `.git`, as it is written or by a link. */
export function isInGit(path: string, root: string): boolean {
  return [relative(root, path), relative(realPathOf(root), realPathOf(path))].some((way) =>
    way.split(/[\\/]/).some(isGitFolder),
  );
}

/** Why the output folder in package.json is refused; `undefined` where it can be used. */
export function configuredOutProblem(out: string): string | undefined {
  const reserved = reservedFolder(out, false);
  return configuredPathProblem(out) ?? (reserved === undefined ? undefined : `leads into ${reserved}`);
}

/** Why a path in package.json, which everybody's machine obeys, is refused; `undefined` where it can be used. */
export function configuredPathProblem(path: string): string | undefined {
  if (path.length > LONGEST) return "is too long";
  if (/^(?:[\\/]|[A-Za-z]:)/.test(path)) return "is absolute";
  let depth = 0;
  const leaves = path.split(/[\\/]/).some((step) => (depth += stepDown(step)) < 0);
  return leaves ? "leaves the project" : undefined;
}

function stepDown(step: string): number {
  if (step === "..") return -1;
  return step === "" || step === "." ? 0 : 1;
}

/** Whether a path stands below a folder. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** A path with more characters is there on no system. */
const LONGEST = process.platform === "win32" ? 32_768 : 4096;

/** With every link followed, as far as the path exists; a link to nowhere leads to where it points. */
export function realPathOf(path: string): string {
  const absent: string[] = [];
  let links = 0;
  for (let at = possible(path, absent); ;) {
    const real = realPathAt(at);
    if (real !== undefined) return join(real, absent.reverse().join(sep));
    const target = links < MAX_LINKS ? linkTarget(at) : undefined;
    if (target === undefined) absent.push(basename(at));
    else links += 1;
    at = target === undefined ? dirname(at) : resolve(dirname(at), target);
  }
}

/** The path, or of a place that is not there the nearest folder above that is. */
export function nearestExisting(path: string): string {
  let at = possible(path);
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  return at;
}

/** As much of a path as a system takes; whether each of ten thousand folders is there need not be asked. */
export function possible(path: string, rest: string[] = []): string {
  if (path.length <= LONGEST) return path;
  const start = dirname(path.slice(0, LONGEST));
  rest.push(relative(start, path));
  return start;
}

/** `undefined` where nothing is; of the root there is always something. */
function realPathAt(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : undefined;
  }
}

/** Where a link says that it leads; `undefined` of what is none. */
export function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function isFolderOrAbsent(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}
