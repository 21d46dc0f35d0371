import {
  type BaseUrl,
  baseUrlParameters,
  checkBaseUrl,
  checkTokenUrl,
  fillBaseUrl,
  fillTokenUrl,
  isClearText,
  type JsonObject,
  type JsonValue,
  knownBaseUrl,
  own,
  referencedVariable,
  type SecurityScheme,
  standInsFor,
  tokenUrlsOf,
} from "@sdkwright/runtime/config";
import { beforePath, filledUrl, type PublicProfileProvider, type PublicProvider } from "../emit/public-model.js";
import { cited, isEqual, quoted, reference } from "./change.js";

// Where credentials go: base URLs and token URLs, as far as the values of their parameters are known, and in sentences.

/** What a request fills in for a parameter, as far as it is known before the program runs. */
export function valueOf({ values, parameters }: PublicProvider, name: string): string | undefined {
  return own(values, name) ?? own(parameters, name)?.default;
}

/** What requests to a service start from: client.json goes over the definition. */
export function baseUrlText({ services, overrides }: PublicProvider, service: string): string {
  return own(overrides, service) ?? own(services, service) ?? "";
}

/** Origin and base path; the text as it is where a value is not known yet. */
export function destinationOf(provider: PublicProvider, service: string): string {
  const url = filled(provider, service);
  return url === undefined ? baseUrlText(provider, service) : placeOf(url);
}

/** Whether a service is somewhere else with the values that are known. */
export function isKnownToMove(base: PublicProvider, next: PublicProvider, service: string): boolean {
  const [from, to] = [filled(base, service), filled(next, service)];
  return from !== undefined && to !== undefined && placeOf(from) !== placeOf(to);
}

/** Of a base URL that is not known yet, its text up to the path. */
export function originOf(provider: PublicProvider, service: string): string {
  return filled(provider, service)?.origin ?? beforePath(baseUrlText(provider, service));
}

export function isClear(provider: PublicProvider, service: string): boolean {
  const url = filled(provider, service);
  return url !== undefined && isClearText(url);
}

/** A token URL as it is sent; the text as it is where a value is not known yet. */
export function tokenPlaceOf(provider: PublicProvider, text: string): string {
  const result = fillTokenUrl(text, (name) => valueOf(provider, name));
  return "url" in result ? result.url.url : text;
}

function filled(provider: PublicProvider, service: string): BaseUrl | undefined {
  const result = fillBaseUrl(baseUrlText(provider, service), (name) => valueOf(provider, name));
  return "url" in result ? result.url : undefined;
}

/** Of slashes at the end, requests go without the last one. */
function placeOf({ origin, path }: BaseUrl): string {
  return `${origin}${path.replace(/\/$/, "")}`;
}

/** Whether two base URLs lead to one place, whatever their parameters are: but for case, default port, slash at the end. */
export function isSameBaseUrl(one: string, other: string): boolean {
  return isSamePlace(one, other, (text, marks) => {
    const result = checkBaseUrl(text, marks);
    return "url" in result ? placeOf(result.url) : undefined;
  });
}

/** Likewise of token URLs, in which a slash at the end counts. */
export function isSameTokenUrl(one: string, other: string): boolean {
  return isSamePlace(one, other, (text, marks) => {
    const result = checkTokenUrl(text, marks);
    return "url" in result ? result.url.url : undefined;
  });
}

type Marks = { readonly [name: string]: { readonly default: string } };

/** With a value of its own for each parameter. */
function isSamePlace(one: string, other: string, placeIn: (text: string, marks: Marks) => string | undefined): boolean {
  const order = (text: string) => baseUrlParameters(text).join();
  if (order(one) !== order(other)) return false;
  const [a, b] = [one, other].map((text) => {
    const standIn = standInsFor(text);
    const marks = baseUrlParameters(text).map((name, index) => {
      const fitting = standIn(name);
      const mark = `z${String(index)}q`;
      const url = fitting === "https" ? "https" : `https://${mark}.example/${mark}`;
      return [name, { default: fitting === "1" ? String(20_000 + index) : fitting === "a" ? mark : url }] as const;
    });
    return placeIn(text, Object.fromEntries(marks));
  });
  return a !== undefined && a === b;
}

