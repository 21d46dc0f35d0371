import {
  DEFAULT_RETRIES,
  fieldsFromCode,
  isHttp,
  isOptionalField,
  isShownText,
  own,
  readEnvText,
  type SecurityScheme,
} from "@sdkwright/runtime/config";
import type { PublicModel, PublicProvider } from "../emit/public-model.js";
import {
  type Change,
  change,
  type ChangePlace,
  cited,
  compareRecords,
  isEqual,
  quoted,
  reference,
  valueText,
  withDetails,
} from "./change.js";
import {
  baseUrlText,
  canSendCredentials,
  citedDefined,
  citedFilling,
  citedService,
  destinationOf,
  detailsOf,
  isClear,
  isKnownToMove,
  isSameBaseUrl,
  isSameSecurity,
  isSameTokenUrl,
  originOf,
  parameterUses,
  schemeDetails,
  tokenPlaceOf,
  tokenUrlDetails,
  valueOf,
  variablesIn,
} from "./destinations.js";
import { type At, compareTrees, type Letter, type Said, type Table } from "./table.js";

// What a provider's definition and client.json say, as a table: what each change of it means for callers and traffic.

/** What changes share that say the same of one thing. */
export function aboutNamed(what: string, ...names: readonly string[]): string {
  return JSON.stringify([what, ...names]);
}

/** Changes of a provider that is there before and after. What code newly has to give is told by the demands. */
export function providerChanges(name: string, base: PublicProvider, next: PublicProvider, profile?: string): Change[] {
  const of = `provider ${quoted(name)}${profile === undefined ? "" : ` in profile ${quoted(profile)}`}`;
  const placeOf = (path: readonly string[]): ChangePlace => {
    const [head = "", ...rest] = path;
    if (head === "definition") return { file: { definition: next.file }, path: rest };
    return { file: "client", path: ["providers", name, ...path] };
  };
  return compareTrees(viewOf(base, next), viewOf(next, base), tableOf(name, of, base, next, profile), placeOf);
}

/** The tree that is compared: the definition's own, and beside it what client.json says. */
function viewOf(provider: PublicProvider, other: PublicProvider): object {
  const { file, defaultService, services, securitySchemes, parameters, credentials, limits, security, headers } =
    provider;
  const { retries, ...calls } = provider.calls ?? {};
  const inBoth = (name: string, record: "services" | "securitySchemes" | "parameters") =>
    Object.hasOwn(provider[record], name) === Object.hasOwn(other[record], name);
  const moved = renamedService(provider, other);
  const names = [provider, other].flatMap((each) => [...Object.keys(each.parameters), ...Object.keys(each.values)]);
  return {
    definition: {
      file,
      defaultService,
      services,
      securitySchemes,
      parameters: Object.fromEntries(
        Object.entries(parameters).map(([name, { description = "" }]) => [name, { description }]),
      ),
      security: security ?? [],
      headers: Object.fromEntries(
        Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), [name, value]]),
      ),
      idempotent: provider.idempotent ?? {},
      ...(provider.openapi && { openapi: provider.openapi }),
    },
    services: Object.fromEntries(
      Object.keys(services)
        .filter((id) => Object.hasOwn(other.services, id) || id === moved)
        .map((id) => [id, own(provider.overrides, id) ?? null]),
    ),
    parameters: Object.fromEntries(
      [...new Set(names)]
        .filter((name) => inBoth(name, "parameters") || isRead(name, provider, other))
        .map((name) => [
          name,
          { given: own(provider.values, name) ?? null, preset: own(parameters, name)?.default ?? null },
        ]),
    ),
    security: Object.fromEntries(Object.entries(credentials).filter(([id]) => inBoth(id, "securitySchemes"))),
    limits: { concurrency: limits?.concurrency ?? "none", perSecond: limits?.perSecond ?? "none" },
    retries: { ...RETRIES, ...retries, statuses: retries?.statuses ?? "default" },
    ...CALLS,
    ...calls,
  };
}

/** What holds where nothing is written. */
const { kind: _, requestTimeout, statuses: __, when: ___, ...RETRIES } = DEFAULT_RETRIES;
const CALLS = { requestTimeout, deadline: "none", idempotencyKey: "none", idempotent: "none" };

/** A value in client.json fills paths, whether or not the definition declares its name (rules P9). */
function isRead(name: string, one: PublicProvider, other: PublicProvider): boolean {
  const [a, b] = [meaningOf(one, name), meaningOf(other, name)];
  return a !== undefined && b !== undefined && !isEqual(a, b);
}

