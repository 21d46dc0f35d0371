import { quoted, type Change } from "../change.js";
import { placesText } from "../diff-report.js";
import { onlyUsed, unreadCalls, withUsage } from "./apply-usage.js";
import type { Usage, UsageUnknown } from "./usage.js";

/** Changes with what is known of their use, and what a reader has to know besides. */
export interface UsedChanges {
  readonly changes: readonly Change[];
  readonly notes: readonly string[];
}

/** What was asked for beside the usage itself. */
export interface UsageQuestion {
  /** Whether changes that no code meets are left out. */
  readonly isUsedOnly: boolean;
  /** Providers that client.json names a map of. */
  readonly mapped: ReadonlySet<string>;
}

/** Where nothing is known of the code every change counts. */
export function judgeUsage(
  changes: readonly Change[],
  usage: Usage | UsageUnknown | undefined,
  { isUsedOnly, mapped }: UsageQuestion,
): UsedChanges {
  if (usage === undefined) return { changes, notes: [] };
  if ("why" in usage) {
    return { changes, notes: [`where code uses what changed is not known, so every change counts: ${usage.why}`] };
  }
  const told = withUsage(changes, usage, mapped);
  const kept = isUsedOnly ? onlyUsed(told, usage) : told;
  return { changes: kept, notes: [...unreadNote(changes, usage), ...leftOutNote(told.length - kept.length)] };
}

function unreadNote(changes: readonly Change[], usage: Usage): readonly string[] {
  const providers = new Set(changes.flatMap(({ concerns }) => (concerns?.operations.length ? concerns.provider : [])));
  const calls = unreadCalls(providers, usage);
  if (calls.length === 0) return [];
  const places = placesText(
    calls.map(({ place }) => place),
    String,
    quoted,
  );
  return [`${String(calls.length)} call${calls.length === 1 ? "" : "s"} could not be read: ${places}`];
}

function leftOutNote(count: number): readonly string[] {
  if (count === 0) return [];
  return [
    `${String(count)} change${count === 1 ? "" : "s"} of what no code uses ${count === 1 ? "is" : "are"} not shown`,
  ];
}
