import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { nearestExisting } from "../files/output-folder.js";
import { NotAFileError, readBytes } from "../files/read-file.js";
import { relativePath } from "../files/relative-path.js";
import { LOCK_FILE } from "../lock/lock.js";
import { isWrittenAsPath } from "../files/written-as-path.js";
import { ambiguityOf, type Ambiguity } from "./ambiguous.js";
import type { Change } from "./change.js";
import { goneProjects } from "./gone-projects.js";
import { leftBehind } from "./left-behind.js";
import { lockBehind, lockOfBase, unreadablePackage } from "./lock-of-base.js";
import type { OtherProject } from "./newly-shared.js";
import { otherProjects } from "./other-projects.js";
import { type Commit, NotGivenError, Repository } from "./repository.js";
import { revisionHint } from "./unknown-revision.js";

/** The lock that is compared with, as text. */
export type Base =
  | {
      readonly kind: "lock";
      readonly text: string;
      readonly name: string;
      readonly revision?: BaseRevision | undefined;
      /** The text of a file beside the lock, by its path from there; `undefined` where it is not. */
      readonly beside: (path: string) => string | undefined;
      /** The output folder that it has in the base, where that is another. */
      readonly moved?: string | undefined;
    }
  /** There is none: nothing was generated yet; unless what the base has `instead` says otherwise. */
  | {
      readonly kind: "none";
      readonly name: string;
      readonly revision?: BaseRevision | undefined;
      readonly instead?: string | undefined;
    }
  /** The command line asks for something that cannot be had. */
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** What is known of a git revision beside its lock. */
export interface BaseRevision {
  /** The whole hash of its commit. */
  readonly commit: string;
  /** What it has and no project is compared with. */
  readonly gone: readonly Change[];
  /** Its other projects. */
  readonly others: readonly OtherProject[];
}

/**
 * Finds the base: a lock file or an output folder, if it is written as a path, else a git revision. What is reviewed may
 * bring a folder that is called like a revision.
 */
export function readBase(given: string, places: InputPlaces, workingDirectory: string): Base {
  const file = lockFileAt(resolve(workingDirectory, given));
  if (!isWrittenAsPath(given)) return givenRevision(given, places, workingDirectory, file !== undefined);
  const text = file && textOf(file);
  if (file === undefined || text === undefined) return noFile(given);
  return { kind: "lock", text, name: given, beside: (path) => textAt(dirname(file), path) };
}

/** A folder without a lock is not meant. */
function lockFileAt(path: string): string | undefined {
  const found = existsSync(path) ? statSync(path) : undefined;
  if (found?.isFile() === true) return path;
  const inFolder = join(path, LOCK_FILE);
  return existsSync(inFolder) && statSync(inFolder).isFile() ? inFolder : undefined;
}

/** A name in a lock from elsewhere leads nowhere else, and to nothing that has no end. */
function textAt(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) && statSync(file).isFile() ? textOf(file) : undefined;
}

/** `undefined` for what has no end. */
function textOf(file: string): string | undefined {
  try {
    return readBytes(file).toString("utf8");
  } catch (error) {
    if (error instanceof NotAFileError) return undefined;
    throw error;
  }
}

/** What git cannot give is not taken for absent. */
function givenRevision(name: string, places: InputPlaces, workingDirectory: string, isFile: boolean): Base {
  try {
    return readRevision(name, places, workingDirectory, isFile);
  } catch (error) {
    if (!(error instanceof NotGivenError)) throw error;
    const what = quote(relativePath(places.root, error.path) || ".");
    return refused(`git cannot give ${what} of ${quote(name)}`, FETCH_REST);
  }
}

