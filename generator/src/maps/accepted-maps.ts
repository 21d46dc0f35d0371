import type { MapFile } from "../diagnostics/source.js";
import { FINGERPRINT } from "../lock/fingerprint.js";
import { hashText } from "../lock/hash.js";
import type { Lock } from "../lock/lock.js";
import type { PublicModel } from "../surface/public-model.js";
import type { MapContract } from "./map-issues.js";

/** Whether this very text was compared with these very use-cases by the same sdkwright, and nothing was wrong. */
export function isAccepted(
  { file, source }: MapFile,
  { profile, useCases }: MapContract,
  lock: Lock | undefined,
): boolean {
  if (lock?.fingerprint !== FINGERPRINT || source === undefined) return false;
  if (lock.inputs.map[file] !== hashText(source.text)) return false;
  const earlier = (lock.model as Partial<PublicModel>).profiles?.[profile]?.useCases ?? {};
  return Object.keys(earlier).sort().join("\n") === [...useCases].sort().join("\n");
}
