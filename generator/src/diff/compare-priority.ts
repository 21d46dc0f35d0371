import { own } from "@sdkwright/runtime/config";
import type { PublicProfile } from "../surface/public-model.js";
import {
  asDestination,
  behavioural,
  breaking,
  type Change,
  compatible,
  type PlaceIn,
  quoted,
  withDetails,
} from "./change.js";
import { settingsDetails } from "./destinations.js";

/** Changes of who performs a profile, and in which order. */
export function comparePriority(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  const [from, to] = [base, next].map(({ priority }) => priority.map(quoted).join(", ") || "empty");
  if (from !== to) {
    const sentence = `the order of providers of ${text} is now ${String(to)}, before ${String(from)}`;
    if (!isFirstAlone(base, next)) return [behavioural(sentence, place("priority"))];
    return [compatible(`${sentence}; nothing fails over, and the first is the same`, place("priority"))];
  }
  if (base.prioritySource === next.prioritySource) return [];
  const says = {
    written: "is written",
    profile: "comes from its providers",
    all: "comes from all providers that have a map",
  };
  const [before, after] = [says[base.prioritySource], says[next.prioritySource]];
  const sentence = `the order of providers of ${text} now ${after}, before it ${before}`;
  const isDocumentation = base.prioritySource !== "all" && next.prioritySource !== "all";
  return [isDocumentation ? compatible(sentence, place("priority")) : behavioural(sentence, place("priority"))];
}

/** Whether the first of the list serves every call, before and after. Of all providers, only those with a map do. */
function isFirstAlone(base: PublicProfile, next: PublicProfile): boolean {
  const [first] = next.priority;
  if (first === undefined || first !== base.priority[0]) return false;
  return [base, next].every(({ prioritySource, mapped, useCases }) => {
    const isServing = prioritySource !== "all" || mapped.includes(first);
    return isServing && Object.values(useCases).every(({ providerFailover }) => !providerFailover);
  });
}

/** Who can perform the profile, and so can be named in calls, and have maps. */
export function compareCandidates(text: string, base: PublicProfile, next: PublicProfile, place: PlaceIn): Change[] {
  const [before, after] = [new Set(base.candidates), new Set(next.candidates)];
  if (before.size === 0 || after.size === 0) return [];
  return [
    ...base.candidates
      .filter((name) => !after.has(name))
      .map((name) => breaking(`provider ${quoted(name)} was removed from ${text}`, place("providers"))),
    ...next.candidates
      .filter((name) => !before.has(name))
      .map((name) => {
        const settings = own(next.providers, name);
        const details = settings === undefined ? [] : settingsDetails(settings);
        const sentence = withDetails(`provider ${quoted(name)} was added to ${text}`, details);
        return asDestination(compatible(sentence, place("providers", name)), details.length > 0);
      }),
  ];
}
