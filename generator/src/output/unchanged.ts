import { existsSync, lstatSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { placeFinder } from "../io/any-version.js";
import { commonJsForNext, findUpward, type InputPlaces } from "../io/find-project.js";
import { FINGERPRINT } from "../io/fingerprint.js";
import { canonicalJson, type JsonKind } from "../io/input-hash.js";
import { readJson } from "../io/json.js";
import { hashBytes, hashText, type InputKind, type Lock, lockIn, REMARKED_ON, STAGING_FOLDER } from "../io/lock.js";
import { isBehindLink, isInside, outputFolderProblem } from "../io/output-folder.js";
import { endingWithoutTsconfig, isEmittedPath, relativePath } from "../io/paths.js";
import { readBytes, readText } from "../io/read-file.js";
import { straysIn } from "../io/stray-code.js";
import { escapeUnprintable } from "../io/text.js";
import type { CommandName, Format } from "../project/options.js";

/** What a run would say that finds nothing to do. */
export interface UpToDate {
  /** Paths of the emitted files. */
  readonly files: readonly string[];
  /** Warnings and notes that were given when it was written. */
  readonly remarks: number;
  /** Notes about OpenAPI documents that were given then. */
  readonly documentNotes: number;
}

/**
 * Answers from the lock: `undefined` unless everything that could change the output is as it was when the lock was
 * written, and the output too. Every file is read and hashed: modification times lie after a checkout, and hashing a
 * thousand files costs less than starting Node. Loads nothing but Node's own modules.
 */
export function upToDate(places: InputPlaces): UpToDate | undefined {
  const lock = lockIn(places.out);
  if (lock === undefined || lock.fingerprint !== FINGERPRINT) return undefined;
  if (lock.kept !== undefined || lock.foreign !== undefined) return undefined;
  const files = Object.keys(lock.files);
  // Who writes one path in many ways has each of its folders looked into as often.
  if (!files.every(isEmittedPath)) return undefined;
  if (existsSync(join(places.out, STAGING_FOLDER))) return undefined;
  if (!areOptionsCurrent(lock, places) || !areInputsCurrent(lock, places.root)) return undefined;
  if (!hasNoOtherTsconfig(lock, places)) return undefined;
  if (!isOutputCurrent(lock, places.out)) return undefined;
  if (straysIn(places.out, files).length > 0) return undefined;
  return { files, remarks: lock.warnings, documentNotes: lock.documentNotes ?? 0 };
}

function areOptionsCurrent({ options, inputs }: Lock, places: InputPlaces): boolean {
  const counted = Object.keys(inputs.tsconfig).filter((file) => countsIn(places, file));
  const isPackageDecisive = places.importEndings === undefined && counted.length === 0;
  if (isPackageDecisive && options.importExtension !== endingWithoutTsconfig(places)) return false;
  if (places.isConfigGiven && Object.keys(inputs.client).length === 0) return false;
  const { config, out, definitions, importEndings } = options;
  const { root } = places;
  if (config !== relativePath(root, places.config) || out !== relativePath(root, places.out)) return false;
  if (definitions.join("\n") !== places.definitions.map((path) => relativePath(root, path)).join("\n")) return false;
  return importEndings === places.importEndings;
}

/**
 * The lock lists the absent ones up to the nearest, or up to the root: above it, their number depends on the machine, and
 * none counts in a Next.js app.
 */
function hasNoOtherTsconfig({ inputs }: Lock, places: InputPlaces): boolean {
  const { root, out } = places;
  const nearest = findUpward("tsconfig.json", out);
  if (nearest === undefined) return true;
  const file = relativePath(root, nearest);
  return Object.hasOwn(inputs.tsconfig, file) || !countsIn(places, file);
}

function countsIn({ isNextApp = false }: InputPlaces, file: string): boolean {
  return !isNextApp || !file.startsWith("../");
}

function areInputsCurrent({ inputs }: Lock, root: string): boolean {
  const { client, definition, profile, openapi, map, tsconfig, absent } = inputs;
  const isThere = placeFinder();
  if ([...new Set(absent)].some((file) => isThere(resolve(root, file)))) return false;
  const isCurrent =
    (kind: InputKind) =>
    ([file, hash]: readonly [string, string]) =>
      hashInput(kind, resolve(root, file)) === hash.replace(REMARKED_ON, "");
  return (
    Object.entries(client).every(isCurrent("client")) &&
    Object.entries(profile).every(isCurrent("profile")) &&
    Object.entries(openapi).every(isCurrent("openapi")) &&
    Object.entries(map).every(isCurrent("map")) &&
    Object.entries(tsconfig).every(isCurrent("tsconfig")) &&
    Object.entries(definition).every(isCurrent("definition"))
  );
}

function hashInput(kind: InputKind, path: string): string | undefined {
  const text = textAt(path);
  if (text === undefined) return undefined;
  if (kind === "openapi" || kind === "map" || kind === "tsconfig") return hashText(text);
  const canonical = canonicalText(kind, text);
  return canonical === undefined ? undefined : hashText(canonical);
}

function canonicalText(kind: JsonKind, text: string): string | undefined {
  try {
    const canonical = canonicalJson(kind, JSON.parse(text));
    return hasEveryKey(text, canonical) || "json" in readJson(text) ? canonical : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether no key stands twice, at a glance: without escapes, each quote of the text is one of the canonical text too. The
 * rest of what is checked about a document depends on its value alone, and the hash says that it is as it was.
 */
function hasEveryKey(text: string, canonical: string): boolean {
  return !text.includes("\\") && !canonical.includes("\\") && quotesIn(text) === quotesIn(canonical);
}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

function isOutputCurrent({ files }: Lock, out: string): boolean {
  const isFile = fileFinder(out);
  return Object.entries(files).every(([path, hash]) => {
    return isFile(path) && hashEmitted(`${out}/${path}`) === hash;
  });
}

function hashEmitted(file: string): string | undefined {
  try {
    return hashBytes(readBytes(file));
  } catch {
    return undefined;
  }
}

/**
 * Whether a regular file stands at a path below a folder: a link in its place, or in that of a folder on the way, is not
 * ours, whatever it leads to. To list a folder takes a twentieth of the time of a look at each file in it.
 */
function fileFinder(top: string): (path: string) => boolean {
  const listed = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const folder = dirname(path);
    const names = listed.get(folder) ?? filesIn(top, folder);
    listed.set(folder, names);
    return names.has(folder === "." ? path : path.slice(folder.length + 1));
  };
}

function filesIn(top: string, folder: string): ReadonlySet<string> {
  try {
    if (!isReal(top, folder)) return new Set();
    const entries = readdirSync(`${top}/${folder}`, { withFileTypes: true });
    return new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  } catch {
    return new Set();
  }
}

/** Whether no folder from the top down to this one is a link. */
function isReal(top: string, folder: string): boolean {
  return folder === "." || (lstatSync(`${top}/${folder}`).isDirectory() && isReal(top, dirname(folder)));
}

function textAt(path: string): string | undefined {
  const read = readText(path);
  return "text" in read ? read.text : undefined;
}

/** Emitted files by what became of them, or by their state; relative to the output folder. */
export interface FileReport {
  readonly [state: string]: readonly string[];
}

/** What a command that finds nothing to do comes to. */
export interface QuickResult {
  readonly issues: readonly [];
  /** Warnings and notes that the same inputs were given; who prints the result looks for them again. */
  readonly remarks: number;
  /** Notes about OpenAPI documents, likewise, for those who ask for everything. */
  readonly documentNotes: number;
  readonly files: FileReport;
  readonly summary: string;
  readonly exitCode: 0;
}

/** The result of `generate` or `check` that finds nothing to do: from the lock, before anything else is loaded. */
export function quickResult(command: CommandName, places: InputPlaces): QuickResult | undefined {
  if (command !== "generate" && command !== "check") return undefined;
  if (outputFolderProblem(places) !== undefined || !isInside(places.out, places.root)) return undefined;
  if (isBehindLink(places)) return undefined;
  const current = upToDate(places);
  if (current === undefined) return undefined;
  const { files: paths, remarks, documentNotes } = current;
  const folder = escapeUnprintable(relativePath(places.root, places.out));
  const files =
    command === "check"
      ? { missing: [], stale: [], orphaned: [], edited: [], foreign: [], current: paths }
      : { written: [], removed: [], kept: [], unchanged: paths };
  const summary = command === "check" ? `${folder} is current.` : `Nothing to write in ${folder}.`;
  const all = remarks + [places.passedOver, commonJsForNext(places.out)].filter((path) => path !== undefined).length;
  return { issues: [], remarks: all, documentNotes, files, summary, exitCode: 0 };
}

/** True if notes about OpenAPI documents are to be shown. */
export function showsEverything({ format = "pretty", verbose = false, quiet = false }: Shown): boolean {
  return !quiet && (verbose || format === "json");
}

interface Shown {
  readonly format?: Format | undefined;
  readonly verbose?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}
