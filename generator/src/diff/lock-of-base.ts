// Which lock of a commit is the one of a project. The commit decides, as far as it can: what is reviewed may have moved
// the output folder, put a link or a clone in its place, or put another lock where it points to now.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { isRecord } from "../files/is-record.js";
import { isInside, realPathOf } from "../files/output-folder.js";
import { LOCK_FILE } from "../lock/lock.js";
import { DEFAULT_CONFIG, DEFAULT_OUT } from "../quick/package-options.js";
import { type Commit, NotGivenError, type Repository } from "./repository.js";

export type BaseLock =
  /** `moved`: the folder from the top of the clone, where the output folder is another now. */
  | { readonly path: string; readonly moved?: string | undefined }
  /** `instead`: a file of the commit by which it is no beginning, from the top of the clone. */
  | { readonly path: undefined; readonly instead: string | undefined };

/** The lock of a project in a commit: a regular file of it, where the commit or `--out` says, and no other. */
export function lockOfBase(commit: Commit, places: InputPlaces, workingDirectory: string): BaseLock {
  const folder = realpathSync(workingDirectory);
  const projects = namedBy(commit, places, folder);
  const named = places.isOutGiven === true ? [givenBy(places, workingDirectory, folder)] : projects;
  const isHere = ({ lock }: NamedLock) => realPathOf(dirname(lock)) === realPathOf(places.out);
  const found = named.filter(({ lock }) => commit.has(lock));
  const [only, second] = found.some(isHere) ? found.filter(isHere) : found.filter(({ isOurs }) => isOurs);
  const shown = (file: string) => relative(commit.repository.top, file).replaceAll("\\", "/");
  if (only !== undefined && second === undefined)
    return { path: only.lock, moved: isHere(only) ? undefined : shown(dirname(only.lock)) };
  const [instead] = insteadOf(commit, named, [places.config, ...projects.map(({ config }) => config)]);
  return { path: undefined, instead: instead === undefined ? undefined : shown(instead) };
}

function insteadOf(commit: Commit, named: readonly NamedLock[], configs: readonly string[]): readonly string[] {
  return [
    ...named.flatMap(({ lock }) => commit.linkOn(lock) ?? []),
    ...commit.filesNamed(LOCK_FILE),
    ...configs.filter((config) => commit.has(config)),
  ];
}

/** A project that package.json of a commit names. */
export interface NamedLock {
  readonly lock: string;
  readonly config: string;
  /** Whether the project has the configuration of this one. */
  readonly isOurs: boolean;
}

/** Where package.json of the commit has the locks of its projects. */
export function namedBy(
  commit: Commit,
  { config: ours }: Pick<InputPlaces, "config">,
  folder: string,
): readonly NamedLock[] {
  const { root, projects = [{}] } = packageOf(commit, folder);
  return projects.map((project) => {
    const config = resolve(root, textOr(project.config, DEFAULT_CONFIG));
    return { lock: join(resolve(root, textOr(project.out, DEFAULT_OUT)), LOCK_FILE), config, isOurs: config === ours };
  });
}

/** As it is written: a link there now has no say. */
function givenBy({ config, out }: InputPlaces, workingDirectory: string, folder: string): NamedLock {
  return { lock: join(resolve(folder, relative(workingDirectory, out)), LOCK_FILE), config, isOurs: true };
}

interface Project {
  readonly config?: unknown;
  readonly out?: unknown;
}

/** A package.json of a commit that does not say what its projects are: a link, or no JSON. */
export function unreadablePackage(commit: Commit, workingDirectory: string): string | undefined {
  const { root, projects } = packageOf(commit, realpathSync(workingDirectory));
  return projects === undefined ? join(root, "package.json") : undefined;
}

/** The project root is that of the commit: the nearest package.json that it has. */
function packageOf(
  commit: Commit,
  folder: string,
): { readonly root: string; readonly projects: readonly Project[] | undefined } {
  const { top } = commit.repository;
  for (let root = folder; root === top || isInside(root, top); root = dirname(root)) {
    const file = join(root, "package.json");
    const text = commit.read(file);
    if (text !== undefined) return { root, projects: projectsIn(text) };
    if (commit.linkOn(file) === file) return { root, projects: undefined };
  }
  return { root: folder, projects: [{}] };
}

/** npm, and the commands, read on behind a byte order mark. */
function projectsIn(text: string): readonly Project[] | undefined {
  try {
    const { sdkwright = {} } = JSON.parse(text.replace(/^\uFEFF/, "")) as { sdkwright?: unknown };
    return [sdkwright].flat().filter(isRecord);
  } catch {
    return undefined;
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

/**
 * A lock that a clone around this one has at the revision, where this one stands now or nothing does: it may have moved here.
 * Throws a NotGivenError where git cannot say what that one has.
 */
export function lockBehind({ top, outer }: Repository, revision: string): string | undefined {
  if (outer === undefined) return undefined;
  const commit = outer.commit(revision);
  if (commit?.isListed === false) throw new NotGivenError(outer.top);
  const locks = commit?.filesNamed(LOCK_FILE) ?? [];
  const found = locks.find((lock) => isInside(realPathOf(lock), top) || !existsSync(lock));
  return found === undefined ? lockBehind(outer, revision) : relative(outer.top, found).replaceAll("\\", "/");
}
