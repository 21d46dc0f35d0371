import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sources } from "../diagnostics/source.js";
import { asDestination, breaking, type Change } from "../diff/change.js";
import { listed } from "../diff/operations/listed.js";
import { isEqual } from "../diff/records.js";
import type { InputPlaces } from "../files/find-project.js";
import { realPathOf } from "../files/output-folder.js";
import { relativePath } from "../files/relative-path.js";
import { hashText } from "../lock/hash.js";
import { LOCK_FILE, type Lock } from "../lock/lock.js";
import type { LockOnDisk } from "../lock/read-lock.js";
import { differingFiles } from "../render/render.js";
import { isSameCode } from "../render/same-code.js";
import { lockOfRun } from "../write/lock-of-run.js";
import type { CurrentSurface } from "./current-surface.js";

/** What is wrong with the SDK that stands in the output folder, for those who compare what its inputs give. */
export interface OutputTruth {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

const NOT_GENERATED =
  "the lock in the output folder is not that of the current inputs, so what stands there was not compared with them: run `npx sdkwright generate`";

/**
 * Whether what stands there is what the inputs give. Where `generate` was not run since they changed, that is a note;
 * where it was, somebody has edited what it wrote, and perhaps the lock too, so that `check` believes it.
 */
export async function outputTruth(
  places: InputPlaces,
  sources: Sources,
  surface: CurrentSurface,
  onDisk: LockOnDisk,
): Promise<OutputTruth> {
  if (onDisk.kind !== "lock") return { changes: [], notes: [NOT_GENERATED] };
  if (!isOfInputs(onDisk.lock, places, sources, surface)) return { changes: [], notes: [NOT_GENERATED] };
  const isForged = !hasModel(onDisk.lock, surface);
  const edited = [...(await editedFiles(places.out, surface)), ...(isForged ? [LOCK_FILE] : [])];
  return { changes: edited.length === 0 ? [] : [editedChange(edited, places)], notes: [] };
}

/** A lock whose model was changed by hand would make the next diff say too little. */
function hasModel(lock: Lock, { model, files }: CurrentSurface): boolean {
  return (
    isEqual(lock.model, JSON.parse(JSON.stringify(model))) &&
    [...files].every(([path, text]) => lock.files[path] === hashText(text))
  );
}

function isOfInputs(lock: Lock, places: InputPlaces, sources: Sources, { model }: CurrentSurface): boolean {
  const now = lockOfRun(places, sources, { model, issues: [], files: [] });
  const emitting = ({ fingerprint, options, inputs: { client, definition, profile, openapi } }: Lock) =>
    JSON.parse(JSON.stringify({ fingerprint, options, client, definition, profile, openapi })) as unknown;
  return isEqual(emitting(lock), emitting(now));
}

async function editedFiles(out: string, { sdk, files }: CurrentSurface): Promise<readonly string[]> {
  const standing = (path: string) => textAt(out, path);
  const ofOperations = [...files].filter(([path, text]) => {
    const found = standing(path);
    return found === undefined || (found !== text && !isSameCode(found, text));
  });
  return [...(await differingFiles(sdk, standing)), ...ofOperations.map(([path]) => path)];
}

/** A link, and a file below one, is not ours. */
function textAt(out: string, path: string): string | undefined {
  const file = join(out, path);
  try {
    if (!lstatSync(file).isFile() || realPathOf(file) !== join(realPathOf(out), path)) return undefined;
    return readFileSync(file, "utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}

function editedChange(edited: readonly string[], { root, out }: InputPlaces): Change {
  const files = edited.map((path) => relativePath(root, join(out, path)));
  const are = edited.length === 1 ? "is" : "are";
  const sentence = `${listed(files, 5)} ${are} not what the inputs give, and was not written by \`generate\`: run \`npx sdkwright generate --force\``;
  return asDestination(breaking(sentence, { file: { emitted: files[0] ?? "" }, path: [] }));
}
