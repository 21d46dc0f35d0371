import { resolve } from "node:path";
import { readText } from "../files/read-file.js";
import { isLock } from "../lock/is-lock.js";
import { looseObject } from "./loose-json.js";

/** What keeps a tsconfig from being read whole. */
export interface TsconfigProblem {
  /** Absolute. */
  readonly path: string;
  readonly message: string;
}

/**
 * The cache that the library looks its calls of the file system up in: what it reads is read by us, bounded and never from
 * a device, and known afterwards.
 */
export class Looked extends Map<string, string> {
  readonly texts: Map<string, string> = new Map();
  readonly absent: string[] = [];
  readonly problems: TsconfigProblem[] = [];
  /** The last that is there and was not read: what extends it has no mistake of its own. */
  unread: TsconfigProblem | undefined;

  override get(key: string): string | undefined {
    const path = /^readFileSync:(.+):utf8$/s.exec(key)?.[1];
    return path === undefined ? super.get(key) : this.#read(resolve(path));
  }

  /** A base that is not there, but none in node_modules: which places are looked at there depends on the machine. */
  override set(key: string, value: string): this {
    const path = /^existsSync:(.+)$/s.exec(key)?.[1];
    const isThere: unknown = value;
    if (path !== undefined && isThere === false && !/[\\/]node_modules[\\/]/.test(path)) this.miss(resolve(path));
    return super.set(key, value);
  }

  /** Nothing can ever stand at a path with a NUL. */
  miss(path: string): void {
    if (!path.includes("\0") && !isLock(path)) this.absent.push(path);
  }

  /** What is no tsconfig counts as empty; package.json of a base only says where the base is. */
  #read(path: string): string {
    const known = this.texts.get(path);
    if (known !== undefined) return known;
    if (isLock(path)) return this.#withhold(path);
    const read = readText(path);
    if (!("text" in read)) {
      if (read.reason !== "missing") this.unread = { path, message: `it is ${read.reason}` };
      throw new Error("it cannot be read");
    }
    if (/[\\/]package\.json$/.test(path)) return read.text;
    const message = misfit(read.text);
    if (message !== undefined) this.problems.push({ path, message });
    this.texts.set(path, message === undefined ? read.text : "{}");
    return this.texts.get(path) ?? "";
  }

  #withhold(path: string): string {
    const message = "`generate` writes it, and it says nothing about TypeScript";
    if (!this.problems.some((problem) => problem.path === path)) this.problems.push({ path, message });
    return "{}";
  }
}

const KEYS = new Set(["compilerOptions", "extends", "references", "files", "include", "exclude"]);

/** Why a text counts as empty, and has no hash in the lock: what is no tsconfig may hold a secret. */
function misfit(text: string): string | undefined {
  const json = looseObject(text);
  if (json === undefined) return "it is not JSON";
  const keys = Object.keys(json);
  return keys.length === 0 || keys.some((key) => KEYS.has(key)) ? undefined : "it has no key of a tsconfig";
}
