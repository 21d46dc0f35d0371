import { randomBytes } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { STAGING_FOLDER } from "../io/lock.js";
import { NotAFileError, readBytes } from "../io/read-file.js";
import { largest } from "../io/text.js";

/** Marks of owners, and what they staged. */
const OURS = /^(?:owner-\d+$|\d+-)/;

/** A run that is still at work keeps the folder for well under a second; after this many ms it is taken for dead. */
const ABANDONED_AFTER = 60_000;

/** A mark is signed as soon as it is made; one that is still empty after this many ms was made by a run that died. */
const UNSIGNED_AFTER = 2000;

/** Between two looks at a folder that another run has, in ms. */
const LOOK_AGAIN_AFTER = 25;

/**
 * The right to write to an output folder, until it is released. Who creates `owner-<n>` in the staging folder, n being
 * one more than that of the last, dead owner, has the output folder for itself.
 */
export interface Claim {
  readonly staging: string;
  /** Files of this claim start with it, so that the next owner can tell them from its own. */
  readonly prefix: string;
  /** Whether an earlier owner died in it. */
  readonly isTakenOver: boolean;
}

/** Another run has the output folder. */
export class OutputBusyError extends Error {
  override readonly name = "OutputBusyError";

  constructor(staging: string, pid: number | undefined) {
    const owner = pid === undefined ? "another process" : `process ${String(pid)}`;
    super(`${owner} is writing to the output folder; if it is not, remove ${staging}`);
  }
}

/** Waits up to `patience` ms for the folder, takes it over from a run that died, and throws OutputBusyError. */
export function claim(folder: string, patience = 10_000): Claim {
  const staging = join(folder, STAGING_FOLDER);
  const giveUpAt = Date.now() + patience;
  for (;;) {
    const taken = tryClaim(staging);
    if (taken !== undefined) return taken;
    if (Date.now() > giveUpAt) throw new OutputBusyError(staging, ownerOf(staging)?.pid);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_AFTER);
  }
}

/** Removes the staging folder with everything of ours in it; the owner's own mark last. */
export function release({ staging, prefix }: Claim): void {
  const own = `owner-${prefix.slice(0, -1)}`;
  for (const name of namesIn(staging)) {
    if (name !== own && OURS.test(name)) rmSync(join(staging, name), { force: true });
  }
  rmSync(join(staging, own), { force: true });
  removeIfEmpty(staging);
}

function removeIfEmpty(staging: string): void {
  try {
    rmdirSync(staging);
  } catch {
    // The next run is already in it.
  }
}

/** Whether the claim still stands: a run that slept for a minute may have been taken for dead. */
export function holds({ staging, prefix }: Claim): boolean {
  return ownerOf(staging)?.number === Number(prefix.slice(0, -1));
}

/** Name of the lock that a claim is about to write. */
export function journalOf({ staging, prefix }: Claim): string {
  return join(staging, `${prefix}lock.json`);
}

/** Texts of the locks that other owners, dead or running, were about to write; `undefined` where there are none. */
export function readJournals(folder: string, own?: Claim): string[] | undefined {
  const staging = join(folder, STAGING_FOLDER);
  const ownMark = own === undefined ? undefined : `owner-${own.prefix.slice(0, -1)}`;
  const names = namesIn(staging).filter((name) => name !== ownMark && OURS.test(name));
  if (names.length === 0) return undefined;
  return names.filter((name) => name.endsWith("-lock.json")).flatMap((name) => readIfThere(join(staging, name)) ?? []);
}

function tryClaim(staging: string): Claim | undefined {
  const found = lstatSync(staging, { throwIfNoEntry: false });
  if (found === undefined) mkdirSync(staging, { recursive: true });
  else if (!found.isDirectory()) throw new NotAFileError(staging, found.isFile() ? "a file" : "a link");
  const last = ownerOf(staging);
  if (last !== undefined && !isDead(last)) return undefined;
  const number = (last?.number ?? 0) + 1;
  const mark = join(staging, `owner-${String(number)}`);
  if (!createMark(mark)) return undefined;
  if (last === undefined || ownerOf(staging, last.number)?.text === last.text) {
    const isTakenOver = removeStaged(staging) || last !== undefined;
    return { staging, prefix: `${String(number)}-`, isTakenOver };
  }
  rmSync(mark, { force: true });
  return undefined;
}

/** A dead owner's staged files go, so that it cannot go on when it was only asleep; its journal stays until release. */
function removeStaged(staging: string): boolean {
  const staged = namesIn(staging).filter((name) => /^\d+-/.test(name) && !name.endsWith("-lock.json"));
  for (const name of staged) rmSync(join(staging, name), { force: true });
  return staged.length > 0;
}

function createMark(mark: string): boolean {
  const text = JSON.stringify({ pid: process.pid, host: hostname(), token: randomBytes(8).toString("hex") });
  try {
    writeFileSync(mark, text, { flag: "wx" });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" || code === "ENOENT") return false;
    rmSync(mark, { force: true });
    removeIfEmpty(dirname(mark));
    throw error;
  }
}

interface Owner {
  readonly number: number;
  readonly text: string;
  readonly pid: number | undefined;
  readonly host: unknown;
  readonly since: number;
}

/** The owner with the given number, or the last. */
function ownerOf(staging: string, wanted?: number): Owner | undefined {
  const numbers = namesIn(staging).flatMap((name) => (/^owner-\d+$/.test(name) ? [numberOf(name, staging)] : []));
  const number = wanted ?? (numbers.length === 0 ? undefined : largest(numbers));
  if (number === undefined) return undefined;
  const mark = join(staging, `owner-${String(number)}`);
  const text = readIfThere(mark);
  return text === undefined ? undefined : { number, text, ...markIn(text), since: changedAt(mark) };
}

/** The next owner counts on from it: what is written otherwise, or has none after it, was not made by a run. */
function numberOf(name: string, staging: string): number {
  const number = Number(name.slice("owner-".length));
  if (name === `owner-${String(number)}` && Number.isSafeInteger(number + 1)) return number;
  throw new NotAFileError(join(staging, name), "no mark of a run");
}

function markIn(text: string): { pid: number | undefined; host: unknown } {
  try {
    const { pid, host } = JSON.parse(text) as { pid?: unknown; host?: unknown };
    return { pid: typeof pid === "number" && pid > 0 ? pid : undefined, host };
  } catch {
    return { pid: undefined, host: undefined };
  }
}

function isDead({ text, pid, host, since }: Owner): boolean {
  if (Date.now() - since > (text === "" ? UNSIGNED_AFTER : ABANDONED_AFTER)) return true;
  if (pid === undefined || host !== hostname()) return false;
  return pid === process.pid || !isRunning(pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function changedAt(path: string): number {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return Date.now();
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    throw error;
  }
}

/** What we wrote is no link: one that somebody committed is refused, wherever it leads. */
function readIfThere(path: string): string | undefined {
  try {
    if (!lstatSync(path).isFile()) throw new NotAFileError(path);
    return readBytes(path).toString("utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
