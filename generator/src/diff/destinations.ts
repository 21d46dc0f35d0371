import {
  baseUrlParameters,
  fillBaseUrl,
  fillTokenUrl,
  isClearText,
  type JsonObject,
  type JsonValue,
  knownBaseUrl,
  own,
  referencedVariable,
  type SecurityScheme,
  tokenUrlsOf,
} from "@sdkwright/runtime/config";
import { beforePath, filledUrl, type PublicProfileProvider, type PublicProvider } from "../emit/public-model.js";
import { cited, quoted, reference } from "./change.js";

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
  return canonicalBase(url === undefined ? baseUrlText(provider, service) : `${url.origin}${url.path}`);
}

/** Of a base URL that is not known yet, its text up to the path. */
export function originOf(provider: PublicProvider, service: string): string {
  return filled(provider, service)?.origin ?? beforePath(baseUrlText(provider, service));
}

/** Whether credentials would newly go to a service in clear text. */
export function isClearNow(base: PublicProvider, next: PublicProvider, service: string): boolean {
  const [before, now] = [base, next].map((provider) => {
    const url = filled(provider, service);
    return url !== undefined && isClearText(url);
  });
  return now === true && before === false;
}

function filled(provider: PublicProvider, service: string) {
  const result = fillBaseUrl(baseUrlText(provider, service), (name) => valueOf(provider, name));
  return "url" in result ? result.url : undefined;
}

/** The case of a host and a default port lead to the same place; names in braces have a case. */
export function canonicalUrl(text: string): string {
  const [origin = ""] = /^([a-z]+:\/\/[^/?#]*)?/i.exec(text) ?? [];
  const lower = origin.replaceAll(/\{[^{}]*\}|[A-Z]+/g, (part) => (part.startsWith("{") ? part : part.toLowerCase()));
  return lower.replace(/^(https:.*):443$|^(http:.*):80$/, "$1$2") + text.slice(origin.length);
}

/** Of slashes at the end of a base URL, requests go without the last one. */
export function canonicalBase(text: string): string {
  return canonicalUrl(text).replace(/\/$/, "");
}

/** A token URL as it is sent; the text as it is where a value is not known yet. */
export function tokenPlaceOf(provider: PublicProvider, text: string): string {
  const result = fillTokenUrl(text, (name) => valueOf(provider, name));
  return "url" in result ? result.url.url : text;
}

/** Where a parameter decides where credentials go, and the origins that it newly leads to. */
export function parameterUse(name: string, base: PublicProvider, next: PublicProvider): string {
  const [before, now] = [usesOf(base, name), usesOf(next, name)];
  const [first] = [...now, ...before];
  if (first === undefined) return "";
  const origins = (uses: readonly Use[], others: readonly Use[]) => {
    const known = new Set(others.map(({ origin }) => origin));
    const own = uses.flatMap(({ origin }) => (origin === undefined || known.has(origin) ? [] : [cited(origin)]));
    return [...new Set(own)].join(" and ");
  };
  const [come, left] = [origins(now, before), origins(before, now)];
  const places = come === "" ? "" : `: now ${come}${left === "" ? "" : `, before ${left}`}`;
  return `; a ${first.kind} uses it${places}`;
}

interface Use {
  readonly kind: "base URL" | "token URL";
  /** Where it decides more than a path. */
  readonly origin: string | undefined;
}

/** Where a variable holds a base URL, the definition's stands for it. */
function usesOf(provider: PublicProvider, name: string): readonly Use[] {
  const { services, overrides, securitySchemes } = provider;
  const urls = [
    ...Object.entries(services).map(([id, url]) => ["base URL", knownBaseUrl(url, own(overrides, id))] as const),
    ...tokenUrlsOf(Object.values(securitySchemes)).map((url) => ["token URL", url] as const),
  ];
  return urls.flatMap(([kind, text]) => {
    if (!baseUrlParameters(text).includes(name)) return [];
    const head = beforePath(text);
    const origin = filledUrl(text, (each) => valueOf(provider, each))?.origin ?? head;
    return [{ kind, origin: baseUrlParameters(head).includes(name) ? origin : undefined }];
  });
}

/** Schemes all apply, in any order; but of two signatures the first covers the other (rules §3.10). */
export function inOneOrder(ids: readonly string[], { securitySchemes }: PublicProvider): readonly string[] {
  const isSignature = (id: string) => own(securitySchemes, id)?.type === "signature";
  return [...ids.filter((id) => !isSignature(id)).sort(), ...ids.filter(isSignature)];
}

// In sentences

/** Where a service is. Of client.json's base URLs no more than the origin is shown: a path may hold a token. */
export function citedService(provider: PublicProvider, service: string): string {
  const override = own(provider.overrides, service);
  if (override === undefined) return citedUrl(provider, own(provider.services, service) ?? "");
  if (override.startsWith("$")) return reference(override);
  return `${cited(beforePath(override))}${citedFilling(provider, override)}`;
}

/** A URL of a definition; where parameters decide it, with the origin that it comes to. There may be a key in its query. */
export function citedUrl(provider: PublicProvider, text: string): string {
  const bare = text.replace(/\?.*/s, "?***");
  return `${cited(bare)}${citedFilling(provider, bare)}`;
}

function citedFilling(provider: PublicProvider, text: string): string {
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
    const fields = Object.entries(own(provider.credentials, id) ?? {}).flatMap(([field, value]) =>
      variablesIn(value).map((variable) => `${quoted(field)} of scheme ${quoted(id)} from ${variable}`),
    );
    return [...tokenUrlDetails(provider, id, own(provider.securitySchemes, id)), ...fields];
  });
}

export function tokenUrlDetails(provider: PublicProvider, id: string, scheme?: SecurityScheme): readonly string[] {
  if (scheme?.type !== "oauth2") return [];
  return [`token URL ${citedUrl(provider, scheme.tokenUrl)} of scheme ${quoted(id)}`];
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

/** Every `$NAME` in a value, each once: names, not values. */
export function variablesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === "string") return referencedVariable(value) === undefined ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value).flatMap((within: JsonValue) => variablesIn(within)))];
}
