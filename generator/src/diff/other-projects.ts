import { realpathSync } from "node:fs";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import { readLock } from "../lock/read-lock.js";
import type { PublicModel } from "../surface/public-model.js";
import { readModel } from "../surface/read-model.js";
import { namedBy } from "./lock-of-base.js";
import { providersOf, type OtherProject } from "./newly-shared.js";
import type { Commit } from "./repository.js";

/** What the base's locks say of its projects, without the one that is compared; one that cannot be read says nothing. */
export function otherProjects(
  commit: Commit,
  compared: string | undefined,
  places: InputPlaces,
  workingDirectory: string,
): readonly OtherProject[] {
  const named = namedBy(commit, places, realpathSync(workingDirectory));
  const byLock = new Map(named.map((project) => [project.lock, project]));
  return [...byLock.values()].flatMap(({ lock, config }) => {
    const model = lock === compared ? undefined : modelIn(commit.read(lock));
    return model === undefined ? [] : [{ config: relativePath(places.root, config), providers: providersOf(model) }];
  });
}

function modelIn(text: string | undefined): PublicModel | undefined {
  const read = readLock(text);
  return read.kind === "lock" ? readModel(read.lock.model) : undefined;
}
