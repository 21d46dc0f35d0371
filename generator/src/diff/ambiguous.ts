// Whether a revision is what its name says. Who can push a tag or a branch chooses its name,
// and git takes a tag before a branch, and a branch before that of a remote.
import type { Repository } from "./repository.js";

/** Why a revision is not taken as a base, and the names that say which one is meant. */
export interface Ambiguity {
  readonly message: string;
  readonly names: readonly string[];
}

/** `undefined` where a revision can be one thing only. */
export function ambiguityOf(repository: Repository, revision: string): Ambiguity | undefined {
  const name = revision.replace(/[\^~:].*|@\{.*/s, "");
  if (isCertain(name)) return undefined;
  const refs = refsCalled(repository, name);
  if (refs.includes(name)) return undefined;
  const names = [...refs, ...commitsCalled(repository, name)];
  const quoted = JSON.stringify(name);
  if (refs.length > 0 && names.length > 1)
    return { message: `${quoted} can be several things here: ${names.join(", ")}`, names };
  const ref = refs.find((each) => each === `refs/tags/${name}` || each === `refs/heads/${name}`);
  if (ref === undefined || !isCalledLikeRef(repository, name)) return undefined;
  const kind = ref.startsWith("refs/tags/") ? "a tag here" : "a branch of this clone";
  return { message: `${quoted} is ${kind}, ${ref}, that is called like another ref`, names: [ref] };
}

/** What is checked out, whatever has that name besides; and a whole hash, which git takes before a name. */
function isCertain(name: string): boolean {
  return /^(?:HEAD|@|)$/.test(name) || /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(name);
}

/** In the order in which git takes them. */
function refsCalled(repository: Repository, name: string): readonly string[] {
  const places = ["", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"];
  const candidates = [...places.map((place) => place + name), `refs/remotes/${name}/HEAD`];
  const wanted = candidates.filter((candidate) => candidate.startsWith("refs/"));
  const found = new Set(repository.ask("for-each-ref", "--format=%(refname)", "--", ...wanted).text.split("\n"));
  return wanted.filter((candidate) => found.has(candidate));
}

/** Where a name is the beginning of a hash too, or ends with one as `git describe` writes it. */
function commitsCalled(repository: Repository, name: string): readonly string[] {
  const [, hash] = /(?:^|-g)([0-9a-f]{4,})$/i.exec(name) ?? [];
  if (hash === undefined) return [];
  return repository
    .ask("rev-parse", `--disambiguate=${hash}`)
    .text.split("\n")
    .filter((each) => each !== "");
}

/** Like a branch of a remote, as `origin/main`, or as a full name begins. */
function isCalledLikeRef(repository: Repository, name: string): boolean {
  const remotes = repository
    .ask("remote")
    .text.split("\n")
    .filter((remote) => remote !== "");
  return ["refs", "heads", "tags", "remotes", ...remotes].some((folder) => name.startsWith(`${folder}/`));
}