/** A service whose id is another, and whose base URL is the same. */
function renamedService(provider: PublicProvider, other: PublicProvider): string | undefined {
  const [gone, come] = [
    Object.keys(provider.services).filter((id) => !Object.hasOwn(other.services, id)),
    Object.keys(other.services).filter((id) => !Object.hasOwn(provider.services, id)),
  ];
  const [from, to] = [gone[0] ?? "", come[0] ?? ""];
  const isOne = gone.length === 1 && come.length === 1 && own(provider.services, from) === own(other.services, to);
  return isOne ? from : undefined;
}

/** A default is never a variable, whatever it looks like. */
function meaningOf({ values, parameters }: PublicProvider, name: string): unknown {
  const [given, preset] = [own(values, name), own(parameters, name)?.default];
  if (given !== undefined) return readEnvText(given);
  return preset === undefined ? undefined : { kind: "literal", text: preset };
}

function tableOf(
  name: string,
  of: string,
  base: PublicProvider,
  next: PublicProvider,
  profile: string | undefined,
): Table {
  const about = (what: string, id: string) => aboutNamed(what, name, id, ...(profile === undefined ? [] : [profile]));
  // Of a definition for one profile only, what is gone is breaking for those who named it: maps, and `createClient`.
  const gone: Letter = profile === undefined ? "B" : "C";
  const goneOf = (what: string) => (at: At) => ({ as: gone, about: about(what, at.former ?? at.path.at(-1) ?? "") });
  const origins = new Set(Object.keys(base.services).map((id) => originOf(base, id)));
  return {
    "definition.file": {
      noun: () => `the definition of ${of}`,
      changed: "C",
      show: (value) => cited(String(value)),
      place: () => ({ file: { definition: next.file }, path: [] }),
    },
    "definition.defaultService": {
      noun: () => `the default service of ${of}`,
      changed: ({ from, to }) => ({
        as: destinationOf(base, String(from)) === destinationOf(next, String(to)) ? "V" : "V!",
      }),
      show: (id, _, side) => `${quoted(String(id))} at ${citedService(side === "now" ? next : base, String(id))}`,
    },
    "definition.services.*": {
      noun: ({ names: [id = ""], former }) => `service ${quoted(former ?? id)} of ${of}`,
      added: ({ names: [id = ""] }) => ({
        as: origins.has(originOf(next, id)) ? "C" : "C!",
        end: `, at ${citedService(next, id)}`,
      }),
      removed: goneOf("service"),
      renamed: goneOf("service"),
      changed: ({ names: [id = ""] }) => serviceChange(id, of, base, next),
    },
    "services.*": {
      noun: ({ names: [id = ""] }) => `service ${quoted(id)} of ${of}`,
      changed: ({ names: [id = ""] }) => overrideChange(id, id, of, base, next),
      renamed: ({ names: [id = ""], former = "" }) =>
        own(base.overrides, former) === own(next.overrides, id) ? [] : overrideChange(former, id, of, base, next),
      identity: () => null,
    },
    "definition.securitySchemes.*": {
      noun: ({ names: [id = ""], former }) => `security scheme ${quoted(former ?? id)} of ${of}`,
      added: ({ names: [id = ""], to }) => {
        const details = schemeDetails(next, [id]);
        const sentence = `security scheme ${quoted(id)} (${kindOf(to as SecurityScheme)}) of ${of} was added`;
        return { as: details.length > 0 ? "C!" : "C", sentence, details };
      },
      removed: goneOf("scheme"),
      renamed: ({ names: [id = ""], former = "" }) => {
        const isRead = isEqual(own(base.credentials, former) ?? {}, own(next.credentials, id) ?? {});
        const details = isRead ? [] : schemeDetails(next, [id]);
        const as = details.length === 0 ? gone : (`${gone}!` as Letter);
        return { as, details, about: about("scheme", former) };
      },
      changed: ({ names: [id = ""], from, to }) =>
        kindChange(id, of, [from as SecurityScheme, to as SecurityScheme], next, gone, about("scheme", id)),
      isOpen: true,
    },
    ...schemeTable(of, base, next),
    "definition.security": {
      noun: () => `the default security of ${of}`,
      changed: ({ from, to }) => {
        const [before, now] = [from as readonly string[], to as readonly string[]];
        const added = now.filter((id) => !before.includes(id));
        if (isSameSecurity(before, now, next)) return [];
        return { as: "V!", details: schemeDetails(next, added) };
      },
      show: (ids) => (ids as readonly string[]).map(quoted).join(" and ") || "none",
    },
    "definition.headers.*": {
      noun: ({ from, to }) => `the header ${quoted(((to ?? from) as Header)[0])} of requests to ${of}`,
      added: "V",
      removed: "V",
      changed: ({ from, to }) => {
        const [[former, before], [now, after]] = [from as Header, to as Header];
        if (before !== after && [before, after].every(isShownText)) return { as: "V" };
        if (before !== after)
          return { as: "V", sentence: `the value of the header ${quoted(now)} of requests to ${of} changed` };
        return { as: "C", sentence: `the header ${quoted(former)} of requests to ${of} is now written ${quoted(now)}` };
      },
      show: (header) =>
        isShownText((header as Header)[1]) ? quoted((header as Header)[1]) : "a value that is not shown",
      place: ({ to }) => ({
        file: { definition: next.file },
        path: to === undefined ? ["headers"] : ["headers", (to as Header)[0]],
      }),
    },
    "definition.parameters.*": {
      noun: ({ names: [id = ""], former }) => `parameter ${quoted(former ?? id)} of ${of}`,
      added: ({ names: [id = ""] }) => {
        const source = own(base.values, id) === undefined ? sourceOf(id, undefined, next) : "";
        return { as: source === "" ? "C" : "C!", end: source };
      },
      removed: goneOf("parameter"),
      renamed: ({ names: [id = ""], former = "" }) => {
        const source = sourceOf(id, own(base.values, former), next);
        const isOther = source === "" && !isEqual(meaningOf(base, former), meaningOf(next, id));
        const end = isOther ? ", with another value" : source;
        return { as: source === "" ? gone : (`${gone}!` as Letter), end, about: about("parameter", former) };
      },
      isOpen: true,
    },
    "definition.parameters.*.description": {
      noun: ({ names: [id = ""] }) => `the description of parameter ${quoted(id)} of ${of}`,
      changed: ({ names: [id = ""] }) => ({
        as: "C",
        sentence: `the description of parameter ${quoted(id)} of ${of} changed`,
      }),
    },
    "parameters.*": {
      noun: ({ names: [id = ""] }) => `parameter ${quoted(id)} of ${of}`,
      changed: ({ names: [id = ""] }) => parameterChange(id, name, of, base, next),
    },
    "security.*.*": {
      noun: ({ names: [id = "", field = ""] }) => `the variable of ${quoted(field)} of scheme ${quoted(id)} of ${of}`,
      added: "C!",
      removed: ({ names: [id = "", field = ""] }) => ({ as: "V", about: aboutNamed("field", name, id, field) }),
      changed: "V!",
      show: (value) => reference(String(value)),
    },
    "limits.*": { noun: ({ names: [key = ""] }) => `limit ${quoted(key)} of ${of}`, changed: "V" },
    "retries.*": {
      noun: ({ names: [key = ""] }) => `${quoted(key)} of the retries of ${of}`,
      changed: "V",
      show: (value) => (Array.isArray(value) ? value.join(", ") || "none" : valueText(value)),
    },
    ...Object.fromEntries(
      Object.keys(CALLS).map((key) => [key, { noun: () => `${quoted(key)} of ${of}`, changed: "V" } as const]),
    ),
    "definition.idempotent.*": {
      noun: ({ names: [pattern = ""] }) => `"idempotent" of ${cited(pattern)} of ${of}`,
      added: "V",
      removed: "V",
      changed: "V",
      show: (value) => valueText(value),
    },
    "definition.openapi": {
      noun: () => `the OpenAPI document of ${of}`,
      added: () => ({
        as: "B",
        end: ": other paths, and `throwHttpErrors`, no longer compile",
        concerns: { provider: name, operations: [], everything: true, isHarmlessUnused: true },
      }),
      removed: () => ({
        as: "B",
        end: ": what it answers is unknown",
        concerns: { provider: name, operations: [], everything: true },
      }),
      isOpen: true,
    },
    "definition.openapi.file": {
      noun: () => `the document of ${of}`,
      changed: "C",
      show: (value) => cited(String(value)),
      place: () => ({ file: { definition: next.file }, path: ["openapi"] }),
    },
    "definition.openapi.*": {
      noun: ({ names: [key = ""] }) => `${quoted(key)} of the document of ${of}`,
      added: "C",
      removed: "C",
      changed: "C",
      show: (value) => valueText(value),
      place: () => ({ file: { definition: next.file }, path: ["openapi"] }),
    },
  };
}