/** Reads the lock out of a revision of the clone that one stands in. Throws a NotGivenError. */
function readRevision(name: string, places: InputPlaces, workingDirectory: string, isFile: boolean): Base {
  const repository = Repository.of(workingDirectory);
  const ambiguity = repository && ambiguityAround(repository, name);
  if (ambiguity !== undefined) return refused(ambiguity.message, oneOf(ambiguity.names));
  const commit = repository?.commit(name);
  if (repository === undefined || commit === undefined) return unusable(name, places.root, repository, isFile);
  const behind = lockBehind(repository, name);
  if (behind !== undefined)
    return refused(`here is a repository of its own, where ${quote(name)} has ${quote(behind)}`);
  if (!commit.isListed) return refused(`git cannot list the files of ${quote(name)}`, FETCH);
  const unread = unreadablePackage(commit, workingDirectory);
  if (unread !== undefined)
    return refused(`${quote(relativePath(places.root, unread))} of ${quote(name)} is a link, or no JSON`);
  const { path, ...rest } = lockOfBase(commit, places, workingDirectory);
  const gone = goneProjects(commit, places, workingDirectory);
  const revision = { commit: commit.hash, gone, others: otherProjects(commit, path, places, workingDirectory) };
  if (path === undefined)
    return isElsewhere(places.out, repository) ? elsewhere(places) : { kind: "none", name, revision, ...rest };
  const text = commit.read(join(dirname(path), LOCK_FILE)) ?? "";
  const beside = (file: string): string | undefined => givenBeside(commit, join(dirname(path), file));
  if (!("moved" in rest) || rest.moved === undefined) return { kind: "lock", text, name, revision, beside };
  const all = [...gone, ...leftBehind(dirname(path), text, places)];
  return { kind: "lock", text, name, revision: { ...revision, gone: all }, beside, moved: rest.moved };
}

/** What is not given is not believed either: the lock says what has to be there. */
function givenBeside(commit: Commit, path: string): string | undefined {
  try {
    return commit.read(path);
  } catch (error) {
    if (error instanceof NotGivenError) return undefined;
    throw error;
  }
}

/** In clones around this one too: they are asked what they have here. */
function ambiguityAround(repository: Repository, name: string): Ambiguity | undefined {
  return ambiguityOf(repository, name) ?? (repository.outer && ambiguityAround(repository.outer, name));
}

function oneOf(names: readonly string[]): string {
  return `give the one that is meant: ${names.map((each) => `${DIFF} ${each}`).join(", or ")}`;
}

function isElsewhere(out: string, repository: Repository): boolean {
  return Repository.of(nearestExisting(out))?.top !== repository.top;
}

function elsewhere({ root, out }: InputPlaces): Base {
  return refused(`the output folder ${quote(relativePath(root, out))} is in another git repository, or in none`);
}

const FETCH = "fetch the history and its branches first: in GitHub Actions `fetch-depth: 0`";
const FETCH_REST =
  "fetch what the clone has left out: `git fetch --refetch --no-filter`, with what the remote asks for";
/** What hints propose; another command that compares puts its own there. */
export const DIFF = "npx sdkwright diff";
const GIVE_PATH = `give a lock file or an output folder instead, as a path: ${DIFF} ./<file or folder>`;

function refused(message: string, hint = GIVE_PATH): Base {
  return { kind: "unusable", message, hint };
}

function noFile(path: string): Base {
  return refused(`${quote(path)} is not a lock file or output folder`, "give one, or a git revision");
}

/** Why there is no such commit. */
function unusable(revision: string, folder: string, repository: Repository | undefined, isFile: boolean): Base {
  const hint = isFile ? `for the file or folder, write: ${DIFF} ./${revision}` : GIVE_PATH;
  if (repository?.hasGit === false) return refused("git was not found", hint);
  if (!repository?.ask("rev-parse", "--git-dir").isAnswer)
    return refused(`the folder ${quote(folder)} is not in a git repository`, hint);
  const hasCommits = repository.ask("rev-parse", "--verify", "--quiet", "HEAD").isAnswer;
  if (!hasCommits && revision === "HEAD") return { kind: "none", name: revision };
  const isShallow = repository.ask("rev-parse", "--is-shallow-repository").text.trim() === "true";
  const where = isShallow ? " here, where the clone is shallow" : "";
  const first = isShallow ? FETCH : revisionHint(revision, repository, DIFF);
  return refused(
    `${quote(revision)} is not a revision${where}`,
    `${first}${first.endsWith("?") ? " Or" : "; or"} ${hint}`,
  );
}

function quote(text: string): string {
  return JSON.stringify(text);
}
