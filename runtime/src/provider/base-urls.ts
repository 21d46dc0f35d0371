import type { ParameterValues, ServiceUrl } from "../config/base-url.js";
import { own } from "../config/records.js";
import { untilAborted } from "../abort.js";
import type { ConfigurationError } from "../errors.js";
import type { BoundProvider } from "./bound-provider.js";
import type * as serviceUrls from "./service-url.js";
import { configuredText, fromVariable, parameterValue, valueError } from "./parameters.js";

/** Of these `URL` makes what {@link serviceUrls} does; all others are read there. */
const PLAIN = /^https?:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?(?:\/[\w./~-]*)?$/i;

/** Loaded with the first that is not plain: a value, of which each request waits for a promise of its own. */
let loaded: typeof serviceUrls | undefined;

/**
 * Base URL of a service that the definition has, with parameters filled in (rules C20). No error shows it: there may be a
 * token in it. {@link loadUrls} comes first where it {@link needsLoading}.
 */
export function baseUrlOf(bound: BoundProvider, service: string): ServiceUrl {
  bound.requireOrigins?.();
  const defined = definedText(bound, service);
  const text = baseUrlText(bound, service, defined);
  // A variable that changed counts at once, as it does for credentials.
  const known = bound.baseUrls.get(service);
  if (known?.text === text) return known.url;
  const read =
    loaded?.serviceUrl(text, defined, valuesFor(bound, service)) ?? (text === defined ? plainUrl(text) : undefined);
  if (typeof read !== "object") throw badBaseUrl(bound, service, `: ${read}`);
  if (!text.includes("{")) bound.baseUrls.set(service, { text, url: read });
  return read;
}

/** Few base URLs have parameters, or are not the definition's own. */
export function needsLoading(bound: BoundProvider, service: string): boolean {
  if (loaded !== undefined) return false;
  const defined = definedText(bound, service);
  const text = baseUrlText(bound, service, defined);
  return text !== defined || plainUrl(text) === undefined;
}

/** Loads what reads such a base URL, and looks at a path that is not plain. */
export async function loadUrls(
  signal: AbortSignal | undefined,
  invalid: (code: string, problem: string) => Error,
): Promise<void> {
  const found = await untilAborted(signal, () => import("./service-url.js").catch(() => undefined));
  if (found === undefined) throw invalid("url-not-loaded", "what reads its URL could not be loaded");
  loaded = found;
}

/** Whether a path that `URL` wrote hides a dot segment: what has neither sign stands in it as it is meant. Unknown until it is loaded. */
export function hidesDotSegment(pathname: string): boolean | undefined {
  return /[%;]/.test(pathname) ? loaded?.hasDotSegment(pathname) : false;
}

/** What it makes of a plain one; a test compares it with what reads all. */
export function plainUrl(text: string): ServiceUrl | undefined {
  if (!PLAIN.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return { origin, path: pathname, segments: [] };
}

function definedText({ definition }: BoundProvider, service: string): string {
  return definition.services[service]?.baseUrl ?? "";
}

/** What code gives wins over client.json, and this over the definition. */
export function baseUrlText(bound: BoundProvider, service: string, defined: string): string {
  const given = own(bound.given.services, service) as string | undefined;
  return given ?? configuredText(bound, "service", service) ?? defined;
}

/** It names the variable that the base URL comes from, if it does, and shows nothing of what is in it. */
function badBaseUrl(bound: BoundProvider, service: string, problem: string): ConfigurationError {
  const isGiven = own(bound.given.services, service) !== undefined;
  const source = isGiven ? "" : fromVariable(own(bound.configured.services, service));
  return valueError(bound, "service", service, `${source}${problem}`, "bad-base-url");
}

/** Only of parameters that are declared: the name of another one may be part of a secret. */
export function valuesFor(bound: BoundProvider, service: string): ParameterValues {
  return (name) => {
    if (own(bound.definition.parameters, name) !== undefined) return parameterValue(bound, name);
    throw badBaseUrl(bound, service, " needs a {parameter} that is not declared");
  };
}
