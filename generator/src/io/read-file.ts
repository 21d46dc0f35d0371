import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

/** The one limit of what is read (rules F3): behind it nothing is counted again. */
export const MAX_BYTES: number = 64 * 1024 * 1024;
/** YAML takes more time and memory than JSON. */
export const MAX_YAML_BYTES: number = 16 * 1024 * 1024;
export const MAX_DEPTH = 200;
/** Objects, arrays and what is in them, with every alias of YAML written out. */
export const MAX_NODES = 2_000_000;
/** Characters of the keys that lead to a value: each note below has them in its pointer. */
export const MAX_KEYS = 8000;

export type Excess = "depth" | "nodes" | "keys";

/** What was counted of a value, or the first way in which it is too much, and where. */
export type Extent =
  | { readonly keys: number; readonly hasProto: boolean }
  | { readonly excess: Excess; readonly path: readonly (string | number)[] };

/** Counts a value that was parsed. Nothing else in the generator has to ask how large or deep a document is. */
export function extentOf(json: unknown): Extent {
  const path: (string | number)[] = [];
  let [nodes, keys, characters, hasProto] = [0, 0, 0, false];
  const count = (value: unknown): Excess | undefined => {
    if ((nodes += 1) > MAX_NODES) return "nodes";
    if (typeof value !== "object" || value === null) return undefined;
    if (path.length === MAX_DEPTH) return "depth";
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at += 1) {
        const excess = below(at, 0, value[at]);
        if (excess !== undefined) return excess;
      }
      return undefined;
    }
    for (const key of Object.keys(value)) {
      keys += 1;
      hasProto ||= key === "__proto__";
      const excess = below(key, key.length, (value as { readonly [key: string]: unknown })[key]);
      if (excess !== undefined) return excess;
    }
    return undefined;
  };
  const below = (key: string | number, length: number, value: unknown): Excess | undefined => {
    characters += length;
    if (characters > MAX_KEYS) return "keys";
    path.push(key);
    const excess = count(value);
    // The path of what is too much is kept.
    if (excess !== undefined) return excess;
    path.pop();
    characters -= length;
    return undefined;
  };
  const excess = count(json);
  return excess === undefined ? { keys, hasProto } : { excess, path };
}

/** What is wrong with a document that is too much, as a sentence. */
export const EXCESS_TEXTS: { readonly [excess in Excess]: string } = {
  depth: `objects and arrays are nested more than ${MAX_DEPTH} deep`,
  nodes: `it has more than ${MAX_NODES / 1_000_000} million values, with every alias written out`,
  keys: `the keys that lead to a value here have more than ${MAX_KEYS} characters`,
};

/** Something else is where a file or folder of ours belongs. */
export class NotAFileError extends Error {
  override readonly name = "NotAFileError";
  readonly what: string;

  constructor(path: string, what = "not a regular file") {
    super(`${path} is ${what}; remove it`);
    this.what = what;
  }
}

/**
 * Opens a file for reading. What comes from a repository may be a pipe, which waits for a writer, or a link to a device,
 * which has no end: it is opened without waiting, and refused unless it is a regular file (rules F3).
 */
function withOpened<T>(path: string, use: (descriptor: number, size: number) => T): T {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new NotAFileError(path, stat.isDirectory() ? "a folder" : undefined);
    return use(descriptor, stat.size);
  } finally {
    closeSync(descriptor);
  }
}

/** The bytes of a regular file; throws if it is none, has too many, or cannot be read. */
export function readBytes(path: string): Buffer {
  return withOpened(path, (descriptor, size) => {
    if (size > MAX_BYTES) throw new NotAFileError(path, "too large");
    // Files of the system say that they are empty, and may have no end.
    const bytes = Buffer.allocUnsafe(size);
    let read = 0;
    for (let count = -1; count !== 0 && read < size; read += count)
      count = readSync(descriptor, bytes, read, size - read, null);
    return bytes.subarray(0, read);
  });
}

/** As many of its first bytes as there are. */
export function readBeginning(path: string, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return withOpened(path, (descriptor) => bytes.subarray(0, readSync(descriptor, bytes)));
}

export type TextOrReason = { readonly text: string } | { readonly reason: UnreadableReason };

export type UnreadableReason = "missing" | "folder" | "not a regular file" | "too large" | "not UTF-8" | "not readable";

/** Reads a regular file as UTF-8, without its byte-order mark; never throws and never blocks. */
export function readText(path: string): TextOrReason {
  try {
    const bytes = readBytes(path);
    return isUtf8(bytes) ? { text: bytes.toString("utf8").replace(/^\uFEFF/, "") } : { reason: "not UTF-8" };
  } catch (error) {
    return { reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): UnreadableReason {
  if (error instanceof NotAFileError) {
    return error.what === "a folder" ? "folder" : error.what === "too large" ? "too large" : "not a regular file";
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return "missing";
  return code === "EISDIR" ? "folder" : "not readable";
}
