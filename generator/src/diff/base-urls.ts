import {
  baseUrlParameters,
  checkBaseUrl,
  checkTokenUrl,
  fillBaseUrl,
  fillTokenUrl,
  isClearText,
  knownBaseUrl,
  own,
  standInsFor,
  tokenUrlsOf,
  type BaseUrl,
} from "@sdkwright/runtime/config";
import { beforePath, filledUrl } from "../surface/filled-url.js";
import type { PublicProvider } from "../surface/public-model.js";
import { asDestination, cited, compatible, quoted, reference, type Change } from "./change.js";

/** What a request fills in for a parameter, as far as it is known before the program runs. */
export function valueOf({ values, parameters }: PublicProvider, name: string): string | undefined {
  return own(values, name) ?? own(parameters, name)?.default;
}

/** What requests to a service start from: client.json goes over the definition. */
export function baseUrlText({ services, overrides }: PublicProvider, service: string): string {
  return own(overrides, service) ?? own(services, service) ?? "";
}

/** What requests to a service start from, for a sentence, client.json's over the definition's: its path may hold a token. */
export function citedBaseUrl(provider: PublicProvider, service: string): string {
  const text = baseUrlText(provider, service);
  return text.startsWith("$") ? reference(text) : `${cited(beforePath(text))}${citedFilling(provider, text)}`;
}

/** Where a service is, for a sentence. */
export function citedService(provider: PublicProvider, service: string): string {
  const isOverridden = own(provider.overrides, service) !== undefined;
  return isOverridden ? citedBaseUrl(provider, service) : citedDefined(provider, service);
}

/** Where the definition says that a service is, for a sentence. */
export function citedDefined(provider: PublicProvider, service: string): string {
  const text = own(provider.services, service) ?? "";
  return `${cited(text)}${citedFilling(provider, text)}`;
}

/** Where parameters decide it, the origin that a URL comes to, as far as it is known. */
export function citedFilling(provider: PublicProvider, text: string): string {
  const filling = filledUrl(text, (name) => valueOf(provider, name));
  return filling === undefined ? "" : ` (filled in: ${cited(filling.origin)})`;
}

/** What a parameter decides. */
export interface ParameterUse {
  readonly in: "base URL" | "token URL";
  /** Where it decides more than a path, as far as they are known. */
  readonly origins: Set<string>;
}

/**
 * Which parameters decide where credentials go. Of what a variable holds nothing is known, so the definition's base URL
 * stands for it.
 */
export function parameterUses(provider: PublicProvider): ReadonlyMap<string, ParameterUse> {
  const { services, overrides, securitySchemes } = provider;
  const uses = new Map<string, ParameterUse>();
  const note = (text: string, place: ParameterUse["in"]): void => {
    const head = beforePath(text);
    const origin = filledUrl(text, (name) => valueOf(provider, name))?.origin ?? head;
    const inHead = new Set(baseUrlParameters(head));
    for (const name of baseUrlParameters(text)) {
      const use = uses.get(name) ?? { in: place, origins: new Set() };
      uses.set(name, use);
      if (inHead.has(name)) use.origins.add(origin);
    }
  };
  for (const [id, baseUrl] of Object.entries(services)) note(knownBaseUrl(baseUrl, own(overrides, id)), "base URL");
  for (const url of tokenUrlsOf(Object.values(securitySchemes))) note(url, "token URL");
  return uses;
}

/** A token URL as it is sent; the text as it is where a value is not known yet. */
export function tokenPlaceOf(provider: PublicProvider, text: string): string {
  const result = fillTokenUrl(text, (name) => valueOf(provider, name));
  return "url" in result ? result.url.url : text;
}

/** Whether a service is somewhere else with the values that are known. */
export function isKnownToMove(providers: Both, service: string): boolean {
  const [from, to] = [filled(providers.base, service), filled(providers.next, service)];
  return from !== undefined && to !== undefined && placeOf(from) !== placeOf(to);
}

/** Origin and base path; the text as it is where a value is not known yet. */
export function destinationOf(provider: PublicProvider, service: string): string {
  const url = filled(provider, service);
  return url === undefined ? baseUrlText(provider, service) : placeOf(url);
}

/** Of a base URL that is not known yet, its text up to the path. */
export function originOf(provider: PublicProvider, service: string): string {
  const url = filled(provider, service);
  return url === undefined ? beforePath(baseUrlText(provider, service)) : url.origin;
}

export function isClear(provider: PublicProvider, service: string): boolean {
  const url = filled(provider, service);
  return url !== undefined && isClearText(url);
}

/** Whether two base URLs lead to one place, whatever their parameters are: but for case, default port, slash at the end. */
export function isSameBaseUrl(one: string, other: string): boolean {
  return isSamePlace(one, other, (text, marks) => {
    const result = checkBaseUrl(text, marks);
    return "url" in result ? placeOf(result.url) : undefined;
  });
}

/** What such a difference does to requests: to an empty path no slash is added, and none is taken off. */
export function samePlaceFor(one: string, other: string): string {
  const [before, after] = [one, other].map((text) => {
    const result = checkBaseUrl(text, marksFor(text, `${one} ${other}`, 0));
    return "url" in result && result.url.path.endsWith("/");
  });
  return `requests go to the same place${before === after ? "" : ", but for those with an empty path"}`;
}

/** Likewise of token URLs, in which a slash at the end counts. */
export function isSameTokenUrl(one: string, other: string): boolean {
  return isSamePlace(one, other, (text, marks) => {
    const result = checkTokenUrl(text, marks);
    return "url" in result ? result.url.url : undefined;
  });
}

