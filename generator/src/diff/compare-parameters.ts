import { own, quoted, readEnvText, type EnvText } from "@sdkwright/runtime/config";
import type { PublicParameter, PublicProvider } from "../surface/public-model.js";
import { aboutNamed, type ProviderSubject } from "./about.js";
import { parameterUses, valueOf, type ParameterUse } from "./base-urls.js";
import {
  asDestination,
  behavioural,
  type Change,
  cited,
  compatible,
  type ChangePlace,
  inDefinition,
} from "./change.js";
import { variablesIn } from "./destinations.js";
import { compareRecords, isEqual, isInBothOrNeither } from "./records.js";

/** Changes of the parameters that a definition declares, and of their values. */
export function compareParameters(subject: ProviderSubject, base: PublicProvider, next: PublicProvider): Change[] {
  const about = (name: string) => aboutNamed("parameter", subject.name, name, ...subject.names);
  const [usesBefore, uses] = [parameterUses(base), parameterUses(next)];
  const declared = compareRecords(base.parameters, next.parameters, {
    removed: (name) => [
      subject.gone(
        `parameter ${quoted(name)} of ${subject.text} was removed`,
        inDefinition(next, "parameters"),
        about(name),
      ),
    ],
    added: (name) => {
      const source = own(base.values, name) === undefined ? sourceOf(name, undefined, next, uses) : "";
      const sentence = `parameter ${quoted(name)} was added to ${subject.text}${source}`;
      return [asDestination(compatible(sentence, inDefinition(next, "parameters", name)), source !== "")];
    },
    renamed: (from, to) => {
      const source = sourceOf(to, own(base.values, from), next, uses);
      const isOther = source === "" && !isEqual(meaningOf(base, from), meaningOf(next, to));
      const sentence = `parameter ${quoted(from)} of ${subject.text} was renamed to ${quoted(to)}${isOther ? ", with another value" : source}`;
      const change = subject.gone(sentence, inDefinition(next, "parameters", to), about(from));
      return [asDestination(change, source !== "")];
    },
    kept: (name, from, to) => compareDocumentation(name, subject, from, to, next),
  });
  const names = [base, next].flatMap(({ parameters, values }) => [...Object.keys(parameters), ...Object.keys(values)]);
  const places = (name: string) => usedIn(name, uses, usesBefore);
  const compared = [...new Set(names)].filter((name) => isOneParameter(name, base, next));
  return [...declared, ...compared.flatMap((name) => compareValue(name, subject, base, next, places))];
}

/** A value in client.json fills paths, whether or not the definition declares its name (rules P9). */
function isOneParameter(name: string, base: PublicProvider, next: PublicProvider): boolean {
  if (isInBothOrNeither(name, base.parameters, next.parameters)) return true;
  const [from, to] = [meaningOf(base, name), meaningOf(next, name)];
  const isDeclaredNow = Object.hasOwn(next.parameters, name);
  return !isEqual(from, to) && to !== undefined && (!isDeclaredNow || from !== undefined);
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
function compareValue(
  name: string,
  subject: ProviderSubject,
  base: PublicProvider,
  next: PublicProvider,
  places: (name: string) => string,
): Change[] {
  const [from, to] = [base, next].map((provider) => valueOf(provider, name));
  const [defaultBefore, defaultAfter] = [base, next].map((provider) => own(provider.parameters, name)?.default);
  const [givenBefore, givenAfter] = [base, next].map((provider) => own(provider.values, name));
  if (defaultBefore === defaultAfter && givenBefore === givenAfter) return [];
  const isGiven = givenBefore !== givenAfter;
  const place: ChangePlace = isGiven
    ? { file: "client", path: ["providers", subject.name, "parameters", name] }
    : inDefinition(next, "parameters", name, "default");
  const what = `${isGiven ? "the value" : "the default"} of parameter ${quoted(name)} of ${subject.text}`;
  const why = isGiven ? "without effect on what is sent" : "but client.json gives its value";
  if (isEqual(meaningOf(base, name), meaningOf(next, name))) return [compatible(`${what} changed, ${why}`, place)];
  const used = places(name);
  const variables = variablesText(givenBefore, givenAfter);
  if (from === undefined) {
    const sentence = `parameter ${quoted(name)} of ${subject.text} now has a value${variables}${used}`;
    return [asDestination(compatible(sentence, place), used !== "" || variables !== "")];
  }
  const sentence =
    to === undefined ? `parameter ${quoted(name)} of ${subject.text} has no value any more` : `${what} changed`;
  return [behavioural(`${sentence}${variables}${used}`, place, used !== "" || variables !== "")];
}

/** A default is never a variable, whatever it looks like. */
function meaningOf({ values, parameters }: PublicProvider, name: string): EnvText | undefined {
  const [given, preset] = [own(values, name), own(parameters, name)?.default];
  if (given !== undefined) return readEnvText(given);
  return preset === undefined ? undefined : { kind: "literal", text: preset };
}

/** Of a parameter that is new, or has another name: the variable that it is newly read from, and where it decides. */
function sourceOf(name: string, former: string | undefined, next: PublicProvider, uses: Uses): string {
  const given = own(next.values, name);
  if (given === former) return "";
  const [variables, used] = [variablesText(former, given), usedIn(name, uses)];
  return `${variables}${used}`;
}

/** Names of variables, not values. */
function variablesText(from: string | undefined, to: string | undefined): string {
  const [before, after] = [variablesIn(from).join(), variablesIn(to).join()];
  if (after === "" || after === before) return "";
  return `: read from ${after}${before === "" ? "" : `, before from ${before}`}`;
}

/** Where a parameter decides where credentials go, and the origins that it newly leads to. */
function usedIn(name: string, uses: Uses, usesBefore?: Uses): string {
  const [before, after] = [usesBefore?.get(name), uses.get(name)];
  if (before === undefined && after === undefined) return "";
  const origins = notIn(before, after).map(cited);
  const former = notIn(after, before).map(cited);
  const now = origins.length === 0 ? "" : `: now ${origins.join(" and ")}`;
  const told = now === "" || former.length === 0 ? now : `${now}, before ${former.join(" and ")}`;
  const isInBaseUrl = before?.in === "base URL" || after?.in === "base URL";
  return `; ${isInBaseUrl ? "a base URL" : "a token URL"} uses it${told}`;
}

type Uses = ReadonlyMap<string, ParameterUse>;

function notIn(known: ParameterUse | undefined, use: ParameterUse | undefined): readonly string[] {
  return Array.from(use?.origins ?? []).filter((origin) => known?.origins.has(origin) !== true);
}
