// What git says of a clone.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { basename, delimiter, dirname, join, relative } from "node:path";
import { findProgram, programFolders } from "../files/find-program.js";

interface Answer {
  readonly isAnswer: boolean;
  readonly text: string;
}

/** Where a clone has left something out, git fetches it; not by a command that a URL names. */
const PROTOCOLS = { GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh" };

/** By these git would read another clone than the one that one stands in. A hook has some of them: they name this one. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_GRAFT_FILE",
  "GIT_SHALLOW_FILE",
  "GIT_REPLACE_REF_BASE",
]);

/** An object is what its hash says: none is shown in place of another. */
const AS_IT_IS = { GIT_NO_REPLACE_OBJECTS: "1" };

/** git starts programs itself, in the same folders. Windows tells no case apart in names of variables. */
function environment(folders: readonly string[]): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !ELSEWHERE.has(name.toUpperCase()) && name.toUpperCase() !== "PATH",
  );
  return { ...PROTOCOLS, ...Object.fromEntries(own), ...AS_IT_IS, PATH: folders.join(delimiter) };
}

/**
 * A clone, asked from its top. From deeper, git would take files of what is reviewed for a bare repository, whose
 * configuration can name commands; `.git` is what no commit can hold.
 */
export class Repository {
  readonly top: string;
  readonly #git: string | undefined;
  readonly #environment: NodeJS.ProcessEnv;

  private constructor(top: string) {
    this.top = top;
    const folders = programFolders(top);
    this.#git = findProgram("git", folders);
    this.#environment = environment(folders);
  }

  /** The clone around a folder that is there, or `undefined`. */
  static of(folder: string): Repository | undefined {
    const top = topOf(realpathSync(folder));
    return top === undefined ? undefined : new Repository(top);
  }

  /** The clone around this one, which is a submodule then, or a folder that was put there. */
  get outer(): Repository | undefined {
    return dirname(this.top) === this.top ? undefined : Repository.of(dirname(this.top));
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
}

/** A commit has something that git cannot give: a partial clone has left it out, and nobody can be asked for it. */
export class NotGivenError extends Error {
  override readonly name = "NotGivenError";
  readonly path: string;

  /** `path` is absolute. */
  constructor(path: string) {
    super(`git cannot give ${path}`);
    this.path = path;
  }
}

/** What a commit has at a path: a regular file by its hash, or what leads elsewhere. */
type Entry = { readonly file: string } | "link";

/**
 * The regular files of a commit, by the absolute paths that they have in the clone, whatever stands there now. Links and
 * submodules are none, and through them nothing is reached.
 */
export class Commit {
  readonly repository: Repository;
  readonly hash: string;
  /** By the path from the top; `undefined` where git cannot say. */
  readonly #entries: ReadonlyMap<string, Entry> | undefined;

  constructor(repository: Repository, hash: string) {
    this.repository = repository;
    this.hash = hash;
    const { isAnswer, text } = repository.ask("ls-tree", "-r", "-z", hash);
    this.#entries = isAnswer ? new Map(text.split("\0").flatMap(entryIn)) : undefined;
  }

  get isListed(): boolean {
    return this.#entries !== undefined;
  }

  has(path: string): boolean {
    return typeof this.#entryAt(path) === "object";
  }

  /** The text of a file; `undefined` where the commit has none. Throws a NotGivenError. */
  read(path: string): string | undefined {
    const entry = this.#entryAt(path);
    if (typeof entry !== "object") return undefined;
    const { isAnswer, text } = this.repository.ask("cat-file", "blob", entry.file);
    if (!isAnswer) throw new NotGivenError(path);
    return text;
  }

  /** Where files of this name are. */
  filesNamed(name: string): readonly string[] {
    const paths = [...(this.#entries?.keys() ?? [])].map((path) => join(this.repository.top, path));
    return paths.filter((path) => basename(path) === name && this.has(path));
  }

  /** A link or submodule that stands at a path, or on the way to it. */
  linkOn(path: string): string | undefined {
    const way = this.#wayTo(path);
    for (const [at, entry] of this.#entries ?? [])
      if (entry === "link" && (way === at || way.startsWith(`${at}/`))) return join(this.repository.top, at);
    return undefined;
  }

  #entryAt(path: string): Entry | undefined {
    return this.#entries?.get(this.#wayTo(path));
  }

  #wayTo(path: string): string {
    return relative(this.repository.top, path).replaceAll("\\", "/");
  }
}

/** A line of `git ls-tree`: mode, type, hash and path. */
function entryIn(line: string): readonly (readonly [path: string, entry: Entry])[] {
  const [, mode = "", file = "", path] = /^(\d+) \w+ (\w+)\t(.+)$/s.exec(line) ?? [];
  return path === undefined ? [] : [[path, mode.startsWith("100") ? { file } : "link"]];
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}
