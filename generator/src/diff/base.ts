import { spawnSync } from "node:child_process";
import { existsSync, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { nearest } from "@sdkwright/runtime/config";
import { findProgram, programFolders } from "../io/find-program.js";
import type { InputPlaces } from "../io/find-project.js";
import { isRecord } from "../io/json.js";
import { LOCK_FILE } from "../io/lock.js";
import { isWrittenAsPath, relativePath } from "../io/paths.js";
import { NotAFileError, readBytes } from "../io/read-file.js";
import { DEFAULT_CONFIG, DEFAULT_OUT } from "../project/package-options.js";
import { quoted } from "./change.js";

// What is compared with: the lock of a git revision, a lock file, or an output folder.

/** The lock that is compared with, as text. */
export type Base =
  | {
      readonly kind: "lock";
      readonly text: string;
      readonly name: string;
      /** Of a git revision, the whole hash of its commit. */
      readonly commit?: string;
      /** The text of a file beside the lock, by its path from there; `undefined` if there is none. */
      readonly beside: (path: string) => string | undefined;
      /** The output folder that it has in the base, if that is another. */
      readonly moved?: string;
    }
  /** There is none: nothing was generated yet; unless what the base has `instead` says otherwise. */
  | { readonly kind: "none"; readonly name: string; readonly commit?: string; readonly instead?: string }
  /** The command line asks for something that cannot be had. */
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** What hints propose; another command that compares puts its own there. */
export const DIFF = "npx sdkwright diff";
const GIVE_PATH = `pass a lock file or an output folder as a path: ${DIFF} ./<file or folder>`;
const FETCH = "fetch the history first (in GitHub Actions: `fetch-depth: 0`)";
const REFETCH = "fetch what the partial clone lacks, with the remote's credentials: `git fetch --refetch --no-filter`";

/**
 * Finds the base: a lock file or an output folder, if it is written as a path, else a git revision. What is reviewed may
 * bring a folder that is called like a revision.
 */
export function readBase(given: string, places: InputPlaces, workingDirectory: string): Base {
  if (!isWrittenAsPath(given)) return revisionBase(given, places, workingDirectory);
  const path = resolve(workingDirectory, given);
  const file = existsSync(path) && statSync(path).isDirectory() ? join(path, LOCK_FILE) : path;
  const text = textOf(file);
  if (text === undefined)
    return refused(`${quoted(given)} is not a lock file or output folder`, "pass one, or a git revision");
  return { kind: "lock", text, name: given, beside: (name) => textOf(join(dirname(file), name)) };
}

/** `undefined` for what is not there, or is no file. */
function textOf(file: string): string | undefined {
  try {
    return existsSync(file) && statSync(file).isFile() ? readBytes(file).toString("utf8") : undefined;
  } catch (error) {
    if (error instanceof NotAFileError) return undefined;
    throw error;
  }
}

function refused(message: string, hint: string): Base {
  return { kind: "unusable", message, hint };
}

function revisionBase(name: string, places: InputPlaces, workingDirectory: string): Base {
  const repository = Repository.of(workingDirectory);
  const commit = repository?.commit(name);
  if (repository === undefined || commit === undefined) return noRevision(name, places, repository);
  const base = lockOf(commit, name, repository, places);
  if (commit.notGiven === undefined) return base;
  const file = relativePath(places.root, commit.notGiven) || ".";
  return refused(`git cannot give ${quoted(file)} of ${quoted(name)}`, REFETCH);
}

/** Why there is no such commit. */
function noRevision(revision: string, { root }: InputPlaces, repository: Repository | undefined): Base {
  if (repository?.hasGit === false) return refused("git was not found", GIVE_PATH);
  if (repository?.ask("rev-parse", "--git-dir") === undefined)
    return refused(`the folder ${quoted(root)} is not in a git repository`, GIVE_PATH);
  const hasCommits = repository.ask("rev-parse", "--verify", "--quiet", "HEAD") !== undefined;
  if (!hasCommits && revision === "HEAD") return { kind: "none", name: revision };
  const isShallow = repository.ask("rev-parse", "--is-shallow-repository")?.trim() === "true";
  const where = isShallow ? " in this shallow clone" : "";
  const first = isShallow ? `${FETCH}; or` : repository.hintFor(revision);
  return refused(`${quoted(revision)} is not a revision${where}`, `${first} ${GIVE_PATH}`);
}

function lockOf(commit: Commit, name: string, { top }: Repository, places: InputPlaces): Base {
  // The working directory may lead there by a link.
  const real = (path: string) => join(realpathSync(places.root), relative(places.root, path));
  const [out, config] = [real(places.out), real(places.config)];
  const folders = places.isOutGiven === true ? [out] : [...foldersIn(commit, real(places.root), config, out, top), out];
  const revision = { name, commit: commit.hash };
  for (const folder of folders) {
    const text = commit.read(join(folder, LOCK_FILE));
    if (text === undefined) continue;
    const moved = relative(top, folder).replaceAll("\\", "/");
    const beside = (path: string) => commit.read(join(folder, path));
    return { kind: "lock", text, ...revision, ...(folder !== out && { moved }), beside };
  }
  const instead = commit.read(config) !== undefined && { instead: relativePath(places.root, places.config) };
  return { kind: "none", ...revision, ...instead };
}

/** Where the nearest package.json of the commit says that the output folder of this configuration is. */
function foldersIn(commit: Commit, root: string, config: string, out: string, top: string): readonly string[] {
  for (let folder = root; ; folder = dirname(folder)) {
    const text = commit.read(join(folder, "package.json"));
    if (text === undefined && folder !== top && dirname(folder) !== folder) continue;
    const named = projectsIn(text ?? "").map((project) => ({
      out: resolve(folder, textOr(project["out"], DEFAULT_OUT)),
      config: resolve(folder, textOr(project["config"], DEFAULT_CONFIG)),
    }));
    return named.filter((each) => each.config === config || each.out === out).map((each) => each.out);
  }
}

function projectsIn(text: string): readonly { readonly [key: string]: unknown }[] {
  try {
    const { sdkwright = {} } = JSON.parse(text.replace(/^\uFEFF/, "")) as { sdkwright?: unknown };
    return [sdkwright].flat().filter(isRecord);
  } catch {
    return [];
  }
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === "string" ? value : fallback;
}

/** By these git would read another clone than the one that one stands in; a hook has some of them. */
const ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE)$/i;

