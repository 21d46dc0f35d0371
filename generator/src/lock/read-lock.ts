import { hasConflictMarkers, sidesOf } from "../files/conflict-markers.js";
import { isRecord } from "../files/is-record.js";
import { LOCK_FORMAT, type Lock } from "./lock.js";

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
  if (hasConflictMarkers(text)) return { kind: "conflict", sides: sidesOf(text).flatMap(lockIn) };
  const json = parsed(text);
  if (isRecord(json) && typeof json["formatVersion"] === "number" && json["formatVersion"] > LOCK_FORMAT) {
    return { kind: "newer" };
  }
  if (!isLock(json)) return { kind: "unreadable" };
  return { kind: json.formatVersion === LOCK_FORMAT ? "lock" : "older", lock: json };
}

function lockIn(text: string): Lock[] {
  const json = parsed(text);
  return isLock(json) ? [json] : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A lock comes from a repository, so from strangers: nothing in it is believed before its form is known. */
function isLock(json: unknown): json is Lock {
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