interface Both {
  readonly base: PublicProvider;
  readonly next: PublicProvider;
}

type Marks = { readonly [name: string]: { readonly default: string } };

/**
 * Every parameter stands where it stood: that shows with values of its own for each, and again with others. One that is the
 * whole of host and port may bring a port.
 */
function isSamePlace(one: string, other: string, placeIn: (text: string, marks: Marks) => string | undefined): boolean {
  const order = (text: string) =>
    Array.from(text.matchAll(/:\/\/\{[^{}]*\}(?![^/?])|\{[^{}]*\}/g), ([place]) => place).join();
  if (order(one) !== order(other)) return false;
  return [0, 1].every((round) => {
    const [a, b] = [one, other].map((text) => placeIn(text, marksFor(text, `${one} ${other}`, round)));
    return a !== undefined && a === b;
  });
}

/** Values that fit, one for each name, and stand nowhere in the texts. */
function marksFor(text: string, texts: string, round: number): Marks {
  const around = texts.toLowerCase();
  const free = (mark: (index: number) => string, first: number): string => {
    let index = first;
    while (around.includes(mark(index))) index += 1000;
    return mark(index);
  };
  const standIn = standInsFor(text);
  return Object.fromEntries(
    baseUrlParameters(text).map((name, index) => {
      const number = 20_000 + 2 * index + round;
      const fitting = standIn(name);
      if (fitting === "https") return [name, { default: round === 0 ? "https" : "http" }];
      if (fitting === "1") return [name, { default: free(String, number) }];
      const mark = free((each) => `z${each.toString()}q`, number);
      return [name, { default: fitting === "a" ? mark : `https://${mark}.example/${mark}` }];
    }),
  );
}

function filled(provider: PublicProvider, service: string): BaseUrl | undefined {
  const result = fillBaseUrl(baseUrlText(provider, service), (name) => valueOf(provider, name));
  return "url" in result ? result.url : undefined;
}

/** Of slashes at the end, requests go without the last one. */
function placeOf({ origin, path }: BaseUrl): string {
  return `${origin}${path.replace(/\/$/, "")}`;
}

/** Code can give `createClient` a `clientJson` that has no value of client.json: then the definition decides. */
const WHEN = "where `clientJson` of code has no value for it";

/** Where services and token URLs newly are by the definition alone. One whose text was edited is told for itself. */
export function definedAloneChanges(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  return [...movedServices(text, base, next), ...movedTokenUrls(text, base, next)];
}

/** Where a service is by the definition alone, for a sentence; nothing where client.json leads it nowhere else. */
export function citedAlone(provider: PublicProvider, service: string): string | undefined {
  const alone = definedAlone(provider);
  if (destinationOf(alone, service) === destinationOf(provider, service)) return undefined;
  return `at ${citedDefined(alone, service)} ${WHEN}`;
}

/** Whether calls that went to one service and go to another come to another place, with what client.json gives or without. */
export function isElsewhere(base: PublicProvider, from: string, next: PublicProvider, to: string): boolean {
  const places = (provider: PublicProvider, id: string) =>
    [provider, definedAlone(provider)].map((each) => destinationOf(each, id)).join("\n");
  return places(base, from) !== places(next, to);
}

/** Where a service is, with what client.json gives and without, for a sentence. */
export function citedPlaces(provider: PublicProvider, service: string): string {
  return [citedService(provider, service), citedAlone(provider, service)]
    .filter((text) => text !== undefined)
    .join(", ");
}

function movedServices(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  const known = placesIn(base, (each) => Object.keys(each.services).map((id) => destinationOf(each, id)));
  return Object.keys(next.services).flatMap((id) => {
    const [former, place] = [own(base.services, id), citedAlone(next, id)];
    const isTold = former !== undefined && former !== own(next.services, id);
    if (isTold || place === undefined || known.has(destinationOf(definedAlone(next), id))) return [];
    const sentence = `service ${quoted(id)} of ${text} is now ${place}`;
    return [asDestination(compatible(sentence, { file: { definition: next.file }, path: ["services", id] }))];
  });
}

function movedTokenUrls(text: string, base: PublicProvider, next: PublicProvider): Change[] {
  const urlsOf = ({ securitySchemes }: PublicProvider) => tokenUrlsOf(Object.values(securitySchemes));
  const known = placesIn(base, (each) => urlsOf(each).map((url) => tokenPlaceOf(each, url)));
  const former = new Set(urlsOf(base));
  const kept = urlsOf(next).filter((url) => former.has(url));
  const places = kept.map((url) => [url, tokenPlaceOf(definedAlone(next), url)] as const);
  return [...new Map(places)]
    .filter(([url, place]) => !known.has(place) && place !== tokenPlaceOf(next, url))
    .map(([, place]) => {
      // There may be a key in its query (rules F2).
      const sentence = `tokens of ${text} now come from ${cited(place.replace(/\?.*/s, "?***"))} ${WHEN}`;
      return asDestination(compatible(sentence, { file: { definition: next.file }, path: ["securitySchemes"] }));
    });
}

/** With what client.json gives and without. */
function placesIn(
  base: PublicProvider,
  placesOf: (provider: PublicProvider) => readonly string[],
): ReadonlySet<string> {
  return new Set([base, definedAlone(base)].flatMap(placesOf));
}

function definedAlone(provider: PublicProvider): PublicProvider {
  return { ...provider, overrides: {}, values: {} };
}
