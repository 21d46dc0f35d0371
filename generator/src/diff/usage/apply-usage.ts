import type { Change, CodePlace, Concerns } from "../change.js";
import type { Call, Usage } from "./usage.js";

/** Says of every change that concerns operations or types where code uses them. */
export function withUsage(changes: readonly Change[], usage: Usage, mapped: ReadonlySet<string>): Change[] {
  return changes.map((change) => {
    const { concerns } = change;
    if (concerns === undefined) return change;
    const usedAt = unique([...callsOf(concerns, usage), ...importsOf(concerns, usage)]);
    const perhapsUsedAt = unique(perhaps(concerns, usage));
    const isUnused = usedAt.length === 0 && perhapsUsedAt.length === 0 && !isUnread(concerns, usage);
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
  return changes.filter(({ concerns, credentialDestination, usedAt = [], perhapsUsedAt = [], class: kind }) => {
    if (concerns === undefined || credentialDestination === true) return true;
    return usedAt.length + perhapsUsedAt.length > 0 || (kind !== "compatible" && isUnread(concerns, usage));
  });
}

/** Requests to one of some providers of which nobody knows the operation. */
export function unreadCalls(providers: ReadonlySet<string>, { calls }: Usage): readonly Call[] {
  return calls.filter(
    (call) => call.operations === undefined && (call.providers?.some((name) => providers.has(name)) ?? true),
  );
}

function isUnread({ provider, operations, everything }: Concerns, usage: Usage): boolean {
  const asksForCalls = operations.length > 0 || everything === true;
  return asksForCalls && unreadCalls(new Set([provider]), usage).length > 0;
}

function callsOf({ provider, operations, everything }: Concerns, { calls }: Usage): readonly CodePlace[] {
  const wanted = new Set(operations);
  return calls
    .filter((call) => call.providers?.includes(provider) === true)
    .filter((call) => everything === true || call.operations?.some((operation) => wanted.has(operation)) === true)
    .map(({ place }) => place);
}

function perhaps(
  { operations, everything, provider, types }: Concerns,
  { calls, imports }: Usage,
): readonly CodePlace[] {
  const wanted = new Set(operations);
  const ofNobody = calls.filter((call) => call.providers === undefined);
  const asked = ofNobody.filter(
    (call) => everything === true || call.operations?.some((operation) => wanted.has(operation)) === true,
  );
  const wholly =
    types === undefined ? [] : imports.filter((each) => each.provider === provider && each.name === undefined);
  return [...asked, ...wholly].map(({ place }) => place);
}

function importsOf({ provider, types = [] }: Concerns, { imports }: Usage): readonly CodePlace[] {
  return imports
    .filter((each) => each.provider === provider && each.name !== undefined && types.includes(each.name))
    .map(({ place }) => place);
}

function unique(places: readonly CodePlace[]): readonly CodePlace[] {
  return [...new Map(places.map((place) => [JSON.stringify(place), place])).values()];
}
