import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { nearestExisting } from "../files/output-folder.js";
import { relativePath } from "../files/relative-path.js";
import { LOCK_FILE } from "../lock/lock.js";
import { Repository } from "./repository.js";

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

/**
 * Finds the base: a git revision, or else a lock file or an output folder. A file that is called like a revision does not
 * take its place, for what is reviewed may bring one; `./main` is the file.
 */
export function readBase(given: string, { out, root }: InputPlaces, workingDirectory: string): Base {
  const revision = readRevision(given, out, root);
  if (revision.kind !== "unusable") return revision;
  const file = lockFileAt(resolve(workingDirectory, given));
  if (file === undefined) return revision;
  return {
    kind: "lock",
    text: readFileSync(file, "utf8"),
    name: given,
    beside: (path) => textAt(dirname(file), path),
  };
}

/** A folder without a lock is not meant. What is named may be a pipe; a link to a device, which has no end, nobody means. */
function lockFileAt(path: string): string | undefined {
  const found = existsSync(path) ? statSync(path) : undefined;
  if (found?.isFile() === true || found?.isFIFO() === true) return path;
  const inFolder = join(path, LOCK_FILE);
  return existsSync(inFolder) && statSync(inFolder).isFile() ? inFolder : undefined;
}

/** A name in a lock from elsewhere leads nowhere else, and to nothing that has no end. */
function textAt(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  if (!existsSync(file) || !statSync(file).isFile()) return undefined;
  return readFileSync(file, "utf8");
}

/** Reads the lock out of the revision by the path that it has now. */
function readRevision(revision: string, out: string, root: string): Base {
  const folder = nearestExisting(out);
  const repository = Repository.of(folder);
  const commit = repository?.ask("rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`);
  if (repository === undefined || commit === undefined || !commit.isAnswer) {
    const isOutside = relativePath(root, out).startsWith("..");
    return unusable(revision, isOutside ? folder : root, repository);
  }
  const read = (path: string): string | undefined => {
    const name = repository.nameOf(join(out, path));
    const blob = repository.ask("cat-file", "blob", `${commit.text.trim()}:${name}`);
    return blob.isAnswer ? blob.text : undefined;
  };
  const text = read(LOCK_FILE);
  return text === undefined ? { kind: "none", name: revision } : { kind: "lock", text, name: revision, beside: read };
}

const FETCH = "fetch the history and its branches first: in GitHub Actions `fetch-depth: 0`";

function unusable(revision: string, folder: string, repository: Repository | undefined): Base {
  const hint = "give a lock file or an output folder instead: npx sdkwright diff <file or folder>";
  if (repository?.hasGit === false) return { kind: "unusable", message: "git was not found", hint };
  if (!repository?.ask("rev-parse", "--git-dir").isAnswer) {
    return { kind: "unusable", message: `the folder ${JSON.stringify(folder)} is not in a git repository`, hint };
  }
  const hasCommits = repository.ask("rev-parse", "--verify", "--quiet", "HEAD").isAnswer;
  if (!hasCommits && revision === "HEAD") return { kind: "none", name: revision };
  const isShallow = repository.ask("rev-parse", "--is-shallow-repository").text.trim() === "true";
  const where = isShallow ? " here, where the clone is shallow" : "";
  const message = `${JSON.stringify(revision)} is not a revision, lock file or output folder${where}`;
  return { kind: "unusable", message, hint: isShallow ? `${FETCH}; or ${hint}` : hint };
}
