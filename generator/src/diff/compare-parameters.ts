import { own } from "@sdkwright/runtime/config";
import type { PublicParameter, PublicProvider } from "../surface/public-model.js";
import { aboutNamed, type ProviderSubject } from "./about.js";
import { isInBaseUrl, isInTokenUrl, valueOf } from "./base-urls.js";
import { behavioural, type Change, compatible, type ChangePlace, inDefinition, quoted } from "./change.js";
import { compareRecords, isInBothOrNeither } from "./records.js";

/** Changes of the parameters that a definition declares, and of their values. */
export function compareParameters(subject: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const about = (name: string) => aboutNamed("parameter", subject.name, name, ...subject.names);
  const declared = compareRecords(base.parameters, next.parameters, {
    removed: (name) => [
      subject.gone(
        `parameter ${quoted(name)} of ${subject.text} was removed`,
        inDefinition(next, "parameters"),
        about(name),
      ),
    ],
    added: (name) => [
      compatible(`parameter ${quoted(name)} was added to ${subject.text}`, inDefinition(next, "parameters", name)),
    ],
    renamed: (from, to) => [
      subject.gone(
        `parameter ${quoted(from)} of ${subject.text} was renamed to ${quoted(to)}`,
        inDefinition(next, "parameters", to),
        about(from),
      ),
    ],
    kept: (name, from, to) => compareDocumentation(name, subject, from, to, next),
  });
  const names = [base, next].flatMap(({ parameters, values }) => [...Object.keys(parameters), ...Object.keys(values)]);
  const kept = [...new Set(names)].filter((name) => isInBothOrNeither(name, base.parameters, next.parameters));
  return [...declared, ...kept.flatMap((name) => compareValue(name, subject, base, next))];
}

function compareDocumentation(
  name: string,
  { text }: ProviderSubject,
  from: PublicParameter,
  to: PublicParameter,
  next: PublicProvider,
): Change[] {
  if (from.description === to.description) return [];
  const place = inDefinition(next, "parameters", name, "description");
  return [compatible(`the description of parameter ${quoted(name)} of ${text} changed`, place)];
}

/** client.json's value goes over the definition's default; what counts is what comes out. */
function compareValue(name: string, subject: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const [from, to] = [base, next].map((provider) => valueOf(provider, name));
  const [defaultBefore, defaultAfter] = [base, next].map((provider) => own(provider.parameters, name)?.default);
  const [givenBefore, givenAfter] = [base, next].map((provider) => own(provider.values, name));
  if (defaultBefore === defaultAfter && givenBefore === givenAfter) return [];
  const isGiven = givenBefore !== givenAfter;
  const place: ChangePlace = isGiven
    ? { file: "client", path: ["providers", subject.name, "parameters", name] }
    : inDefinition(next, "parameters", name, "default");
  const what = `${isGiven ? "the value" : "the default"} of parameter ${quoted(name)} of ${subject.text}`;
  if (from === to) return [compatible(`${what} changed, without effect on what is sent`, place)];
  if (from === undefined) return [compatible(`parameter ${quoted(name)} of ${subject.text} now has a value`, place)];
  const used = usedIn([base, next], name);
  const sentence =
    to === undefined ? `parameter ${quoted(name)} of ${subject.text} has no value any more` : `${what} changed`;
  return [behavioural(`${sentence}${used}`, place, used !== "")];
}

/** Where a parameter decides where credentials go. */
function usedIn(providers: readonly PublicProvider[], name: string): string {
  if (providers.some((provider) => isInBaseUrl(provider, name))) return "; a base URL uses it";
  return providers.some((provider) => isInTokenUrl(provider, name)) ? "; a token URL uses it" : "";
}
