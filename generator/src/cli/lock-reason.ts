import { escapeUnprintable } from "../files/escape.js";
import type { Lock, LockInputs } from "../lock/lock.js";
import { readLock } from "../lock/read-lock.js";
import type { FileChange } from "../write/plan.js";

/** More are counted. */
const MOST = 3;

/** Why a lock is stale, as the end of a sentence: the inputs that are no longer those of the last run. */
export function lockReason({ before, after }: FileChange): string {
  const [was, is] = [before?.toString(), after].map((text) => readLock(text));
  if (was?.kind !== "lock" || is?.kind !== "lock") return "";
  const reasons = reasonsOf(was.lock, is.lock).map(escapeUnprintable);
  if (reasons.length === 0) return "";
  const rest = reasons.length - MOST;
  return `: ${reasons.slice(0, MOST).join(", ")}${rest > 0 ? ` and ${String(rest)} more` : ""}`;
}

function reasonsOf(was: Lock, is: Lock): readonly string[] {
  const [old, now] = [hashesOf(was.inputs), hashesOf(is.inputs)];
  const gone = Object.keys(old).filter((file) => !Object.hasOwn(now, file));
  return [
    ...(was.fingerprint === is.fingerprint ? [] : ["another version of sdkwright wrote it"]),
    ...Object.entries(now).flatMap(([file, hash]) => (old[file] === hash ? [] : [stateOf(file, old)])),
    ...gone.map((file) => `${file} is not read any more`),
    ...(JSON.stringify(was.options) === JSON.stringify(is.options) ? [] : ["its options are others"]),
  ];
}

function stateOf(file: string, old: { readonly [file: string]: string }): string {
  return Object.hasOwn(old, file) ? `${file} changed` : `${file} is new`;
}

function hashesOf(inputs: LockInputs): { readonly [file: string]: string } {
  const { client, definition, profile, openapi, map, tsconfig } = inputs;
  return { ...client, ...definition, ...profile, ...openapi, ...map, ...tsconfig };
}
