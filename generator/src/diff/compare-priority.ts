import { own } from "@sdkwright/runtime/config";
import type { PublicProfile } from "../surface/public-model.js";
import { behavioural, type Change, compatible, type PlaceIn, quoted } from "./change.js";

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

/** Whether the first of the list serves every call, before and after. */
function isFirstAlone(base: PublicProfile, next: PublicProfile): boolean {
  const [first] = next.priority;
  if (first === undefined || first !== base.priority[0]) return false;
  return [base, next].every((profile) => {
    const isCertain = profile.prioritySource !== "all" || hasMapFile(profile, first);
    return isCertain && Object.values(profile.useCases).every(({ providerFailover }) => !providerFailover);
  });
}

/** Of all providers, only those with a map take part; who has one in code is not known. */
function hasMapFile({ providers }: PublicProfile, name: string): boolean {
  const settings = own(providers, name);
  return settings?.file !== undefined && settings.definition === undefined && /\.m?[jt]s$/.test(settings.file);
}
