import type { Change, CodePlace } from "../change.js";
import type { Call, Usage } from "./usage.js";
import { UsageIndex } from "./usage-index.js";

/** Says of every change that concerns operations or types where code uses them. */
export function withUsage(changes: readonly Change[], usage: Usage, mapped: ReadonlySet<string>): Change[] {
  const index = new UsageIndex(usage);
  const shown = new ShownPlaces();
  return changes.map((change) => {
    const { concerns } = change;
    if (concerns === undefined) return change;
    const calls = index.callsOf(concerns);
    const ofProvider = calls.filter(({ providers }) => providers?.includes(concerns.provider) === true);
    const ofNobody = calls.filter(({ providers }) => providers === undefined);
    const usedAt = shown.of([...ofProvider, ...index.importsOf(concerns)]);
    const perhapsUsedAt = shown.of([...ofNobody, ...index.wholeImportsOf(concerns)]);
    const isUnused = usedAt.length === 0 && perhapsUsedAt.length === 0 && !index.isUnread(concerns);
    const isHarmless =
      concerns.isHarmlessUnused === true &&
      isUnused &&
      !(concerns.everything === true && mapped.has(concerns.provider));
    return {
      ...change,
      ...(isHarmless && change.class === "breaking" && { class: "compatible" as const }),
      usedAt,
      ...(perhapsUsedAt.length > 0 && { perhapsUsedAt }),
    };
  });
}

/**
 * Those that matter to the code that was looked at. What concerns no operation matters always, and so does where
 * credentials go: what cannot be seen in code must not hide it.
 */
export function onlyUsed(changes: readonly Change[], usage: Usage): Change[] {
  const index = new UsageIndex(usage);
  return changes.filter(({ concerns, credentialDestination, usedAt = [], perhapsUsedAt = [], class: kind }) => {
    if (concerns === undefined || credentialDestination === true) return true;
    return usedAt.length + perhapsUsedAt.length > 0 || (kind !== "compatible" && index.isUnread(concerns));
  });
}

/** Requests to one of some providers of which nobody knows the operation. */
export function unreadCalls(providers: ReadonlySet<string>, { calls }: Usage): readonly Call[] {
  return calls.filter(
    (call) => call.operations === undefined && (call.providers?.some((name) => providers.has(name)) ?? true),
  );
}

/** So many places are told of one change, and of all of them: each of many calls may use whatever changed. */
const [MOST_OF_ONE, MOST_OF_ALL] = [1000, 1_000_000];

/** Counts the places that are told; whatever is used has one at least. */
class ShownPlaces {
  #left = MOST_OF_ALL;

  of(uses: readonly { readonly place: CodePlace }[]): readonly CodePlace[] {
    const some = uses.slice(0, Math.max(1, Math.min(MOST_OF_ONE, this.#left)));
    this.#left -= some.length;
    return [...new Map(some.map(({ place }) => [JSON.stringify(place), place])).values()];
  }
}
