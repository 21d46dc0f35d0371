import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import { LOCK_FILE } from "../lock/lock.js";

/** The lock that is compared with, as text. */
export type Base =
  | {
      readonly kind: "lock";
      readonly text: string;
      readonly name: string;
      /** The text of a file beside the lock, by its path from there; `undefined` where it is not. */
      readonly beside: (path: string) => string | undefined;
    }
  /** There is none: nothing was generated yet. */
  | { readonly kind: "none"; readonly name: string }
  /** The command line asks for something that cannot be had. */
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** Finds the base: a lock file, an output folder, or else a git revision. */
export function readBase(given: string, { out, root }: InputPlaces, workingDirectory: string): Base {
  const file = lockFileAt(resolve(workingDirectory, given));
  if (file !== undefined) {
    return {
      kind: "lock",
      text: readFileSync(file, "utf8"),
      name: given,
      beside: (path) => textAt(dirname(file), path),
    };
  }
  return readRevision(given, out, root);
}

/** A revision is seldom called like a folder; one without a lock is not meant. */
function lockFileAt(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  if (!statSync(path).isDirectory()) return path;
  const inFolder = join(path, LOCK_FILE);
  // What is named is the caller's; what stands in a folder may be a link to a device, which has no end.
  return existsSync(inFolder) && statSync(inFolder).isFile() ? inFolder : undefined;
}

/** A name in a lock from elsewhere leads nowhere else, and to nothing that has no end. */
function textAt(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  return readFileSync(file, "utf8");
}

/** Reads the lock out of the revision by the path that it has now. Nothing of the repository's configuration is run. */
function readRevision(revision: string, out: string, root: string): Base {
  const folder = existingParent(out);
  const commit = git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  if (commit.status !== 0)
    return unusable(revision, relativePath(root, out).startsWith("..") ? folder : root, commit.isMissing);
  const read = (path: string): string | undefined => {
    const name = join(out, path)
      .slice(folder.length + 1)
      .replaceAll("\\", "/");
    const blob = git(folder, "cat-file", "blob", `${commit.stdout.trim()}:./${name}`);
    return blob.status === 0 ? blob.stdout : undefined;
  };
  const text = read(LOCK_FILE);
  return text === undefined ? { kind: "none", name: revision } : { kind: "lock", text, name: revision, beside: read };
}

function unusable(revision: string, folder: string, isMissing: boolean): Base {
  const hint = "give a lock file or an output folder instead: sdkwright diff <file or folder>";
  if (isMissing) return { kind: "unusable", message: "git was not found", hint };
  if (git(folder, "rev-parse", "--git-dir").status !== 0) {
    return { kind: "unusable", message: `the folder ${JSON.stringify(folder)} is not in a git repository`, hint };
  }
  const hasCommits = git(folder, "rev-parse", "--verify", "--quiet", "HEAD").status === 0;
  if (!hasCommits && revision === "HEAD") return { kind: "none", name: revision };
  return {
    kind: "unusable",
    message: `${JSON.stringify(revision)} is not a revision, lock file or output folder`,
    hint,
  };
}

interface GitAnswer {
  readonly status: number | null;
  readonly stdout: string;
  readonly isMissing: boolean;
}

function git(folder: string, ...args: string[]): GitAnswer {
  const { status, stdout, error } = spawnSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const isMissing = error !== undefined && "code" in error && error.code === "ENOENT";
  return { status, stdout: stdout ?? "", isMissing };
}

function existingParent(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : existingParent(dirname(path));
}
