import { isNestedTooDeeply } from "../../files/nested-code.js";
import { MAX_OPENAPI_BYTES, readText, type UnreadableReason } from "../../files/read-text.js";
import { Project, type FileSystemHost } from "../../maps/ts-morph.js";
import { isRecord } from "../../files/is-record.js";
import { looseJson } from "../../project/loose-json.js";

/** What TypeScript copes with by itself: it asks for files that are not there, and takes any bytes for text. */
const HARMLESS: ReadonlySet<UnreadableReason> = new Set(["missing", "folder", "not UTF-8"]);

/** One tsconfig may be extended by several; TypeScript follows each `extends` anew, and lists of them multiply. */
const MOST_READS = 1000;

/** Patterns of a tsconfig may lead through all that a machine has: TypeScript looks into so many folders, and no more. */
const MOST_FOLDERS = 20_000;

/** Three names with two stars each, say, or six `**`; nobody writes more. */
const MOST_WAYS = 6;

/** The file system for TypeScript, with regular files of bounded size alone: what it opens may come from a repository. */
export class GuardedFiles {
  readonly host: FileSystemHost;
  /** The first that was not read, absolute. TypeScript takes what its tsconfig extends as empty then, and goes on. */
  refused: string | undefined;
  readonly #reads = new Map<string, number>();
  #folders = 0;

  constructor() {
    this.host = new Project({ skipLoadingLibFiles: true }).getFileSystem();
    const read = this.host.readFileSync.bind(this.host);
    this.host.readFileSync = (path, encoding) => this.#textOf(path) ?? read(path, encoding);
    const list = this.host.readDirSync.bind(this.host);
    this.host.readDirSync = (path) => {
      this.#folders += 1;
      if (this.hasTooMany) throw new Error("too many folders");
      return list(path);
    };
  }

  get hasTooMany(): boolean {
    return this.#folders > MOST_FOLDERS;
  }

  /** `undefined` where it is for TypeScript to say what is wrong. */
  #textOf(path: string): string | undefined {
    const reads = (this.#reads.get(path) ?? 0) + 1;
    this.#reads.set(path, reads);
    const found = reads > MOST_READS ? { reason: "too large" as const } : readText(path, MAX_OPENAPI_BYTES);
    if ("text" in found && !(path.endsWith(".json") ? isEndless(found.text) : isNestedTooDeeply(found.text)))
      return found.text;
    if ("reason" in found && HARMLESS.has(found.reason)) return undefined;
    this.refused ??= path;
    throw new Error(`${path} is not read`);
  }
}

/**
 * TypeScript reads JSON as an expression, whatever one it is, and makes another of each pattern of a tsconfig, which may try
 * more ways than anybody waits for: each `*` in a name but the first multiplies them by the length of the name, each `**` by
 * the number of folders.
 */
function isEndless(text: string): boolean {
  const json = looseJson(text);
  if (json === undefined) return text.trim() !== "";
  const { include, exclude } = (isRecord(json) ? json : {}) as Partial<Record<string, unknown>>;
  return [include, exclude].flat().some((pattern) => {
    const segments = typeof pattern === "string" ? pattern.split(/[\\/]/) : [];
    const weights = segments.map((segment) => (segment === "**" ? 1 : 2 * (segment.split("*").length - 2)));
    return weights.reduce((all, weight) => all + Math.max(0, weight), 0) > MOST_WAYS;
  });
}
