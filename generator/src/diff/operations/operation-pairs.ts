import { own } from "@sdkwright/runtime/config";
import { hashText } from "../../lock/hash.js";
import type { Lock } from "../../lock/lock.js";
import { operationsModelFile } from "../../names/operation-names.js";
import type { OperationsModel } from "../../operations/operations-model.js";
import type { PublicModel } from "../../surface/public-model.js";
import { providerIdentity } from "../provider-identity.js";
import { renaming } from "../records.js";
import { readOperations } from "../../surface/read-operations.js";

/** Files that would be written for the current inputs, by path. */
export type CurrentFiles = ReadonlyMap<string, string>;

/** Operations of a provider before and after; `none` where it has no document there. */
export interface OperationPair {
  readonly provider: string;
  /** Its name in the base, where that is another. */
  readonly former?: string;
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
 * The operations of providers that are on both sides, under another name too, and have a document on one, where they
 * differ; those that are as the lock says are not read. A file that is not what the lock lists is believed by nobody: its provider is returned.
 */
export function operationPairs(
  { beside, lock, model }: LockedBase,
  next: PublicModel,
  files: CurrentFiles,
): { readonly pairs: readonly OperationPair[] } | { readonly unreadable: string } {
  const pairs: OperationPair[] = [];
  const renamed = renaming(model.providers, next.providers, providerIdentity);
  for (const [provider, { openapi }] of Object.entries(next.providers)) {
    const former = provider === renamed?.to ? renamed.from : provider;
    const [path, text] = [operationsModelFile(former), files.get(operationsModelFile(provider))];
    const hash = own(lock.files, path);
    const before = own(model.providers, former);
    if (before === undefined || (before.openapi ?? openapi) === undefined) continue;
    if (openapi !== undefined && (text === undefined || hash === hashText(text))) continue;
    const written = before.openapi === undefined ? "none" : beside(path);
    const base = written === "none" ? written : lockedOperations(written, hash);
    const now = openapi === undefined || text === undefined ? "none" : readOperations(text);
    if (base === undefined || now === undefined) return { unreadable: provider };
    pairs.push({ provider, base, next: now, ...(former !== provider && { former }) });
  }
  return { pairs };
}

function lockedOperations(text: string | undefined, hash: string | undefined): OperationsModel | undefined {
  return text === undefined || hashText(text) !== hash ? undefined : readOperations(text);
}
