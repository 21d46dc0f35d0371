import { nearest } from "@sdkwright/runtime/config";
import type { Repository } from "./repository.js";

/** What to do about a revision that a clone does not have. */
export function revisionHint(revision: string, repository: Repository, command: string): string {
  const [, first, rest] = /^(.*?)\.{2,3}(.*)$/s.exec(revision) ?? [];
  if (first !== undefined) {
    const one = [first, rest, "HEAD"].find((name) => name !== undefined && /^[\w@][\w./@^~-]*$/.test(name)) ?? "HEAD";
    return `a range is not taken: name the revision to compare with, as ${command} ${one}`;
  }
  const near = nearest(revision, branches(repository));
  if (near !== undefined) return `did you mean ${JSON.stringify(near)}?`;
  return "git knows no branch, tag or commit of that name here: correct it, or fetch it first, as `git fetch origin`";
}

function branches(repository: Repository): readonly string[] {
  const { text } = repository.ask("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads", "refs/remotes");
  return text.split("\n").filter((name) => name !== "");
}