/** A clone, asked from its top: from deeper, git would take files of what is reviewed for a bare repository. */
class Repository {
  readonly top: string;
  readonly #git: string | undefined;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(top: string) {
    this.top = top;
    const folders = programFolders(top);
    this.#git = findProgram("git", folders);
    const own = Object.entries(process.env).filter(([name]) => !ELSEWHERE.test(name) && name.toUpperCase() !== "PATH");
    // If a partial clone has left something out, git fetches it; not by a command that a URL names.
    this.#environment = {
      GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
      ...Object.fromEntries(own),
      PATH: folders.join(delimiter),
    };
  }

  /** The clone around a folder, or `undefined`. */
  static of(folder: string): Repository | undefined {
    for (let top = realpathSync(folder); ; top = dirname(top)) {
      if (existsSync(join(top, ".git"))) return new Repository(top);
      if (dirname(top) === top) return undefined;
    }
  }

  get hasGit(): boolean {
    return this.#git !== undefined;
  }

  commit(revision: string): Commit | undefined {
    const hash = this.ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
    return hash === undefined ? undefined : new Commit(this, hash.trim());
  }

  /** What git prints; `undefined` if it fails. */
  ask(...args: string[]): string | undefined {
    if (this.#git === undefined) return undefined;
    const { status, stdout } = spawnSync(this.#git, ["-C", this.top, ...args], {
      env: this.#environment,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return status === 0 ? stdout : undefined;
  }

  /** What to do about a revision that the clone does not have. */
  hintFor(revision: string): string {
    const [, from, to] = /^(.*?)\.{2,3}(.*)$/s.exec(revision) ?? [];
    if (from !== undefined) {
      const one = [from, to ?? ""].find((name) => /^[\w@][\w./@^~-]*$/.test(name)) ?? "HEAD";
      return `a range does not work: name the revision to compare with, as in ${DIFF} ${one}; or`;
    }
    const refs = this.ask("for-each-ref", "--format=%(refname:lstrip=2)", "refs/remotes", "refs/heads", "refs/tags");
    const names = (refs ?? "").split("\n").filter((name) => name !== "");
    const near = names.find((name) => name.endsWith(`/${revision}`)) ?? nearest(revision, names);
    if (near !== undefined) return `did you mean ${quoted(near)}? Or`;
    return "there is no such branch, tag or commit here: correct the name, or fetch it first (`git fetch origin`); or";
  }
}

/** The regular files of a commit, by the absolute paths that they have in the clone. */
class Commit {
  readonly hash: string;
  /** A file that it has and git cannot give: a partial clone has left it out, and nobody can be asked for it. */
  notGiven: string | undefined;
  readonly #repository: Repository;

  constructor(repository: Repository, hash: string) {
    this.#repository = repository;
    this.hash = hash;
  }

  /** The text of a file; `undefined` if the commit has none, or it is not given. */
  read(path: string): string | undefined {
    const way = relative(this.#repository.top, path).replaceAll("\\", "/");
    if (way === "" || way.startsWith("../")) return undefined;
    const entry = this.#repository.ask("ls-tree", "-z", this.hash, "--", `:(literal)${way}`);
    const blob = /^100\d+ blob (\w+)\t/.exec(entry ?? "")?.[1];
    const text = blob === undefined ? undefined : this.#repository.ask("cat-file", "blob", blob);
    if (entry === undefined || (blob !== undefined && text === undefined)) this.notGiven ??= path;
    return text;
  }
}
