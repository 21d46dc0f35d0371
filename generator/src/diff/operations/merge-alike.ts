import type { Change } from "../change.js";
import { listed } from "./listed.js";
import { textOfOperation } from "./part.js";

/** Changes that say the same of several operations, once: a vendor who changes something changes it everywhere. */
export function mergeAlike(provider: string, changes: readonly Change[]): Change[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const { class: kind, credentialDestination } = change;
    const key = JSON.stringify([kind, credentialDestination, sentenceParts(provider, change)]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [change]);
    else known.push(change);
  }
  return [...groups.values()].flatMap((group) => merged(provider, group));
}

function merged(provider: string, group: readonly Change[]): readonly Change[] {
  const [first] = group;
  const operations = group.flatMap((change) => change.concerns?.operations ?? []);
  if (first === undefined || group.length === 1) return group;
  const { about: _, ...change } = first;
  const sentence = sentenceParts(provider, first).join(textOf(provider, listed(group.map(keyOf))));
  return [{ ...change, sentence, concerns: { provider, operations } }];
}

/** A sentence without the operation that it speaks of. */
function sentenceParts(provider: string, change: Change): readonly string[] {
  return change.sentence.split(textOfOperation({ provider, key: keyOf(change), at: [] }));
}

function keyOf({ concerns }: Change): string {
  return concerns?.operations.at(-1) ?? "";
}

function textOf(provider: string, operations: string): string {
  return `${operations} of provider ${JSON.stringify(provider)}`;
}
