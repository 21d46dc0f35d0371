// What git says of a clone.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isInside } from "../files/output-folder.js";

interface Answer {
  readonly isAnswer: boolean;
  readonly text: string;
}

/** Where a clone has left something out, git fetches it; not by a command that a URL names. */
const PROTOCOLS = { GIT_ALLOW_PROTOCOL: "file:git:http:https:ssh" };

/**
 * A clone, asked from its top. From deeper, git would take files of what is reviewed for a bare repository, whose
 * configuration can name commands; `.git` is what no commit can hold.
 */
export class Repository {
  readonly top: string;

  private constructor(top: string) {
    this.top = top;
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
    const { error } = this.#run(["--version"]);
    return !(error !== undefined && "code" in error && error.code === "ENOENT");
  }

  /** `undefined` where there is no such revision. */
  commit(revision: string): Commit | undefined {
    const { isAnswer, text } = this.ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
    return isAnswer ? new Commit(this, text.trim()) : undefined;
  }

  ask(...args: string[]): Answer {
    const { status, stdout } = this.#run(args);
    return { isAnswer: status === 0, text: stdout ?? "" };
  }

  #run(args: readonly string[]) {
    return spawnSync("git", ["-C", this.top, ...args], {
      env: { ...PROTOCOLS, ...process.env },
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  }
}

/** The files of a commit, by the absolute paths that they have in the clone, whatever stands there now. */
export class Commit {
  readonly repository: Repository;
  readonly #hash: string;

  constructor(repository: Repository, hash: string) {
    this.repository = repository;
    this.#hash = hash;
  }

  /** The text of a file; `undefined` where the commit has none. */
  read(path: string): string | undefined {
    const { top } = this.repository;
    if (!isInside(path, top)) return undefined;
    const blob = this.repository.ask("cat-file", "blob", `${this.#hash}:${relative(top, path).replaceAll("\\", "/")}`);
    return blob.isAnswer ? blob.text : undefined;
  }

  /** Where files of this name are. */
  filesNamed(name: string): readonly string[] {
    const { text } = this.repository.ask("ls-tree", "-r", "-z", "--name-only", this.#hash);
    const found = text.split("\0").filter((path) => path === name || path.endsWith(`/${name}`));
    return found.map((path) => join(this.repository.top, path));
  }
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}
