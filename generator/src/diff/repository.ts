// What git says of a clone.
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { realPathOf } from "../files/output-folder.js";

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
  readonly #top: string;

  private constructor(top: string) {
    this.#top = top;
  }

  /** The clone around a folder that is there, or `undefined`. */
  static of(folder: string): Repository | undefined {
    const top = topOf(realpathSync(folder));
    return top === undefined ? undefined : new Repository(top);
  }

  get hasGit(): boolean {
    const { error } = this.#run(["--version"]);
    return !(error !== undefined && "code" in error && error.code === "ENOENT");
  }

  /** What git calls a file in this clone, there or not. */
  nameOf(file: string): string {
    return relative(this.#top, join(realPathOf(dirname(file)), basename(file))).replaceAll("\\", "/");
  }

  ask(...args: string[]): Answer {
    const { status, stdout } = this.#run(args);
    return { isAnswer: status === 0, text: stdout ?? "" };
  }

  #run(args: readonly string[]) {
    return spawnSync("git", ["-C", this.#top, ...args], {
      env: { ...PROTOCOLS, ...process.env },
      encoding: "utf8",
      maxBuffer: 256 * 1024 * 1024,
      stdio: ["ignore", "pipe", "ignore"],
    });
  }
}

function topOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  return dirname(folder) === folder ? undefined : topOf(dirname(folder));
}