type Header = readonly [name: string, value: string];

function serviceChange(id: string, of: string, base: PublicProvider, next: PublicProvider): Said {
  const [from, to] = [own(base.services, id) ?? "", own(next.services, id) ?? ""];
  const place: ChangePlace = { file: { definition: next.file }, path: ["services", id, "baseUrl"] };
  const sentence = `the base URL of service ${quoted(id)} of ${of} is now ${citedDefined(next, id)}, before ${citedDefined(base, id)}`;
  const isOverridden = [base, next].every(({ overrides }) => own(overrides, id) !== undefined);
  const moves = destinationOf(base, id) !== destinationOf(next, id);
  if (isSameBaseUrl(from, to) && (isOverridden || !isKnownToMove(base, next, id)))
    return { as: "C", sentence, end: ": the same place", place };
  if (isOverridden && isHttp(from) === isHttp(to))
    return { as: "C!", sentence, end: ": client.json has another, `clientJson` of code may not", place };
  const clear = isClear(next, id) && !isClear(base, id) ? "; credentials would go in clear text" : "";
  // With http, client.json may lead there without https, too (rules C20).
  const isMarked = moves || (isHttp(to) && !isHttp(from));
  return { as: isMarked ? "V!" : "V", sentence, end: clear, place };
}

/** Base URLs that client.json has. */
function overrideChange(former: string, id: string, of: string, base: PublicProvider, next: PublicProvider): Said {
  const [from, to] = [baseUrlText(base, former), baseUrlText(next, id)];
  const override = own(next.overrides, id);
  const [now, before] = [citedService(next, id), citedService(base, former)];
  const source = override === undefined ? "the definition" : "client.json";
  const moved =
    now === before ? `another path of ${now}, as ${source} says` : `${now}, as ${source} says, before ${before}`;
  const sentence = `the base URL of service ${quoted(id)} of ${of} is now ${moved}`;
  const path = ["providers", of.split('"')[1] ?? "", "services", ...(override === undefined ? [] : [id])];
  const place: ChangePlace = { file: "client", path };
  if (isSameBaseUrl(from, to)) return { as: "C", sentence, end: ": the same place", place };
  const clear = isClear(next, id) && !isClear(base, former) ? "; credentials would go in clear text" : "";
  return { as: "V!", sentence, end: clear, place };
}

