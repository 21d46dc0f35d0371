import { own } from "@sdkwright/runtime/config";
import { hashText } from "../../lock/hash.js";
import type { Lock } from "../../lock/lock.js";
import { operationsModelFile } from "../../names/operation-names.js";
import type { OperationsModel } from "../../operations/operations-model.js";
import type { PublicModel } from "../../surface/public-model.js";
import { readOperations } from "../../surface/read-operations.js";

/** Files that would be written for the current inputs, by path. */
export type CurrentFiles = ReadonlyMap<string, string>;

/** Operations of a provider before and after; `none` where it has no document there. */
export interface OperationPair {
  readonly provider: string;
  readonly base: OperationsModel | "none";
  readonly next: OperationsModel | "none";
}

/** What the base's lock says, and the files beside it. */
export interface LockedBase {
  readonly beside: (path: string) => string | undefined;
  readonly lock: Lock;
  readonly model: PublicModel;
}

/**
 * The operations of providers that are on both sides and have a document on one, where they differ; those that are as the lock says are
 * not read. A file that is not what the lock lists is believed by nobody: its provider is returned.
 */
export function operationPairs(
  { beside, lock, model }: LockedBase,
  next: PublicModel,
  files: CurrentFiles,
): { readonly pairs: readonly OperationPair[] } | { readonly unreadable: string } {
  const pairs: OperationPair[] = [];
  for (const [provider, { openapi }] of Object.entries(next.providers)) {
    const path = operationsModelFile(provider);
    const [text, hash] = [files.get(path), own(lock.files, path)];
    const before = own(model.providers, provider);
    if (before === undefined || (before.openapi ?? openapi) === undefined) continue;
    if (openapi !== undefined && (text === undefined || hash === hashText(text))) continue;
    const written = before.openapi === undefined ? "none" : beside(path);
    const base = written === "none" ? written : lockedOperations(written, hash);
    const now = openapi === undefined || text === undefined ? "none" : readOperations(text);
    if (base === undefined || now === undefined) return { unreadable: provider };
    pairs.push({ provider, base, next: now });
  }
  return { pairs };
}

function lockedOperations(text: string | undefined, hash: string | undefined): OperationsModel | undefined {
  return text === undefined || hashText(text) !== hash ? undefined : readOperations(text);
}
