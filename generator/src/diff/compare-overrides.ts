import { isHttp, own } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import type { ProviderSubject } from "./about.js";
import { baseUrlText, citedBaseUrl, citedService, isClear, isSameBaseUrl, samePlaceFor } from "./base-urls.js";
import { behavioural, type Change, type ChangePlace, compatible, quoted } from "./change.js";

/** Base URLs that client.json has, of services that are there before and after; of others it is told with the service. */
export function compareOverrides(subject: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const kept = Object.keys(next.services).filter((id) => Object.hasOwn(base.services, id));
  return kept.flatMap((id) => compareOverride(subject, { from: id, to: id }, { base, next }));
}

interface Providers {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

interface Ids {
  readonly from: string;
  readonly to: string;
}

/** Of one service, which may have got another id. */
export function compareOverride(
  { name, text }: Pick<ProviderSubject, "name" | "text">,
  ids: Ids,
  { base, next }: Providers,
): Change[] {
  const [from, to] = [own(base.overrides, ids.from), own(next.overrides, ids.to)];
  if (from === to) return [];
  const path = ["providers", name, "services", ...(to === undefined ? [] : [ids.to])];
  return [changeOf(ids, text, { base, next }, { file: "client", path })];
}

function changeOf(
  { from: former, to: id }: Ids,
  provider: string,
  { base, next }: Providers,
  place: ChangePlace,
): Change {
  const [from, to] = [baseUrlText(base, former), baseUrlText(next, id)];
  const source = own(next.overrides, id) === undefined ? "the definition" : "client.json";
  const where = citedBaseUrl(next, id);
  const moved =
    citedBaseUrl(base, former) === where
      ? `at another path of ${where}, as ${source} says`
      : `at ${citedService(next, id)}, as ${source} says, before at ${citedService(base, former)}`;
  const sentence = `service ${quoted(id)} of ${provider} is now ${moved}`;
  if (isSameBaseUrl(from, to)) return compatible(`${sentence}: ${samePlaceFor(from, to)}`, place);
  const turnsClear = isClear(next, id) && !isClear(base, former) ? "; credentials would go in clear text" : "";
  return behavioural(`${sentence}${turnsClear}`, place, true);
}

/** Then the definition's own decides one thing: whether another machine may be there without https. */
export function isOverriddenInBoth(id: string, base: PublicProvider, next: PublicProvider): boolean {
  const [from, to] = [base, next].map(({ services }) => isHttp(own(services, id) ?? ""));
  return from === to && [base, next].every(({ overrides }) => own(overrides, id) !== undefined);
}
