import { hashText } from "./hash.js";
import { printLock, type Lock, type LockInputs } from "./lock.js";
import { readLock } from "./read-lock.js";

/**
 * Whether two locks stand for the same SDK, and differ at most in the hashes of inputs that emit nothing: of maps, whose
 * bodies are their authors', and of tsconfigs, of which `options` has all that shapes the output.
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
function unhashed({ map, tsconfig, absent }: LockInputs): Pick<LockInputs, "map" | "tsconfig" | "absent"> {
  const named = (hashes: LockInputs["map"]) => Object.fromEntries(Object.keys(hashes).map((file) => [file, ""]));
  return {
    map: named(map),
    tsconfig: named(tsconfig),
    absent: absent.filter((file) => !Object.hasOwn(map, file)),
  };
}
