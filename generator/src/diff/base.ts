import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import { LOCK_FILE } from "../lock/lock.js";

/** The lock that is compared with, as text. */
export type Base =
  | { readonly kind: "lock"; readonly text: string; readonly name: string }
  /** There is none: nothing was generated yet. */
  | { readonly kind: "none"; readonly name: string }
  /** The command line asks for something that cannot be had. */
  | { readonly kind: "unusable"; readonly message: string; readonly hint: string };

/** Finds the base: a lock file, an output folder, or else a git revision. */
export function readBase(given: string, { out, root }: InputPlaces, workingDirectory: string): Base {
  const file = lockFileAt(resolve(workingDirectory, given));
  if (file !== undefined) return { kind: "lock", text: readFileSync(file, "utf8"), name: given };
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

/** Reads the lock out of the revision by the path that it has now. Nothing of the repository's configuration is run. */
function readRevision(revision: string, out: string, root: string): Base {
  const folder = existingParent(out);
  const commit = git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  if (commit.status !== 0)
    return unusable(revision, relativePath(root, out).startsWith("..") ? folder : root, commit.isMissing);
  const path = join(out, LOCK_FILE)
    .slice(folder.length + 1)
    .replaceAll("\\", "/");
  const blob = git(folder, "cat-file", "blob", `${commit.stdout.trim()}:./${path}`);
  return blob.status === 0 ? { kind: "lock", text: blob.stdout, name: revision } : { kind: "none", name: revision };
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
