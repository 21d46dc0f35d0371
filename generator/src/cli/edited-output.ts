import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { Sources } from "../diagnostics/source.js";
import type { Base } from "../diff/base.js";
import { asDestination, breaking, isEqual, listed, quoted, type Change } from "../diff/change.js";
import type { InputPlaces } from "../files/find-project.js";
import { isThere } from "../files/is-there.js";
import { readBytes } from "../files/read-file.js";
import { realPathOf } from "../files/output-folder.js";
import { leftoversIn } from "../files/leftovers.js";
import { relativePath } from "../files/relative-path.js";
import { besidesIn } from "../files/besides.js";
import { hashText } from "../lock/hash.js";
import { LOCK_FILE, type Lock } from "../lock/lock.js";
import { type LockOnDisk, readLock } from "../lock/read-lock.js";
import { isEmittedPath } from "../files/emitted-path.js";
import { differingFiles, modulePaths } from "../render/render.js";
import { isSameCode } from "../render/same-code.js";
import { knownLocks } from "../write/snapshot.js";
import type { CurrentSurface } from "./current-surface.js";
import { inputChanges } from "./lock-reason.js";

/** What is wrong with the SDK that stands in the output folder, for those who compare what its inputs give. */
export interface OutputTruth {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
  /** Whether code stands there that is neither what the inputs give nor what the base has, as far as is known. */
  readonly isBlind: boolean;
}

const NOT_GENERATED =
  "the lock in the output folder is not that of the current inputs, so what stands there was not compared with them";
const NO_LOCK = `there is no ${LOCK_FILE} in the output folder, so what stands there was not compared with the inputs`;
const UNKNOWN_CODE = ", nor is it all what the base has, so --fail-on fails";
const IMPORTED = "code that imports one runs what no command compares; remove what is left";
const GENERATE = "run `npx sdkwright generate`";

/**
 * Whether what stands there is what the inputs give. Where `generate` was not run since they changed, that is a note, and
 * it has to be what the base has; where it was, somebody has edited what it wrote, and perhaps the lock too, so that
 * `check` believes it. What is taken in place of our files is told in either case.
 */
export async function outputTruth(
  places: InputPlaces,
  sources: Sources,
  surface: CurrentSurface,
  { onDisk, base }: { readonly onDisk: LockOnDisk; readonly base: Base },
): Promise<OutputTruth> {
  const emitted = [...modulePaths(surface.sdk), ...surface.files.keys()];
  const isGenerated = onDisk.kind === "lock" && inputChanges(onDisk.lock, places, sources).length === 0;
  const removable = isGenerated ? [] : knownLocks(onDisk).flatMap(Object.keys);
  const gone = [...listedIn(base), ...knownLocks(onDisk).flatMap(Object.keys)].filter(isEmittedPath);
  const changes = [...shadowChanges(emitted, gone, places), ...leftChanges([...emitted, ...removable], places, base)];
  if (!isGenerated) {
    const isBlind = !isAsInBase([...emitted, ...Object.keys(filesOf(onDisk))], places.out, base);
    const [why, mend] =
      onDisk.kind === "absent" ? [NO_LOCK, `${GENERATE}, which writes it`] : [NOT_GENERATED, GENERATE];
    return { changes, notes: [`${why}${isBlind ? UNKNOWN_CODE : ""}: ${mend}`], isBlind };
  }
  const isForged = !hasModel(onDisk.lock, surface);
  const edited = [...(await editedFiles(places.out, surface)), ...(isForged ? [LOCK_FILE] : [])];
  if (edited.length > 0) changes.push(editedChange(edited, places));
  return { changes, notes: [], isBlind: false };
}

/** Whether each file that stands there is one that the base lists, with its hash. */
function isAsInBase(paths: readonly string[], out: string, base: Base): boolean {
  const listed = base.kind === "lock" ? filesOf(readLock(base.text)) : {};
  const all = new Set([...paths, ...Object.keys(listed)].filter(isEmittedPath));
  return [...all].every((path) => {
    if (!isThere(join(out, path))) return true;
    const text = textAt(out, path);
    return text !== undefined && Object.hasOwn(listed, path) && listed[path] === hashText(text);
  });
}

function listedIn(base: Base): readonly string[] {
  return base.kind === "lock" ? Object.keys(filesOf(readLock(base.text))).filter(isEmittedPath) : [];
}

function filesOf(lock: LockOnDisk): Lock["files"] {
  return lock.kind === "lock" ? lock.lock.files : {};
}

/** A lock whose model was changed by hand would make the next diff say too little. */
function hasModel(lock: Lock, { model, files }: CurrentSurface): boolean {
  return (
    isEqual(lock.model, JSON.parse(JSON.stringify(model))) &&
    [...files].every(([path, text]) => lock.files[path] === hashText(text))
  );
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
    return readBytes(file).toString("utf8").replaceAll("\r\n", "\n");
  } catch {
    return undefined;
  }
}

/** `gone` are paths that had a module of ours, in the base or when `generate` ran: code may import it still. */
function shadowChanges(emitted: readonly string[], gone: readonly string[], { root, out }: InputPlaces): Change[] {
  return besidesIn(out, emitted, gone).map(({ path, why }) => {
    const file = relativePath(root, join(out, path));
    const sentence = `${quoted(file)} is not written by sdkwright, and ${why}: move it out of the output folder, or remove it`;
    return asDestination(breaking(sentence, { file: { emitted: file }, path: [] }));
  });
}

/** What the base lists counts whatever stands there now; of the rest its first line has to say that it was ours. */
function leftChanges(known: readonly string[], { root, out }: InputPlaces, base: Base): Change[] {
  const isKnown = new Set(known);
  const ofBase = listedIn(base).filter((path) => !isKnown.has(path) && isThere(join(out, path)));
  const left = [...new Set([...ofBase, ...leftoversIn(out, known)])].sort();
  if (left.length === 0) return [];
  const files = left.map((path) => relativePath(root, join(out, path)));
  const sentence = `${listedFiles(files)} left there, and nothing emits ${files.length === 1 ? "it" : "them"} any more: ${IMPORTED}`;
  return [asDestination(breaking(sentence, { file: { emitted: files[0] ?? "" }, path: [] }))];
}

function listedFiles(files: readonly string[]): string {
  return `${listed(files, 5)} ${files.length === 1 ? "is" : "are"}`;
}

function editedChange(edited: readonly string[], { root, out }: InputPlaces): Change {
  const files = edited.map((path) => relativePath(root, join(out, path)));
  const sentence = `${listedFiles(files)} not what the inputs give, and was not written by \`generate\`: run \`npx sdkwright generate --force\``;
  return asDestination(breaking(sentence, { file: { emitted: files[0] ?? "" }, path: [] }));
}
