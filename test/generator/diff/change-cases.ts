import { diffSince, type Diff } from "#generator/diff/diff.js";
import { locateChanges } from "#generator/diff/locate.js";
import { markdownDiff } from "#generator/diff/report.js";
import { printLock } from "#generator/lock/lock.js";
import { documentsOf } from "#generator/cli/current-surface.js";

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tree.js";
import { modelIn, outputFor, projectOf } from "../lock/run.js";

export const changes: string = join(root, "generated-snapshots", "changes");

/** Names of the cases: folders with the inputs before and after a change. */
export function changeCases(): readonly string[] {
  return readdirSync(changes).filter((name) => existsSync(join(changes, name, "before")));
}

/** What `sdkwright diff --format markdown` says about a case. */
export async function markdownOf(name: string): Promise<string> {
  const after = join(changes, name, "after");
  const [diff, project] = [await diffOf(name), await projectOf(after)];
  const apis = project === undefined ? new Map() : documentsOf(project);
  const documents = { root: after, client: "client/client.json", apis };
  return markdownDiff({ ...diff, base: "before", changes: locateChanges(diff.changes, documents) });
}

export async function diffOf(name: string): Promise<Diff> {
  const before = await outputFor(join(changes, name, "before"));
  const after = await outputFor(join(changes, name, "after"));
  if (before === undefined || after === undefined) throw new Error(`${name} is not valid`);
  const beside = (path: string) => before.files.find((file) => file.path === path)?.text;
  const files = new Map(after.files.map(({ path, text }) => [path, text]));
  const base = { kind: "lock", text: printLock(before.lock), name: "before", beside } as const;
  const diff = await diffSince(base, modelIn(after), files);
  if ("message" in diff) throw new Error(diff.message);
  return diff;
}
