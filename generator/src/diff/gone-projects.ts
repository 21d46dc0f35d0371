import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import type { InputPlaces } from "../files/find-project.js";
import { relativePath } from "../files/relative-path.js";
import { projectsAt } from "../quick/places.js";
import { asDestination, breaking, quoted, type Change } from "./change.js";
import { isLeft, UNCHECKED } from "./left-behind.js";
import { lockOfBase, namedBy } from "./lock-of-base.js";
import type { Commit } from "./repository.js";

/**
 * Projects of the base's package.json whose lock no project of now is compared with: nothing else would speak of them.
 * The first project of package.json says it, and none that the command line makes.
 */
export function goneProjects(commit: Commit, places: InputPlaces, workingDirectory: string): Change[] {
  const now = projectsAt(places.root);
  const [first] = now;
  if (first?.config !== places.config || first.out !== places.out) return [];
  const compared = new Set(now.map((project) => lockOfBase(commit, project, workingDirectory).path));
  return namedBy(commit, places, realpathSync(workingDirectory))
    .filter(({ lock }) => commit.has(lock) && !compared.has(lock))
    .map(({ config, lock }) => {
      const [from, to] = [config, dirname(lock)].map((path) => quoted(relativePath(places.root, path)));
      const sentence = `the project of ${String(from)}, with its SDK in ${String(to)}, is no longer in package.json`;
      const at = { file: "package", path: ["sdkwright"] } as const;
      if (!isLeft(dirname(lock), commit.read(lock) ?? "", places.root)) return breaking(sentence, at);
      return asDestination(
        breaking(`${sentence}, and files of it, or in place of it, are left there: ${UNCHECKED}`, at),
      );
    });
}
