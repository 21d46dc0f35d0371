import { diffSince, type Diff } from "#generator/diff/diff.js";
import { locateChanges } from "#generator/diff/locate-change.js";
import { markdownDiff } from "#generator/diff/markdown-diff.js";
import { printLock } from "#generator/lock/lock.js";

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tree.js";
import { modelIn, outputFor } from "../lock/run.js";

export const changes: string = join(root, "generated-snapshots", "changes");

/** Names of the cases: folders with the inputs before and after a change. */
export function changeCases(): readonly string[] {
  return readdirSync(changes).filter((name) => existsSync(join(changes, name, "before")));
}

/** What `sdkwright diff --format markdown` says about a case. */
export async function markdownOf(name: string): Promise<string> {
  const after = join(changes, name, "after");
  const diff = await diffOf(name);
  return markdownDiff({
    ...diff,
    base: "before",
    changes: locateChanges(diff.changes, { root: after, client: "client/client.json", apis: new Map() }),
  });
}

export async function diffOf(name: string): Promise<Diff> {
  const before = await outputFor(join(changes, name, "before"));
  const after = await outputFor(join(changes, name, "after"));
  if (before === undefined || after === undefined) throw new Error(`${name} is not valid`);
  const diff = diffSince(
    { kind: "lock", text: printLock(before.lock), name: "before", beside: () => undefined },
    modelIn(after),
  );
  if ("message" in diff) throw new Error(diff.message);
  return diff;
}
