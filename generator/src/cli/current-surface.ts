import { join, resolve } from "node:path";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import type { CurrentFiles } from "../diff/diff.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Progress } from "../files/progress.js";
import { readText } from "../files/read-file.js";
import { emittedOf } from "../generate.js";
import { LOCK_FILE } from "../lock/lock.js";
import { type LockOnDisk, readLock } from "../lock/read-lock.js";
import type { ApiDocument } from "../openapi/api.js";
import type { LoadedProject } from "../project/project.js";
import type { SdkModel } from "../model/sdk-model.js";
import { publicModel } from "../surface/build-public-model.js";
import type { PublicModel } from "../surface/public-model.js";

/** What callers see of a project as it is now, with the files that types of operations stand in. */
export interface CurrentSurface {
  readonly model: PublicModel;
  readonly sdk: SdkModel;
  readonly files: CurrentFiles;
}

/** Needs no TypeScript: maps are not looked at. */
export async function currentSurface(
  project: LoadedProject,
  sources: Sources,
  progress: Progress,
): Promise<CurrentSurface | { readonly issues: readonly SourceIssue[] }> {
  const { model: sdk, clashes, print } = await emittedOf(project, sources, progress);
  if (sdk === undefined) return { issues: clashes };
  const model = await publicModel(project, sdk);
  return { model, sdk, files: new Map(print().map(({ path, text }) => [path, text])) };
}

export function lockOnDisk({ out }: InputPlaces): LockOnDisk {
  const read = readText(join(out, LOCK_FILE));
  return readLock("text" in read ? read.text : undefined);
}

/** Places with the definitions that were given as arguments: the lock says which. */
export function placesWithDefinitions(places: InputPlaces, lock: LockOnDisk): InputPlaces {
  const isKnown = lock.kind === "lock" || lock.kind === "older";
  const definitions = isKnown ? lock.lock.options.definitions.map((file) => resolve(places.root, file)) : [];
  return { ...places, definitions };
}

/** OpenAPI documents, by provider. */
export function documentsOf({ providers }: LoadedProject): ReadonlyMap<string, ApiDocument> {
  return new Map(
    providers.flatMap(({ definition, api }) => (api === undefined ? [] : [[definition.name, api.document] as const])),
  );
}
