import {
  fieldsOfScheme,
  isShownName,
  isShownText,
  looksSecret,
  own,
  type SecurityScheme,
} from "@sdkwright/runtime/config";
import { valueOf } from "../../diff/destinations.js";
import { filledUrl, type PublicModel, type PublicProvider } from "../../emit/public-model.js";
import { throughHost } from "../../io/through-host.js";
import type { Operation } from "../../openapi/api.js";
import type { LoadedProject } from "../../project/project.js";
import { countText, durationText } from "./words.js";

const HIDDEN = "***";

/** A name as diagnostics show it (rules F2). */
function shownName(name: string): string {
  return isShownName(name) ? name : HIDDEN;
}

/** A base URL or token URL without user info and query; what looks issued is hidden, but no host. */
export function shownUrl(text: string): string {
  const bare = text.replace(/[?#].*$/s, "").replace(/^([a-z]+:\/\/)[^/]*@/i, "$1");
  const [head, rest] = throughHost(bare);
  const parts = rest.split("/").map((part) => (part === "" || isShownText(part) ? part : HIDDEN));
  return head + parts.join("/");
}

/** A base URL that client.json has: where it leads, without its path, which may hold a token. */
export function shownOverride(text: string): string {
  if (text.startsWith("$")) return shownReference(text);
  const [place = "", ...path] = text.split(/(?<![:/])\//);
  return `${shownUrl(place)}${path.join("") === "" ? "" : "/…"}`;
}

/** `$NAME`; what is none may be a secret. */
function shownReference(text: string): string {
  return /^\$[A-Za-z_][A-Za-z0-9_]*$/.test(text) ? text : HIDDEN;
}

/** Words of a vendor: what looks issued in them is hidden. */
export function shownProse(text: string): string {
  return text.replaceAll(/\S{12}\S*/g, (word) => (looksSecret(word) ? HIDDEN : word));
}

/** A path of a document. */
function shownPath(path: string): string {
  return path
    .split("/")
    .map((part) => (looksSecret(part) ? HIDDEN : part))
    .join("/");
}

/** How a credential is sent, in words. */
export function schemeText(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `API key in ${PLACES[scheme.in]} ${shownName(scheme.name)}`;
    case "http":
      return HTTP[scheme.scheme];
    case "oauth2":
      return `OAuth 2, ${FLOWS[scheme.flow]}, tokens from ${shownUrl(scheme.tokenUrl)}`;
    case "signature":
      return `signature that code computes, in ${scheme.headers.map(shownName).join(", ")}`;
  }
}

const PLACES = {
  header: "the header",
  query: "the query parameter",
  body: "the field of the body",
  path: "the part of the path",
  cookie: "the cookie",
} as const;

const HTTP = {
  basic: "user name and password (HTTP Basic)",
  bearer: "token (HTTP Bearer)",
  digest: "user name and password (HTTP Digest), which are never sent themselves",
} as const;

const FLOWS = { clientCredentials: "client credentials", refreshToken: "refresh token" } as const;

/** A provider as the page shows it; nothing in it is a value that somebody chose for a credential, parameter or input. */
export interface ProviderSection {
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly services: readonly ServiceRow[];
  readonly schemes: readonly SchemeRow[];
  readonly parameters: readonly ParameterRow[];
  readonly remarks: readonly string[];
  readonly operations: readonly OperationRow[];
  readonly operationCount: string;
  readonly document: string;
}

export interface ServiceRow {
  readonly id: string;
  readonly url: string;
  readonly remark: string;
}

export interface SchemeRow {
  readonly id: string;
  readonly how: string;
  readonly from: string;
}

export interface ParameterRow {
  readonly name: string;
  readonly from: string;
}

export interface OperationRow {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** Providers of the whole project, then those that a profile has for itself. */
export function providerSections(model: PublicModel, { providers }: LoadedProject): readonly ProviderSection[] {
  const apis = new Map(providers.map(({ definition, api }) => [definition.name, api?.operations ?? []]));
  const top = Object.entries(model.providers).map(([name, provider]) =>
    providerSection(name, provider, apis.get(name)),
  );
  return [...top, ...ownProviders(model).map(([name, provider]) => providerSection(name, provider))];
}

/** Definitions for one profile only. */
export function ownProviders({ profiles }: PublicModel): readonly (readonly [string, PublicProvider])[] {
  return Object.entries(profiles).flatMap(([profile, { providers }]) =>
    Object.entries(providers).flatMap(([name, { definition }]) =>
      definition === undefined ? [] : [[`${name}, for ${profile}`, definition] as const],
    ),
  );
}

export function providerSection(
  name: string,
  provider: PublicProvider,
  operations: readonly Operation[] = [],
): ProviderSection {
  return {
    id: `provider-${name.replaceAll(/[^a-z0-9_-]+/gi, "-")}`,
    name,
    file: provider.file,
    services: serviceRows(provider),
    schemes: Object.entries(provider.securitySchemes).map(([id, scheme]) => schemeRow(id, scheme, provider)),
    parameters: Object.keys(provider.parameters).map((parameter) => parameterRow(parameter, provider)),
    remarks: remarksOf(provider),
    operations: operations.map(operationRow),
    operationCount: countText(operations.length, "operation"),
    document: provider.openapi?.file ?? "",
  };
}

function serviceRows(provider: PublicProvider): readonly ServiceRow[] {
  const { services, overrides, defaultService } = provider;
  return Object.entries(services).map(([id, baseUrl]) => {
    const other = own(overrides, id);
    const remarks = [
      ...(id === defaultService ? ["used if a request names no service"] : []),
      ...(other === undefined ? [] : [`from client.json, instead of ${shownUrl(baseUrl)}`]),
      ...fillingOf(other ?? baseUrl, provider),
    ];
    return {
      id: shownName(id),
      url: other === undefined ? shownUrl(baseUrl) : shownOverride(other),
      remark: remarks.join("; "),
    };
  });
}

/** Where parameters decide it, the origin, as far as it is known: a host is nobody's secret, and of a value no more is shown. */
function fillingOf(url: string, provider: PublicProvider): string[] {
  const origin = filledUrl(url, (name) => valueOf(provider, name))?.origin;
  return origin === undefined ? [] : [`filled in: ${shownUrl(origin)}`];
}

function schemeRow(id: string, scheme: SecurityScheme, provider: PublicProvider): SchemeRow {
  const { credentials } = provider;
  const fields = fieldsOfScheme(scheme).map((field) => {
    const reference = own(own(credentials, id), field);
    return `${field}: ${reference === undefined ? "from code" : shownReference(reference)}`;
  });
  const tokens = scheme.type === "oauth2" ? fillingOf(scheme.tokenUrl, provider) : [];
  const from = fields.length === 0 ? "a function of the application" : fields.join(", ");
  return { id: shownName(id), how: [schemeText(scheme), ...tokens].join(", "), from };
}

/** Where the value comes from; what it is does not concern the page. */
function parameterRow(name: string, { values, parameters }: PublicProvider): ParameterRow {
  const value = own(values, name);
  const isReference = value !== undefined && /^\$[A-Za-z_]/.test(value);
  const fallback = own(parameters, name)?.default === undefined ? "from code" : "its default";
  return {
    name: shownName(name),
    from: isReference ? shownReference(value) : value === undefined ? fallback : "client.json",
  };
}

function remarksOf({ security, headers, limits, calls = {}, ...provider }: PublicProvider): readonly string[] {
  const { concurrency, perSecond } = limits ?? {};
  const { retries, requestTimeout, deadline, idempotencyKey } = calls;
  const { idempotent = {}, idempotency = {} } = provider;
  const keyed = Object.entries(idempotency).flatMap(([method, rules]) =>
    rules.flatMap(({ header, body, of }) =>
      (header ?? body) === undefined ? [] : of.map((path) => shownPath(`${method} ${path}`)),
    ),
  );
  const repeated = Object.entries(idempotent).flatMap(([pattern, value]) => (value ? [shownPath(pattern)] : []));
  const names = Object.keys(headers ?? {}).map(shownName);
  return [
    ...(security === undefined
      ? []
      : [`A request that names no scheme uses ${security.map(shownName).join(" and ") || "none"}.`]),
    ...(names.length === 0 ? [] : [`Every request has the constant headers ${names.join(", ")}.`]),
    ...(concurrency === undefined ? [] : [`At most ${countText(concurrency, "attempt")} at once.`]),
    ...(perSecond === undefined ? [] : [`At most ${countText(perSecond, "attempt")} start per second.`]),
    ...(retries?.limit === undefined
      ? []
      : [`A request that fails is sent again at most ${countText(retries.limit, "time")}, if that is harmless.`]),
    ...(calls.idempotent === false ? ["Nothing is sent again if the server may have acted."] : []),
    ...(repeated.length === 0 ? [] : [`Also harmless to repeat: ${repeated.join(", ")}.`]),
    ...(keyed.length === 0 ? [] : [`Sent with an idempotency key, so harmless to repeat: ${keyed.join(", ")}.`]),
    ...(requestTimeout === undefined ? [] : [`An attempt ends after ${durationText(requestTimeout)}.`]),
    ...(deadline === undefined ? [] : [`A request ends after ${durationText(deadline)}, with all its attempts.`]),
    ...(idempotencyKey === true ? ["Each POST and PATCH has a random Idempotency-Key."] : []),
  ];
}

function operationRow({ method, path, summary = "", isDeprecated }: Operation): OperationRow {
  const text = shownProse(summary);
  return {
    method: method.toUpperCase(),
    path: shownPath(path),
    summary: isDeprecated ? `deprecated. ${text}`.trim() : text,
  };
}
