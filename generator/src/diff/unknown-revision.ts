import { nearest } from "@sdkwright/runtime/config";
import type { Repository } from "./repository.js";

/** What to do about a revision that a clone does not have. */
export function revisionHint(revision: string, repository: Repository, command: string): string {
  const [, first, rest] = /^(.*?)\.{2,3}(.*)$/s.exec(revision) ?? [];
  if (first !== undefined) {
    const one = [first, rest, "HEAD"].find((name) => name !== undefined && /^[\w@][\w./@^~-]*$/.test(name)) ?? "HEAD";
    return `a range is not taken: name the revision to compare with, as ${command} ${one}`;
  }
  const names = namesIn(repository);
  const near = names.find((name) => name.endsWith(`/${revision}`)) ?? nearest(revision, names);
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
  return "git knows no branch, tag or commit of that name here: correct it, or fetch it first, as `git fetch origin`";
}

/** Of branches, those of remotes as `origin/main`, and of tags. */
function namesIn(repository: Repository): readonly string[] {
  const { text } = repository.ask(
    "for-each-ref",
    "--format=%(refname:lstrip=2)",
    "refs/remotes",
    "refs/heads",
    "refs/tags",
  );
  return text.split("\n").filter((name) => name !== "");
}