/** What a parameter decides. */
export interface ParameterUse {
  readonly in: "base URL" | "token URL";
  /** Where it decides more than a path, as far as they are known. */
  readonly origins: Set<string>;
}

/** Which parameters decide where credentials go. Where a variable holds a base URL, the definition's stands for it. */
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

// In sentences

/** Where a service is. Of client.json's base URLs no more than the origin is shown: a path may hold a token. */
export function citedService(provider: PublicProvider, service: string): string {
  const override = own(provider.overrides, service);
  if (override === undefined) return citedDefined(provider, service);
  return override.startsWith("$")
    ? reference(override)
    : `${cited(beforePath(override))}${citedFilling(provider, override)}`;
}

/** Where the definition says that a service is. */
export function citedDefined(provider: PublicProvider, service: string): string {
  const text = own(provider.services, service) ?? "";
  return `${cited(text)}${citedFilling(provider, text)}`;
}

/** Where parameters decide it, the origin that a URL comes to, as far as it is known. */
export function citedFilling(provider: PublicProvider, text: string): string {
  const filling = filledUrl(text, (name) => valueOf(provider, name));
  return filling === undefined ? "" : ` (filled in: ${cited(filling.origin)})`;
}

/** Where a definition leads, and the variables that are sent there: what a reviewer of something new has to see. */
export function detailsOf(provider: PublicProvider): readonly string[] {
  return [
    ...Object.keys(provider.services).map((id) => `service ${quoted(id)} at ${citedService(provider, id)}`),
    ...schemeDetails(provider, Object.keys(provider.securitySchemes)),
    ...Object.entries(provider.values).flatMap(([name, value]) =>
      variablesIn(value).map((variable) => `parameter ${quoted(name)} from ${variable}`),
    ),
  ];
}

/** Where tokens of some schemes come from, and which variables their credentials are read from. */
export function schemeDetails(provider: PublicProvider, ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => {
    const scheme = own(provider.securitySchemes, id);
    const fields = Object.entries(own(provider.credentials, id) ?? {}).flatMap(([field, value]) =>
      variablesIn(value).map((variable) => `${quoted(field)} of scheme ${quoted(id)} from ${variable}`),
    );
    return [...(scheme === undefined ? [] : tokenUrlDetails(provider, id, scheme)), ...fields];
  });
}

/** There may be a key in its query (rules F2). */
export function tokenUrlDetails(provider: PublicProvider, id: string, scheme: SecurityScheme): readonly string[] {
  if (scheme.type !== "oauth2") return [];
  const url = cited(scheme.tokenUrl.replace(/\?.*/s, "?***"));
  return [`token URL ${url}${citedFilling(provider, scheme.tokenUrl)} of scheme ${quoted(id)}`];
}

/** What a profile's own settings of a provider send, and where. */
export function settingsDetails({ definition, useCases }: PublicProfileProvider): readonly string[] {
  return [...(definition === undefined ? [] : detailsOf(definition)), ...inputDetails(useCases)];
}

/** Variables in default inputs. */
export function inputDetails(useCases: { readonly [name: string]: { readonly input: JsonObject } }): readonly string[] {
  return Object.entries(useCases).flatMap(([useCase, { input }]) =>
    variablesIn(input).map((variable) => `input of use-case ${quoted(useCase)} from ${variable}`),
  );
}

/** Whether a provider has credentials that go where it leads, or a variable in what is sent. */
export function canSendCredentials({ securitySchemes, values }: PublicProvider): boolean {
  return Object.keys(securitySchemes).length > 0 || variablesIn(values).length > 0;
}

/** Every `$NAME` in a value, each once: names, not values. */
export function variablesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return referencedVariable(value) === undefined ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value).flatMap((within: JsonValue) => variablesIn(within)))];
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
