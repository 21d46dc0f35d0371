import { closeSync, constants, existsSync, openSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { InputPlaces } from "../load/load.js";
import { readJson } from "../load/read-json.js";
import { readText } from "../load/read-text.js";
import { relativePath } from "../load/relative-path.js";
import { readTsconfig } from "../load/tsconfig.js";
import { STAGING_FOLDER } from "../write/staging-folder.js";
import { FINGERPRINT } from "./fingerprint.js";
import { hashText } from "./hash.js";
import { hashJson } from "./input-hash.js";
import { type InputKind, LOCK_FILE, type Lock } from "./lock.js";
import { readLock } from "./read-lock.js";

/** What a run would say that finds nothing to do. */
export interface UpToDate {
  /** How many files are current, without the lock. */
  readonly files: number;
  readonly warnings: number;
}

/**
 * Answers from the lock: `undefined` unless everything that could change the output is as it was when the lock was
 * written, and the output too. Every file is read and hashed: modification times lie after a checkout, and hashing a
 * thousand files costs less than starting Node. Loads nothing but Node's own modules.
 */
export async function upToDate(places: InputPlaces): Promise<UpToDate | undefined> {
  const lock = lockIn(places.out);
  if (lock === undefined || lock.fingerprint !== FINGERPRINT) return undefined;
  if (existsSync(join(places.out, STAGING_FOLDER))) return undefined;
  const isCurrent =
    (await areOptionsCurrent(lock, places)) && areInputsCurrent(lock, places.root) && isOutputCurrent(lock, places.out);
  return isCurrent ? { files: Object.keys(lock.files).length, warnings: lock.warnings } : undefined;
}

function lockIn(out: string): Lock | undefined {
  const read = readText(join(out, LOCK_FILE));
  const lock = readLock("text" in read ? read.text : undefined);
  return lock.kind === "lock" ? lock.lock : undefined;
}

async function areOptionsCurrent({ options }: Lock, places: InputPlaces): Promise<boolean> {
  const { config, out, definitions, importExtension, allowJs } = options;
  const { root } = places;
  if (config !== relativePath(root, places.config) || out !== relativePath(root, places.out)) return false;
  if (definitions.join("\n") !== places.definitions.map((path) => relativePath(root, path)).join("\n")) return false;
  const tsconfig = await readTsconfig(places.out);
  return importExtension === tsconfig.importExtension && allowJs === tsconfig.allowJs;
}

function areInputsCurrent({ inputs }: Lock, root: string): boolean {
  const { client, definition, profile, map, absent } = inputs;
  if (absent.some((file) => existsSync(resolve(root, file)))) return false;
  const isCurrent =
    (kind: InputKind) =>
    ([file, hash]: readonly [string, string]) =>
      hashInput(kind, resolve(root, file)) === hash;
  return (
    Object.entries(client).every(isCurrent("client")) &&
    Object.entries(profile).every(isCurrent("profile")) &&
    Object.entries(map).every(isCurrent("map")) &&
    Object.entries(definition).every(isCurrent("definition"))
  );
}

function hashInput(kind: InputKind, path: string): string | undefined {
  const read = readText(path);
  if (!("text" in read)) return undefined;
  if (kind === "map") return hashText(read.text);
  const parsed = readJson(read.text);
  return "json" in parsed ? hashJson(kind, parsed.json) : undefined;
}

function isOutputCurrent({ files }: Lock, out: string): boolean {
  try {
    return Object.entries(files).every(([path, hash]) => hashFile(join(out, path)) === hash);
  } catch {
    return false;
  }
}

/** A link in place of an emitted file is not ours, whatever it leads to. */
function hashFile(path: string): string {
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    return hashText(readFileSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}
