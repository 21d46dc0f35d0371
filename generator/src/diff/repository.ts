import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { nearest } from "@sdkwright/runtime/config";
import { findProgram, programFolders } from "../io/find-program.js";

// What git says of a clone.

interface Answer {
  readonly isAnswer: boolean;
  readonly text: string;
}

/** By these git would read another clone than the one that one stands in; a hook has some of them. */
const ELSEWHERE = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|NAMESPACE)$/i;

/** A clone, asked from its top: from deeper, git would take files of what is reviewed for a bare repository. */
export class Repository {
  readonly top: string;
  readonly #git: string | undefined;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(top: string) {
    this.top = top;
    const folders = programFolders(top);
    this.#git = findProgram("git", folders);
    const own = Object.entries(process.env).filter(([name]) => !ELSEWHERE.test(name) && name.toUpperCase() !== "PATH");
    // Where a partial clone has left something out, git fetches it; not by a command that a URL names.
    this.#environment = {
      GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh",
      ...Object.fromEntries(own),
      PATH: folders.join(delimiter),
    };
  }

  /** The clone around a folder that is there, or `undefined`. */
  static of(folder: string): Repository | undefined {
    const top = topOf(realpathSync(folder));
    return top === undefined ? undefined : new Repository(top);
  }

  get hasGit(): boolean {
    return this.#git !== undefined;
  }

  /** `undefined` where there is no such revision. */
  commit(revision: string): Commit | undefined {
    const { isAnswer, text } = this.ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
    return isAnswer ? new Commit(this, text.trim()) : undefined;
  }

  ask(...args: string[]): Answer {
    if (this.#git === undefined) return { isAnswer: false, text: "" };
    const { status, stdout } = spawnSync(this.#git, ["-C", this.top, ...args], {
      env: this.#environment,
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return { isAnswer: status === 0, text: stdout ?? "" };
  }

  /** What to do about a revision that the clone does not have. */
  hintFor(revision: string, command: string): string {
    const [, first, rest] = /^(.*?)\.{2,3}(.*)$/s.exec(revision) ?? [];
    if (first !== undefined) {
      const one = [first, rest, "HEAD"].find((name) => name !== undefined && /^[\w@][\w./@^~-]*$/.test(name)) ?? "HEAD";
      return `a range is not taken: name the revision to compare with, as ${command} ${one}`;
    }
    const refs = this.ask("for-each-ref", "--format=%(refname:lstrip=2)", "refs/remotes", "refs/heads", "refs/tags");
    const names = refs.text.split("\n").filter((name) => name !== "");
    const near = names.find((name) => name.endsWith(`/${revision}`)) ?? nearest(revision, names);
    if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
    return "git knows no branch, tag or commit of that name here: correct it, or fetch it first, as `git fetch origin`";
  }
}

/** A commit has something that git cannot give: a partial clone has left it out, and nobody can be asked for it. */
export class NotGivenError extends Error {
  override readonly name = "NotGivenError";
  readonly path: string;

  constructor(path: string) {
    super(`git cannot give ${path}`);
    this.path = path;
  }
}

/** The regular files of a commit, by the absolute paths that they have in the clone. */
export class Commit {
  readonly hash: string;
  readonly #repository: Repository;

  constructor(repository: Repository, hash: string) {
    this.#repository = repository;
    this.hash = hash;
  }

  has(path: string): boolean {
    return this.#blobAt(path) !== undefined;
  }

  /** The text of a file; `undefined` where the commit has none. Throws a NotGivenError. */
  read(path: string): string | undefined {
    const blob = this.#blobAt(path);
    if (blob === undefined) return undefined;
    const { isAnswer, text } = this.#repository.ask("cat-file", "blob", blob);
    if (!isAnswer) throw new NotGivenError(path);
    return text;
  }

  #blobAt(path: string): string | undefined {
    const way = relative(this.#repository.top, path).replaceAll("\\", "/");
    if (way === "" || way.startsWith("../")) return undefined;
    const { isAnswer, text } = this.#repository.ask("ls-tree", "-z", this.hash, "--", `:(literal)${way}`);
    if (!isAnswer) throw new NotGivenError(path);
    return /^100\d+ blob (\w+)\t/.exec(text)?.[1];
  }
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}
