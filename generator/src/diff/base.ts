import { existsSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import type { InputPlaces } from "../io/find-project.js";
import { isRecord } from "../io/json.js";
import { LOCK_FILE } from "../io/lock.js";
import { nearestExisting } from "../io/output-folder.js";
import { isWrittenAsPath, relativePath } from "../io/paths.js";
import { NotAFileError, readBytes } from "../io/read-file.js";
import { DEFAULT_CONFIG, DEFAULT_OUT } from "../project/package-options.js";
import { type Commit, NotGivenError, Repository } from "./repository.js";

// What is compared with: the lock of a git revision, a lock file, or an output folder.

/** The lock that is compared with, as text. */
export type Base =
  | {
      readonly kind: "lock";
      readonly text: string;
      readonly name: string;
      /** Of a git revision, the whole hash of its commit. */
      readonly commit?: string;
      /** The text of a file beside the lock, by its path from there; `undefined` where it is not. */
      readonly beside: (path: string) => string | undefined;
      /** The output folder that it has in the base, where that is another. */
      readonly moved?: string;
    }
  /** There is none: nothing was generated yet; unless what the base has `instead` says otherwise. */
  | { readonly kind: "none"; readonly name: string; readonly commit?: string; readonly instead?: string }
  /** The command line asks for something that cannot be had. */
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** What hints propose; another command that compares puts its own there. */
export const DIFF = "npx sdkwright diff";
const GIVE_PATH = `give a lock file or an output folder instead, as a path: ${DIFF} ./<file or folder>`;
const FETCH = "fetch the history and its branches first: in GitHub Actions `fetch-depth: 0`";
const REFETCH = "fetch what the clone has left out: `git fetch --refetch --no-filter`, with what the remote asks for";

/**
 * Finds the base: a lock file or an output folder, if it is written as a path, else a git revision. What is reviewed may
 * bring a folder that is called like a revision.
 */
export function readBase(given: string, places: InputPlaces, workingDirectory: string): Base {
  const file = lockFileAt(resolve(workingDirectory, given));
  if (!isWrittenAsPath(given)) return revisionBase(given, places, workingDirectory, file !== undefined);
  const text = file && textOf(file);
  if (file === undefined || text === undefined)
    return refused(`${quote(given)} is not a lock file or output folder`, "give one, or a git revision");
  return { kind: "lock", text, name: given, beside: (path) => textOf(join(dirname(file), path)) };
}

function lockFileAt(path: string): string | undefined {
  const found = existsSync(path) ? statSync(path) : undefined;
  if (found?.isFile() === true || found?.isFIFO() === true) return path;
  const inFolder = join(path, LOCK_FILE);
  return existsSync(inFolder) && statSync(inFolder).isFile() ? inFolder : undefined;
}

/** `undefined` for what is not there, or has no end. */
function textOf(file: string): string | undefined {
  try {
    return existsSync(file) && statSync(file).isFile() ? readBytes(file).toString("utf8") : undefined;
  } catch (error) {
    if (error instanceof NotAFileError) return undefined;
    throw error;
  }
}

/** What git cannot give is not taken for absent. */
function revisionBase(name: string, places: InputPlaces, workingDirectory: string, isFile: boolean): Base {
  const repository = Repository.of(workingDirectory);
  const commit = repository?.commit(name);
  if (repository === undefined || commit === undefined) return noRevision(name, places.root, repository, isFile);
  try {
    return lockOf(commit, name, repository, places);
  } catch (error) {
    if (!(error instanceof NotGivenError)) throw error;
    return refused(`git cannot give ${quote(relativePath(places.root, error.path) || ".")} of ${quote(name)}`, REFETCH);
  }
}

function lockOf(commit: Commit, name: string, repository: Repository, places: InputPlaces): Base {
  const found = placesIn(commit, places, repository).find(({ out }) => commit.has(join(out, LOCK_FILE)));
  const revision = { name, commit: commit.hash };
  if (found === undefined) {
    const clone = Repository.of(nearestExisting(places.out));
    if (clone?.top !== repository.top)
      return refused(
        `the output folder ${quote(relativePath(places.root, places.out))} is in another git repository, or in none`,
        GIVE_PATH,
      );
    const config = real(places.config, places);
    if (!commit.has(config)) return { kind: "none", ...revision };
    return { kind: "none", ...revision, instead: relativePath(places.root, places.config) };
  }
  const text = commit.read(join(found.out, LOCK_FILE)) ?? "";
  const here = real(places.out, places);
  const moved = relative(repository.top, found.out).replaceAll("\\", "/");
  return {
    kind: "lock",
    text,
    ...revision,
    ...(found.out !== here && { moved }),
    // What is not given is not believed either: the lock says what has to be there.
    beside: (path) => given(commit, join(found.out, path)),
  };
}

function given(commit: Commit, path: string): string | undefined {
  try {
    return commit.read(path);
  } catch (error) {
    if (error instanceof NotGivenError) return undefined;
    throw error;
  }
}

/** A path as the clone has it: the working directory may lead there by a link. */
function real(path: string, { root }: InputPlaces): string {
  return join(realpathSync(root), relative(root, path));
}

/** Output folders of the project in a commit: where package.json of the commit says, then where it is now. */
function placesIn(commit: Commit, places: InputPlaces, { top }: Repository): readonly { readonly out: string }[] {
  const now = { out: real(places.out, places) };
  if (places.isOutGiven === true) return [now];
  const config = real(places.config, places);
  for (let folder = realpathSync(places.root); ; folder = dirname(folder)) {
    const text = commit.read(join(folder, "package.json"));
    const projects = text === undefined ? [] : projectsIn(text);
    const named = projects.map((project) => ({
      out: resolve(folder, textOr(project["out"], DEFAULT_OUT)),
      config: resolve(folder, textOr(project["config"], DEFAULT_CONFIG)),
    }));
    const ours = named.filter((each) => each.config === config);
    const same = named.filter((each) => each.out === now.out);
    if (text !== undefined) return [...(ours.length > 0 ? ours : same), now];
    if (folder === top || dirname(folder) === folder) return [now];
  }
}

/** npm, and the commands, read on behind a byte order mark. */
function projectsIn(text: string): readonly { readonly [key: string]: unknown }[] {
  try {
    const { sdkwright = {} } = JSON.parse(text.replace(/^\uFEFF/, "")) as { sdkwright?: unknown };
    return [sdkwright].flat().filter(isRecord);
  } catch {
    return [{}];
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

/** Why there is no such commit. */
function noRevision(revision: string, folder: string, repository: Repository | undefined, isFile: boolean): Base {
  const hint = isFile ? `for the file or folder, write: ${DIFF} ./${revision}` : GIVE_PATH;
  if (repository?.hasGit === false) return refused("git was not found", hint);
  if (!repository?.ask("rev-parse", "--git-dir").isAnswer)
    return refused(`the folder ${quote(folder)} is not in a git repository`, hint);
  const hasCommits = repository.ask("rev-parse", "--verify", "--quiet", "HEAD").isAnswer;
  if (!hasCommits && revision === "HEAD") return { kind: "none", name: revision };
  const isShallow = repository.ask("rev-parse", "--is-shallow-repository").text.trim() === "true";
  const where = isShallow ? " here, where the clone is shallow" : "";
  const first = isShallow ? FETCH : repository.hintFor(revision, DIFF);
  return refused(
    `${quote(revision)} is not a revision${where}`,
    `${first}${first.endsWith("?") ? " Or" : "; or"} ${hint}`,
  );
}

function refused(message: string, hint: string): Base {
  return { kind: "unusable", message, hint };
}

function quote(text: string): string {
  return JSON.stringify(text);
}