// Security schemes

function schemeTable(of: string, base: PublicProvider, next: PublicProvider): Table {
  const noun =
    (key: string) =>
    ({ names: [id = ""] }: At) =>
      `${key} of security scheme ${quoted(id)} of ${of}`;
  const at = (key: string) => `definition.securitySchemes.*.${key}`;
  const setting = (as: Letter): Table[string] => ({
    noun: ({ path, ...rest }) => noun(quoted(path.at(-1) ?? ""))({ path, ...rest }),
    added: as,
    removed: as,
    changed: as,
    show: (value) => (typeof value === "string" ? cited(value) : valueText(value)),
  });
  return {
    [at("name")]: {
      noun: noun("the key"),
      changed: ({ names: [id = ""], from, to }) => {
        const scheme = own(next.securitySchemes, id);
        const isSame = isHeaderKey(scheme) && String(from).toLowerCase() === String(to).toLowerCase();
        return { as: isSame ? "C" : "V!", end: isSame ? ": the same header" : "" };
      },
      show: (value, { names: [id = ""] }, side) => {
        const scheme = own((side === "now" ? next : base).securitySchemes, id);
        return `in the ${scheme?.type === "apiKey" ? scheme.in : "header"} as ${quoted(String(value))}`;
      },
    },
    [at("prefix")]: { ...setting("V"), noun: noun("what stands before the key") },
    [at("tokenUrl")]: {
      noun: noun("the token URL"),
      changed: ({ from, to }) => {
        const [before, now] = [String(from), String(to)];
        if (isSameTokenUrl(before, now)) return { as: "C", end: ": the same place" };
        return { as: tokenPlaceOf(base, before) === tokenPlaceOf(next, now) ? "V" : "V!" };
      },
      show: (value, _, side) => {
        const bare = String(value).replace(/\?.*/s, "?***");
        return `${cited(bare)}${citedFilling(side === "now" ? next : base, bare)}`;
      },
    },
    [at("scopes")]: {
      noun: noun('what is asked for by "scopes"'),
      added: "V",
      removed: "V",
      changed: ({ from, to }) => (isEqual(sorted(from), sorted(to)) ? [] : { as: "V" }),
      show: (scopes) => (scopes as readonly string[]).map(cited).join(" and ") || "none",
    },
    [at("audience")]: setting("V"),
    [at("clientAuthentication")]: setting("V!"),
    [at("headers")]: {
      noun: noun("the list of headers"),
      changed: ({ from, to }) => {
        if (isEqual(sorted(from), sorted(to))) return [];
        const known = new Set(from as readonly string[]);
        return { as: (to as readonly string[]).some((each) => !known.has(each)) ? "V!" : "V" };
      },
      show: (headers) => (headers as readonly string[]).map(quoted).join(" and ") || "none",
    },
    [at("statusCode")]: setting("V"),
    [at("challengeHeader")]: setting("V"),
    [at("authorizationHeader")]: setting("V!"),
    [at("bearerFormat")]: setting("C"),
  };
}

