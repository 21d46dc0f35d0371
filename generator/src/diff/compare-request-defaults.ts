import { isShownText, own } from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import { behavioural, type Change, type ChangePlace, compatible, inDefinition, quoted, withDetails } from "./change.js";
import { schemeDetails } from "./destinations.js";
import { compareRecords, isEqual } from "./records.js";

/** Changes of what every request carries: the default `security` and constant headers of a definition. */
export function compareRequestDefaults(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  return [...compareSecurity(text, base, next), ...compareHeaders(text, base, next)];
}

function compareSecurity(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  const [from, to] = [base.security ?? [], next.security ?? []];
  const added = to.filter((id) => !from.includes(id));
  if (isSameSecurity(from, to, next)) return [];
  const sentence = `requests to ${text} that name no scheme now use ${listed(to)}, before ${listed(from)}`;
  const told = withDetails(sentence, schemeDetails(next, added));
  return [behavioural(told, inDefinition(next, "security"), added.length > 0)];
}

/** All of them apply, in any order; but of two signatures the first covers the other (rules §3.10). */
export function isSameSecurity(
  from: readonly string[],
  to: readonly string[],
  { securitySchemes }: PublicProvider,
): boolean {
  const isSignature = (id: string) => own(securitySchemes, id)?.type === "signature";
  const hasSame = from.length === to.length && from.every((id) => to.includes(id));
  return hasSame && isEqual(from.filter(isSignature), to.filter(isSignature));
}

function compareHeaders(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  const place = (name: string): ChangePlace => inDefinition(next, "headers", name);
  return compareRecords(byLowerCase(base), byLowerCase(next), {
    removed: (_, [name]) => [
      behavioural(`requests to ${text} no longer carry the header ${quoted(name)}`, inDefinition(next, "headers")),
    ],
    added: (_, [name]) => [behavioural(`requests to ${text} now carry the header ${quoted(name)}`, place(name))],
    kept: (_, [former, from], [name, to]) => {
      const sentence = `the header ${quoted(former)} of requests to ${text} is written ${quoted(name)}`;
      if (from === to) return former === name ? [] : [compatible(sentence, place(name))];
      const values = isShownText(from) && isShownText(to) ? `: now ${quoted(to)}, before ${quoted(from)}` : "";
      return [behavioural(`the header ${quoted(name)} of requests to ${text} changed${values}`, place(name))];
    },
  });
}

type Header = readonly [name: string, value: string];

function byLowerCase({ headers = {} }: PublicProvider): { readonly [name: string]: Header } {
  return Object.fromEntries(Object.entries(headers).map((header) => [header[0].toLowerCase(), header]));
}

function listed(ids: readonly string[]): string {
  return ids.length === 0 ? "none" : ids.map(quoted).join(" and ");
}
