import { readText, type UnreadableReason } from "../../files/read-file.js";
import { Project, type FileSystemHost } from "../../maps/ts-morph.js";

/** What TypeScript copes with by itself: it asks for files that are not there, and takes any bytes for text. */
const HARMLESS: ReadonlySet<UnreadableReason> = new Set(["missing", "folder", "not UTF-8"]);

/** The file system for TypeScript, with regular files alone: what it opens may come from a repository. */
export class GuardedFiles {
  readonly host: FileSystemHost;
  /** The first that was not read, absolute. TypeScript takes what its tsconfig extends as empty then, and goes on. */
  refused: string | undefined;

  constructor() {
    this.host = new Project({ skipLoadingLibFiles: true }).getFileSystem();
    const read = this.host.readFileSync.bind(this.host);
    this.host.readFileSync = (path, encoding) => this.#textOf(path) ?? read(path, encoding);
  }

  /** `undefined` if it is for TypeScript to say what is wrong. */
  #textOf(path: string): string | undefined {
    const found = readText(path);
    if ("text" in found) return found.text;
    if (HARMLESS.has(found.reason)) return undefined;
    this.refused ??= path;
    throw new Error(`${path} is not read`);
  }
}
