import { escapeLines } from "../files/escape.js";
import type { ImportEndings, ImportExtension } from "../files/import-endings.js";

/** Name of the lock in the output folder. */
export const LOCK_FILE = "sdkwright.lock.json";

/** Raised when an older sdkwright could not read what we write, or we not what it wrote. */
export const LOCK_FORMAT = 3;

/**
 * What was emitted, from what, and what callers see of it. It depends on the inputs alone: no dates, no absolute
 * paths, no versions of tools. One entry per line, so that a merge meets only where both sides changed one thing.
 */
export interface Lock {
  readonly formatVersion: number;
  /** Templates and emitter; fixed at our build. */
  readonly fingerprint: string;
  readonly options: LockOptions;
  readonly inputs: LockInputs;
  /** Warnings and notes of the run: a run with nothing to do looks for them again where there are some. */
  readonly warnings: number;
  /** Notes about OpenAPI documents, which are told when something has changed; absent for none. */
  readonly documentNotes?: number;
  /** Hash per emitted file, by path relative to the output folder. What is listed is ours, and nothing else is. */
  readonly files: { readonly [path: string]: string };
  /** What was emitted once, and stays because it was edited by hand; absent where there is nothing of the kind. */
  readonly kept?: { readonly [path: string]: string };
  /** How many files could not be written, because something that is not ours stands in their place; absent for none. */
  readonly foreign?: number;
  /** What `diff` compares. */
  readonly model: object;
}

/** Where things are, relative to the project root, and what tsconfig says that shapes the output. */
export interface LockOptions {
  readonly config: string;
  readonly out: string;
  /** Definitions given as arguments. */
  readonly definitions: readonly string[];
  readonly importExtension: ImportExtension;
  /** What package.json says about it; absent where it says nothing. */
  readonly importEndings?: ImportEndings | undefined;
  readonly allowJs: boolean;
}

export type InputKind = "client" | "definition" | "profile" | "openapi" | "map" | "tsconfig";

/** Hashes by kind and path relative to the project root; `absent` are the places that were looked at in vain. */
export interface LockInputs {
  readonly client: { readonly [file: string]: string };
  readonly definition: { readonly [file: string]: string };
  readonly profile: { readonly [file: string]: string };
  /** OpenAPI documents, and the files beside them that they refer to. */
  readonly openapi: { readonly [file: string]: string };
  readonly map: { readonly [file: string]: string };
  /** Every tsconfig that was read. */
  readonly tsconfig: { readonly [file: string]: string };
  readonly absent: readonly string[];
}

/**
 * The lock's text: two spaces, keys in the interface's order, paths sorted, a line feed at the end. Nothing in it is
 * invisible to whoever reviews it (rules F2).
 */
export function printLock(lock: Lock): string {
  const { formatVersion, fingerprint, options, inputs, warnings, documentNotes, files, kept, foreign, model } = lock;
  const { config, out, definitions, importExtension, importEndings, allowJs } = options;
  const ordered: Lock = {
    formatVersion,
    fingerprint,
    options: { config, out, definitions, importExtension, ...(importEndings && { importEndings }), allowJs },
    inputs: {
      client: sortKeys(inputs.client),
      definition: sortKeys(inputs.definition),
      profile: sortKeys(inputs.profile),
      openapi: sortKeys(inputs.openapi),
      map: sortKeys(inputs.map),
      tsconfig: sortKeys(inputs.tsconfig),
      absent: [...inputs.absent].sort(),
    },
    warnings,
    ...(documentNotes !== undefined && { documentNotes }),
    files: sortKeys(files),
    ...(kept !== undefined && { kept: sortKeys(kept) }),
    ...(foreign !== undefined && { foreign }),
    model,
  };
  return `${escapeLines(JSON.stringify(ordered, undefined, 2))}\n`;
}

/** By code unit: the same on every machine. */
function sortKeys(record: { readonly [key: string]: string }): { readonly [key: string]: string } {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Follows the hash of a map with a note, which the next run looks for again. */
export const REMARKED_ON = " with a note";

/** Where a run keeps what it is about to write: in the output folder, and so on its file system. */
export const STAGING_FOLDER = ".sdkwright-writing";