function sorted(value: unknown): readonly string[] {
  return [...(value as readonly string[])].sort();
}

function isHeaderKey(scheme: SecurityScheme | undefined): boolean {
  return scheme?.type === "apiKey" && scheme.in === "header";
}

/** Fields that code gave may go elsewhere. It breaks where one is gone, or where it now has to give another. */
function kindChange(
  id: string,
  of: string,
  [base, next]: readonly [SecurityScheme, SecurityScheme],
  provider: PublicProvider,
  gone: Letter,
  about: string,
): readonly Said[] {
  if (kindOf(base) === kindOf(next)) return [];
  const sentence = `security scheme ${quoted(id)} of ${of} is now ${settingsText(next)}, before ${settingsText(base)}`;
  const supplied = Object.keys(own(provider.credentials, id) ?? {});
  const needed = neededFields(next);
  const isGone = fieldsFromCode(base).some((field) => !fieldsFromCode(next).includes(field));
  const isMissing = needed.some((field) => !supplied.includes(field) && !neededFields(base).includes(field));
  const details = tokenUrlDetails(provider, id, next);
  if (gone !== "B" || (!isGone && !isMissing)) return [{ as: "V!", sentence, details }];
  const fields = `its credentials are ${needed.map(quoted).join(" and ")}`;
  return [{ as: "B!", sentence, details: [fields, ...details], about }];
}

function neededFields(scheme: SecurityScheme): readonly string[] {
  return fieldsFromCode(scheme).filter((field) => !isOptionalField(scheme, field));
}

function kindOf(scheme: SecurityScheme): string {
  switch (scheme.type) {
    case "apiKey":
      return `an API key in the ${scheme.in}`;
    case "http":
      return `HTTP ${scheme.scheme}`;
    case "oauth2":
      return `OAuth 2 by ${scheme.flow === "refreshToken" ? "a refresh token" : "the client's credentials"}`;
    case "signature":
      return "a signature";
  }
}

function settingsText(scheme: SecurityScheme): string {
  const kind = kindOf(scheme);
  if (scheme.type === "apiKey") return `${kind} as ${quoted(scheme.name)}`;
  if (scheme.type === "signature" && scheme.headers.length > 0)
    return `${kind} that may write ${scheme.headers.map(quoted).join(" and ")}`;
  if (scheme.type !== "oauth2") return kind;
  const scopes = scheme.scopes === undefined ? "" : ` for ${scheme.scopes.map(cited).join(" and ")}`;
  return `${kind}${scopes}, "clientAuthentication" ${quoted(scheme.clientAuthentication)}`;
}

// Parameters

/** client.json's value goes over the definition's default; what counts is what comes out. */
function parameterChange(
  id: string,
  name: string,
  of: string,
  base: PublicProvider,
  next: PublicProvider,
): readonly Said[] {
  const [from, to] = [base, next].map((provider) => valueOf(provider, id));
  const [presetBefore, preset] = [base, next].map((provider) => own(provider.parameters, id)?.default);
  const [before, given] = [base, next].map((provider) => own(provider.values, id));
  if (presetBefore === preset && before === given) return [];
  const isGiven = before !== given;
  const place: ChangePlace = isGiven
    ? { file: "client", path: ["providers", name, "parameters", id] }
    : { file: { definition: next.file }, path: ["parameters", id, "default"] };
  const what = `the ${isGiven ? "value" : "default"} of parameter ${quoted(id)} of ${of}`;
  if (isEqual(meaningOf(base, id), meaningOf(next, id))) {
    const why = isGiven ? "with no effect on what is sent" : "but client.json gives its value";
    return [{ as: "C", sentence: `${what} changed, ${why}`, place }];
  }
  const used = usedIn(id, base, next);
  const variables = variablesText(before, given);
  const mark = used !== "" || variables !== "" ? "!" : "";
  if (from === undefined) {
    const sentence = `parameter ${quoted(id)} of ${of} now has a value${variables}${used}`;
    return [{ as: `C${mark}`, sentence, place }];
  }
  // client.json may hold what is nobody's business; a definition is public.
  const isShown = !isGiven && [presetBefore, preset].every((text) => text !== undefined && isShownText(text));
  const values = isShown ? `is now ${quoted(preset ?? "")}, before ${quoted(presetBefore ?? "")}` : "changed";
  const sentence = to === undefined ? `parameter ${quoted(id)} of ${of} no longer has a value` : `${what} ${values}`;
  return [{ as: `V${mark}`, sentence: `${sentence}${variables}${used}`, place }];
}

