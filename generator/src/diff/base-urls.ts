import {
  baseUrlParameters,
  checkBaseUrl,
  checkTokenUrl,
  fillBaseUrl,
  fillTokenUrl,
  isClearText,
  knownBaseUrl,
  own,
  standIn,
  tokenUrlsOf,
  type BaseUrl,
} from "@sdkwright/runtime/config";
import type { PublicProvider } from "../surface/public-model.js";
import { cited, reference } from "./change.js";

/** What a request fills in for a parameter, as far as it is known before the program runs. */
export function valueOf({ values, parameters }: PublicProvider, name: string): string | undefined {
  return own(values, name) ?? own(parameters, name)?.default;
}

/** Of what a variable holds nothing is known, so the definition's base URL stands for it. */
export function isInBaseUrl({ services, overrides }: PublicProvider, parameter: string): boolean {
  const texts = Object.entries(services).map(([id, baseUrl]) => knownBaseUrl(baseUrl, own(overrides, id)));
  return texts.some((text) => baseUrlParameters(text).includes(parameter));
}

/** What requests to a service start from: client.json goes over the definition. */
export function baseUrlText({ services, overrides }: PublicProvider, service: string): string {
  return own(overrides, service) ?? own(services, service) ?? "";
}

/** Where a base URL of client.json leads, for a sentence: its path may hold a token. */
export function citedBaseUrl(text: string): string {
  return text.startsWith("$") ? reference(text) : cited(beforePath(text));
}

/** Where a service is, for a sentence. */
export function citedService(provider: PublicProvider, service: string): string {
  const overriding = own(provider.overrides, service);
  return overriding === undefined ? cited(own(provider.services, service) ?? "") : citedBaseUrl(overriding);
}

export function isInTokenUrl({ securitySchemes }: PublicProvider, parameter: string): boolean {
  return tokenUrlsOf(Object.values(securitySchemes)).some((text) => baseUrlParameters(text).includes(parameter));
}

/** A token URL as it is sent; the text as it is where a value is not known yet. */
export function tokenPlaceOf(provider: PublicProvider, text: string): string {
  const result = fillTokenUrl(text, (name) => valueOf(provider, name));
  return "url" in result ? result.url.url : text;
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

/** Likewise of token URLs, in which a slash at the end counts. */
export function isSameTokenUrl(one: string, other: string): boolean {
  return isSamePlace(one, other, (text, marks) => {
    const result = checkTokenUrl(text, marks);
    return "url" in result ? result.url.url : undefined;
  });
}

type Marks = { readonly [name: string]: { readonly default: string } };

function isSamePlace(one: string, other: string, placeIn: (text: string, marks: Marks) => string | undefined): boolean {
  const [a, b] = [one, other].map((text) => {
    const names = baseUrlParameters(text);
    const marks = Object.fromEntries(names.map((name) => [name, { default: markFor(text, name) }]));
    const place = placeIn(text, marks);
    return place === undefined ? undefined : [place, ...names].join(" ");
  });
  return a !== undefined && a === b;
}

/** A value that fits, and does not read like what stands around it. */
function markFor(text: string, name: string): string {
  const fitting = standIn(text, name);
  return fitting === "a" ? "zq7" : fitting;
}

function filled(provider: PublicProvider, service: string): BaseUrl | undefined {
  const result = fillBaseUrl(baseUrlText(provider, service), (name) => valueOf(provider, name));
  return "url" in result ? result.url : undefined;
}

function beforePath(text: string): string {
  return text.split(/(?<![:/])\//)[0] ?? "";
}

function placeOf({ origin, path }: BaseUrl): string {
  return `${origin}${path.replace(/(?<!\/)\/+$/, "")}`;
}
