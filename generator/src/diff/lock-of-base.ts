// Which lock of a commit is the one of a project. The commit decides, as far as it can: what is reviewed may have moved
// the output folder, put a link or a clone in its place, or put another lock where it points to now.
import { realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { isInside, realPathOf } from "../files/output-folder.js";
import { LOCK_FILE } from "../lock/lock.js";
import { DEFAULT_CONFIG, DEFAULT_OUT } from "../quick/package-options.js";
import type { Commit, Repository } from "./repository.js";

export type BaseLock =
  /** `moved`: the folder from the top of the clone, where the output folder is another now. */
  | { readonly path: string; readonly moved?: string | undefined }
  /** `instead`: a file of the commit by which it is no beginning, from the top of the clone. */
  | { readonly path: undefined; readonly instead: string | undefined };

/** The lock of a project in a commit. */
export function lockOfBase(commit: Commit, places: InputPlaces, workingDirectory: string): BaseLock {
  const locks = commit.filesNamed(LOCK_FILE);
  const here = locks.filter((lock) => realPathOf(dirname(lock)) === realPathOf(places.out));
  const named = places.isOutGiven === true ? [] : namedBy(commit, places, workingDirectory);
  const [path, second] = chosen(
    here,
    named.filter(({ lock }) => locks.includes(lock)),
  );
  const shown = (file: string) => relative(commit.repository.top, file).replaceAll("\\", "/");
  if (path !== undefined && second === undefined)
    return { path, moved: here.includes(path) ? undefined : shown(dirname(path)) };
  const instead = locks[0] ?? (commit.read(places.config) === undefined ? undefined : places.config);
  return { path: undefined, instead: instead === undefined ? undefined : shown(instead) };
}

/** A lock whose folder gave way to a link is the one that was; else package.json of the commit says which, if it says. */
function chosen(here: readonly string[], named: readonly NamedLock[]): readonly string[] {
  const linked = here.filter((lock) => realPathOf(dirname(lock)) !== dirname(lock));
  if (linked.length > 0) return linked;
  const agreed = named.filter(({ lock }) => here.includes(lock));
  const moved = named.filter(({ isOurs }) => isOurs);
  if (named.length === 0) return here;
  return (agreed.length > 0 ? agreed : moved).map(({ lock }) => lock);
}

interface NamedLock {
  readonly lock: string;
  /** Whether the project has the configuration of this one. */
  readonly isOurs: boolean;
}

/** Where package.json of the commit has the locks of its projects. */
function namedBy(commit: Commit, { config }: InputPlaces, workingDirectory: string): readonly NamedLock[] {
  const { root, projects } = projectsOf(commit, realpathSync(workingDirectory));
  return projects.map((project) => ({
    lock: join(resolve(root, textOr(project.out, DEFAULT_OUT)), LOCK_FILE),
    isOurs: resolve(root, textOr(project.config, DEFAULT_CONFIG)) === config,
  }));
}

interface Project {
  readonly config?: unknown;
  readonly out?: unknown;
}

/** The project root is that of the commit: the nearest package.json that it has. */
function projectsOf(commit: Commit, folder: string): { readonly root: string; readonly projects: readonly Project[] } {
  for (
    let root = folder;
    root === commit.repository.top || isInside(root, commit.repository.top);
    root = dirname(root)
  ) {
    const text = commit.read(join(root, "package.json"));
    if (text !== undefined) return { root, projects: projectsIn(text) };
  }
  return { root: folder, projects: [{}] };
}

function projectsIn(text: string): readonly Project[] {
  try {
    const { sdkwright = {} } = JSON.parse(text) as { sdkwright?: unknown };
    const projects: readonly unknown[] = Array.isArray(sdkwright) ? sdkwright : [sdkwright];
    return projects.filter((project): project is Project => typeof project === "object" && project !== null);
  } catch {
    return [{}];
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

/** A lock that a clone around this one has at the revision, where this one stands now. */
export function lockBehind({ top, outer }: Repository, revision: string): string | undefined {
  if (outer === undefined) return undefined;
  const locks = outer.commit(revision)?.filesNamed(LOCK_FILE) ?? [];
  const found = locks.find((lock) => isInside(realPathOf(lock), top));
  return found === undefined ? lockBehind(outer, revision) : relative(outer.top, found).replaceAll("\\", "/");
}