/** Of a parameter that is new, or has another name: the variable that it is newly read from, and where it decides. */
function sourceOf(name: string, former: string | undefined, next: PublicProvider): string {
  const given = own(next.values, name);
  return given === former ? "" : `${variablesText(former, given)}${usedIn(name, undefined, next)}`;
}

/** Names of variables, not values. */
function variablesText(from: string | undefined, to: string | undefined): string {
  const [before, now] = [variablesIn(from).join(), variablesIn(to).join()];
  if (now === "" || now === before) return "";
  return `: read from ${now}${before === "" ? "" : `, before from ${before}`}`;
}

/** Where a parameter decides where credentials go, and the origins that it newly leads to. */
function usedIn(name: string, base: PublicProvider | undefined, next: PublicProvider): string {
  const [before, now] = [base && parameterUses(base).get(name), parameterUses(next).get(name)];
  if (before === undefined && now === undefined) return "";
  const [come, left] = [
    [...(now?.origins ?? [])].filter((origin) => before?.origins.has(origin) !== true).map(cited),
    [...(before?.origins ?? [])].filter((origin) => now?.origins.has(origin) !== true).map(cited),
  ];
  const former = left.length === 0 ? "" : `, before ${left.join(" and ")}`;
  const places = come.length === 0 ? "" : `: now ${come.join(" and ")}${former}`;
  const isInBaseUrl = before?.in === "base URL" || now?.in === "base URL";
  return `; ${isInBaseUrl ? "a base URL" : "a token URL"} uses it${places}`;
}

// Providers that come and go

export function providersChanges(base: PublicModel["providers"], next: PublicModel["providers"]): Change[] {
  const place: ChangePlace = { file: "client", path: ["providers"] };
  return compareRecords(base, next, {
    removed: (name) => [change("breaking", `provider ${quoted(name)} was removed`, place)],
    added: (name, provider) => [addedProvider(name, provider)],
    renamed: (from, to, { file }) => [
      change("breaking", `provider ${quoted(from)} was renamed to ${quoted(to)}`, {
        file: { definition: file },
        path: ["name"],
      }),
    ],
    identity: providerIdentity,
    kept: (name, before, now) => otherwise(`provider ${quoted(name)}`, providerChanges(name, before, now), before, now),
  });
}

function addedProvider(name: string, provider: PublicProvider): Change {
  const sentence = withDetails(`provider ${quoted(name)} was added`, detailsOf(provider));
  const place: ChangePlace = { file: { definition: provider.file }, path: [] };
  return change("compatible", sentence, place, { isMarked: canSendCredentials(provider) });
}

/** What of a provider is the same under another name: all but the file that defines it. */
export function providerIdentity(provider: PublicProvider): object {
  return { ...provider, file: "" };
}

/** What the lock says otherwise, where nothing is told of it; the order within types says nothing. */
export function otherwise(text: string, told: readonly Change[], base: object, next: object): readonly Change[] {
  if (told.length > 0 || isSaidAlike(base, next)) return told;
  return [change("compatible", `the lock says the same of ${text} in another way`, { file: "client", path: [] })];
}

/** Apart from what is compared by itself. */
export function isSaidAlike(base: object, next: object): boolean {
  const [before, now] = [base, next].map((value) =>
    JSON.stringify(value, (key, each: unknown) => (APART.has(key) ? undefined : each)),
  ) as [string, string];
  return isEqual(JSON.parse(before), JSON.parse(now));
}

const APART: ReadonlySet<string> = new Set(["types", "certain", "mapped"]);
