import { join } from "node:path";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import { managerOf } from "../init/package-file.js";
import type { InputPlaces } from "../io/find-project.js";
import { type Lock, type LockInputs, type LockOnDisk, readLock } from "../io/lock.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { escapeUnprintable } from "../io/text.js";
import { lockOfRun } from "../output/lock-of-run.js";
import type { FileChange } from "../output/plan.js";

/** Whole scripts only: what follows `&&` has another purpose. */
const SCRIPT = /^sdkwright(?: generate(?: [^&|;]*)?)?$/;
const ANOTHER_PURPOSE = / --(?:watch|dry-run|force)\b/;
const SHOWN_NAME = /^[\w:.-]+$/;

/** `generate` as it is typed in a project: the script of its package.json, else by npx. A shell knows no `sdkwright`. */
export function typedGenerate(root: string, { force = false }: { readonly force?: boolean } = {}): string {
  const { run } = managerOf(root, process.env["npm_config_user_agent"]);
  const name = scriptIn(join(root, "package.json"));
  if (name === undefined) return `npx sdkwright generate${force ? " --force" : ""}`;
  return `${run} ${name}${force ? `${run.startsWith("npm ") ? " --" : ""} --force` : ""}`;
}

function scriptIn(path: string): string | undefined {
  const found = Object.entries(scriptsOf(path)).find(
    ([name, script]) => SHOWN_NAME.test(name) && isGenerate(script) && !ANOTHER_PURPOSE.test(script),
  );
  return found?.[0];
}

function isGenerate(script: unknown): script is string {
  return typeof script === "string" && SCRIPT.test(script);
}

/** Whatever is wrong with the file is told where its options are read. */
function scriptsOf(path: string): object {
  const read = readText(path);
  try {
    const manifest = JSON.parse("text" in read ? read.text : "{}") as { readonly scripts?: unknown } | null;
    return Object(manifest?.scripts) as object;
  } catch {
    return {};
  }
}

/** More are counted. */
const MOST = 3;

const ANOTHER_VERSION = "another version of sdkwright wrote it";
const UNUSABLE = {
  older: ANOTHER_VERSION,
  newer: ANOTHER_VERSION,
  conflict: "its lock has a merge conflict",
  unreadable: "its lock cannot be read",
} as const;

/** Why a lock is stale, as the end of a sentence: the inputs that are no longer those of the last run. */
export function lockReason({ before, after }: FileChange): string {
  const [was, is] = [before?.toString(), after].map((text) => readLock(text));
  return was?.kind === "lock" && is?.kind === "lock" ? reasonText(reasonsOf(was.lock, is.lock)) : "";
}

/** What tells the inputs of a project from those that its SDK was generated from. Maps and tsconfigs emit nothing. */
function inputChanges(lock: Lock, places: InputPlaces, sources: Sources): readonly string[] {
  const now = lockOfRun(places, sources, { model: {}, issues: [], files: [] });
  return reasonsOf(withoutCode(lock), withoutCode(now));
}

/** A warning for commands that read client.json, if the program runs what was generated from another one. */
export function staleWarning(onDisk: LockOnDisk, places: InputPlaces, sources: Sources): readonly SourceIssue[] {
  if (onDisk.kind === "absent") return [];
  const reasons = onDisk.kind === "lock" ? inputChanges(onDisk.lock, places, sources) : [UNUSABLE[onDisk.kind]];
  if (reasons.length === 0) return [];
  const folder = escapeUnprintable(relativePath(places.root, places.out));
  const message = `${folder}, the code that your program runs, is stale${reasonText(reasons)}`;
  const hint = `run \`${typedGenerate(places.root)}\``;
  return [{ code: "SW0823", severity: "warning", pointer: "", message, hint }];
}

function withoutCode({ inputs, ...lock }: Lock): Lock {
  return { ...lock, inputs: { ...inputs, map: {}, tsconfig: {} } };
}

function reasonText(all: readonly string[]): string {
  if (all.length === 0) return "";
  const rest = all.length - MOST;
  const shown = all.slice(0, MOST).map(escapeUnprintable).join(", ");
  return `: ${shown}${rest > 0 ? ` and ${String(rest)} more` : ""}`;
}

function reasonsOf(was: Lock, is: Lock): readonly string[] {
  const [old, now] = [hashesOf(was.inputs), hashesOf(is.inputs)];
  const gone = Object.keys(old).filter((file) => !Object.hasOwn(now, file));
  return [
    ...(was.fingerprint === is.fingerprint ? [] : [ANOTHER_VERSION]),
    ...Object.entries(now).flatMap(([file, hash]) => (old[file] === hash ? [] : [stateOf(file, old)])),
    ...gone.map((file) => `${file} is not read any more`),
    ...(JSON.stringify(was.options) === JSON.stringify(is.options) ? [] : ["it was generated with other options"]),
  ];
}

function stateOf(file: string, old: { readonly [file: string]: string }): string {
  return Object.hasOwn(old, file) ? `${file} changed` : `${file} is new`;
}

function hashesOf(inputs: LockInputs): { readonly [file: string]: string } {
  const { client, definition, profile, openapi, map, tsconfig } = inputs;
  return { ...client, ...definition, ...profile, ...openapi, ...map, ...tsconfig };
}
