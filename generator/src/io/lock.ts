import { createHash, hash } from "node:crypto";
import { join } from "node:path";
import { isRecord } from "./json.js";
import type { ImportEndings, ImportExtension } from "./paths.js";
import { readText } from "./read-file.js";
import { escapeLines, hasConflictMarkers, sidesOf } from "./text.js";

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

/** What stands in the output folder as its lock. */
export type LockOnDisk =
  | { readonly kind: "absent" }
  | { readonly kind: "lock"; readonly lock: Lock }
  /** Written by an earlier sdkwright: what is ours is known, and what callers see is not. */
  | { readonly kind: "older"; readonly lock: Lock }
  /** A merge left both sides in the file; each that can be read. */
  | { readonly kind: "conflict"; readonly sides: readonly Lock[] }
  | { readonly kind: "unreadable" }
  /** Written by a later sdkwright. */
  | { readonly kind: "newer" };

/** Reads a lock's text; whatever stands there, nothing is thrown. */
export function readLock(text: string | undefined): LockOnDisk {
  if (text === undefined) return { kind: "absent" };
  if (hasConflictMarkers(text)) return { kind: "conflict", sides: sidesOf(text).flatMap(lockOf) };
  const json = parsed(text);
  if (isRecord(json) && typeof json["formatVersion"] === "number" && json["formatVersion"] > LOCK_FORMAT) {
    return { kind: "newer" };
  }
  if (!isLockContent(json)) return { kind: "unreadable" };
  return { kind: json.formatVersion === LOCK_FORMAT ? "lock" : "older", lock: json };
}

function lockOf(text: string): Lock[] {
  const json = parsed(text);
  return isLockContent(json) ? [json] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A lock comes from a repository, so from strangers: nothing in it is believed before its form is known. */
function isLockContent(json: unknown): json is Lock {
  if (!isRecord(json) || !isFormat(json["formatVersion"]) || typeof json["fingerprint"] !== "string") return false;
  const { options, inputs, warnings, documentNotes = 0, files, kept = {}, foreign = 0, model } = json;
  const areCounts = [warnings, documentNotes, foreign].every((count) => typeof count === "number");
  return (
    isOptions(options) &&
    isInputs(inputs, json["formatVersion"]) &&
    areCounts &&
    isHashes(files) &&
    isHashes(kept) &&
    isRecord(model)
  );
}

/** What has been added to the format since its first version is the model, which is not looked at here, tsconfig and openapi. */
function isFormat(version: unknown): version is number {
  return typeof version === "number" && Number.isInteger(version) && version >= 1 && version <= LOCK_FORMAT;
}

function isOptions(options: unknown): boolean {
  if (!isRecord(options)) return false;
  const { config, out, definitions, importExtension, importEndings = "", allowJs } = options;
  const isText = [config, out, importExtension, importEndings].every((value) => typeof value === "string");
  return isText && isTexts(definitions) && typeof allowJs === "boolean";
}

function isInputs(inputs: unknown, version: number): boolean {
  if (!isRecord(inputs)) return false;
  const since = (format: number) => (version < format ? {} : undefined);
  const { client, definition, profile, openapi = since(3), map, tsconfig = since(2), absent } = inputs;
  return [client, definition, profile, openapi, map, tsconfig].every(isHashes) && isTexts(absent);
}

function isHashes(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((hash) => typeof hash === "string");
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** The lock in an output folder, where there is one that can be read. */
export function lockIn(folder: string): Lock | undefined {
  const read = readText(join(folder, LOCK_FILE));
  const lock = readLock("text" in read ? read.text : undefined);
  return lock.kind === "lock" ? lock.lock : undefined;
}

export const CARRIAGE_RETURN = 0x0d;

/** SHA-256 of a text as hex. A checkout with CRLF line endings has the hash of the same text with LF. */
export function hashText(text: string): string {
  return hash("sha256", text.includes("\r") ? text.replaceAll("\r\n", "\n") : text, "hex");
}

/** The same of a file that may not be text. */
export function hashBytes(bytes: Uint8Array): string {
  if (!bytes.includes(CARRIAGE_RETURN)) return hash("sha256", bytes, "hex");
  return createHash("sha256")
    .update(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1")
    .digest("hex");
}

/**
 * Whether two locks stand for the same SDK, and differ at most in the hashes of inputs whose text is not emitted: of maps,
 * whose bodies are their authors', of tsconfigs, of which `options` has all that shapes the output, and of OpenAPI
 * documents, which may be laid out anew.
 */
export function hasSameOutput(before: string, after: string): boolean {
  const [old, now] = [readLock(before), readLock(after)];
  if (old.kind !== "lock" || now.kind !== "lock") return false;
  // What no sdkwright has written is no older lock, but an edited one.
  return hashText(before) === hashText(printLock(old.lock)) && withoutHashes(old.lock) === withoutHashes(now.lock);
}

function withoutHashes({ inputs, ...lock }: Lock): string {
  return printLock({ ...lock, inputs: { ...inputs, ...unhashed(inputs) }, warnings: 0 });
}

/** A map that was missing when the SDK was made first stands in both. */
function unhashed({ openapi, map, tsconfig, absent }: LockInputs): Partial<LockInputs> {
  const named = (hashes: LockInputs["map"]) => Object.fromEntries(Object.keys(hashes).map((file) => [file, ""]));
  return {
    openapi: named(openapi),
    map: named(map),
    tsconfig: named(tsconfig),
    absent: absent.filter((file) => !Object.hasOwn(map, file)),
  };
}
