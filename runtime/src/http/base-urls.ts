import { untilAborted } from "../abort.js";
import type { ParameterValues, ServiceUrl } from "../config/base-url.js";
import { lookUpVariable, readEnvText, toPointer } from "../config/env.js";
import { own } from "../config/options.js";
import { ConfigurationError, MAX_NAME, printable } from "../errors/errors.js";
import type { BoundProvider } from "./bound-provider.js";
import type * as serviceUrls from "./service-url.js";
import { isScalar } from "./url.js";

/** Values of all declared parameters, by name; each is resolved when it is read. */
export function parametersOf(bound: BoundProvider): object {
  const parameters = {};
  for (const name of Object.keys(bound.definition.parameters ?? {})) {
    Object.defineProperty(parameters, name, { enumerable: true, get: () => parameterValue(bound, name) });
  }
  return parameters;
}

/** Throws for a parameter that the definition does not declare, or that is of a kind that cannot stand in a URL. */
export function requireDeclared(bound: BoundProvider, values: object): void {
  const { name, parameters = {} } = bound.definition;
  const unknown = Object.keys(values).find((parameter) => own(parameters, parameter) === undefined);
  if (unknown === undefined) {
    for (const [parameter, value] of Object.entries(values)) requireScalar(bound, parameter, value);
    return;
  }
  const known = Object.keys(parameters).join(", ") || "none";
  throw new ConfigurationError(`${name} has no parameter "${printable(unknown, MAX_NAME)}"; it has ${known}`, {
    code: "unknown-parameter",
    provider: name,
  });
}

/**
 * Value of a parameter: from code, else from client.json, else the definition's default. One that is not declared has
 * the value of client.json alone (rules P9).
 */
export function parameterValue(bound: BoundProvider, name: string): string | undefined {
  const declared = own(bound.definition.parameters, name) as { readonly default?: string } | undefined;
  const given = declared && own(bound.given.parameters, name);
  if (given !== undefined) return requireScalar(bound, name, given);
  return configuredText(bound, "parameter", name) ?? declared?.default;
}

/** Not a default in place of what is wrong: that may be another tenant. */
function requireScalar(bound: BoundProvider, name: string, given: unknown): string {
  if (isScalar(given)) return String(given);
  throw valueError(bound, "parameter", name, " is not well-formed text, a number or a boolean", "bad-parameter");
}

/** What client.json has values for, beside credentials. */
type Kind = "parameter" | "service";

/** An error about a value, which it does not show; the pointer is the value's in client.json. */
export function valueError(
  { definition: { name: provider } }: BoundProvider,
  kind: Kind,
  name: string,
  problem: string,
  code: string,
  pointer?: string,
): ConfigurationError {
  const message = `${kind} "${name}" of ${provider}${problem}`;
  return new ConfigurationError(message, { code, provider, issues: [{ message, pointer }] });
}

/** Names the variable that a text of client.json refers to; empty where it refers to none. */
function fromVariable(configured: unknown): string {
  const text = typeof configured === "string" ? readEnvText(configured) : undefined;
  return text?.kind === "reference" ? ` (from $${text.name})` : "";
}

/** What client.json has, its variable looked up; one that is unset is no reason to go on without (rules C16). */
function configuredText(bound: BoundProvider, kind: Kind, name: string): string | undefined {
  const configured = own(bound.configured[`${kind}s`], name);
  if (typeof configured !== "string") return undefined;
  const text = readEnvText(configured);
  if (text.kind === "literal") return text.text;
  const value = text.kind === "reference" ? lookUpVariable(text.name, bound.env) : undefined;
  if (value !== undefined) return value;
  const problem =
    text.kind === "reference"
      ? `${fromVariable(configured)} is missing: the variable is unset or empty`
      : " starts with `$` and is not $NAME: write $NAME, or $$ for a `$`";
  const pointer = toPointer("providers", bound.definition.name, `${kind}s`, name);
  throw valueError(bound, kind, name, problem, `missing-${kind}`, pointer);
}

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
