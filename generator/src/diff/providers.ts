import {
  DEFAULT_RETRIES,
  fieldsFromCode,
  isHttp,
  isShownText,
  own,
  type PagesEntry,
  readEnvText,
  type SecurityScheme,
  webhookForms,
  type WebhookPlace,
} from "@sdkwright/runtime/config";
import { keyText } from "../emit/operations/keys.js";
import { pagesWords } from "../openapi/pages.js";
import type { PublicModel, PublicProvider, PublicWebhooks } from "../emit/public-model.js";
import { aboutNamed, type Change, type ChangePlace, cited, isEqual, quoted, reference, valueText } from "./change.js";
import {
  baseUrlText,
  canonicalBase,
  canonicalUrl,
  citedService,
  citedUrl,
  destinationOf,
  detailsOf,
  inOneOrder,
  isClearNow,
  originOf,
  parameterUse,
  schemeDetails,
  tokenPlaceOf,
  tokenUrlDetails,
  variablesIn,
} from "./destinations.js";
import { type At, compareTrees, type Letter, mapValues, renaming, type Said, type Table } from "./table.js";

// What a change of a provider means: one row for each part of its definition and of what client.json says of it.

/** Providers that come and go, and what changed of those that stay. */
export function providersChanges(base: PublicModel, next: PublicModel): Change[] {
  const table: Table = {
    "*": {
      noun: "provider {0}",
      removed: "B",
      added: ({ to }) => {
        const provider = to as PublicProvider;
        const canSend = Object.keys(provider.securitySchemes).length > 0 || variablesIn(provider.values).length > 0;
        return { as: canSend ? "C!" : "C", details: detailsOf(provider) };
      },
      renamed: "B",
      identity: (provider) => providerIdentity(provider as PublicProvider),
      changed: "-",
      place: ({ path: [name = ""], from, to }) => {
        const provider = own(next.providers, name);
        if (to === undefined || provider === undefined) return { file: "client", path: ["providers"] };
        return { file: { definition: provider.file }, path: from === undefined ? [] : ["name"] };
      },
    },
  };
  const subject = { of: "", placeOf: () => ({ file: "client", path: [] }) as const };
  return [
    ...compareTrees(base.providers, next.providers, table, subject),
    ...Object.entries(next.providers).flatMap(([name, provider]) => {
      const before = own(base.providers, name);
      const hasMaps = Object.values(next.profiles).some(
        ({ candidates, providers }) => candidates.includes(name) && own(providers, name)?.definition === undefined,
      );
      return before === undefined ? [] : providerChanges(name, before, provider, hasMaps);
    }),
  ];
}

/** What of a provider is the same under another name: all but the file that defines it. */
export function providerIdentity(provider: PublicProvider): object {
  return { ...provider, file: "" };
}

/** Of a definition that a profile has for itself, with the `profile`. What code newly has to give is told by the demands. */
export function providerChanges(
  name: string,
  base: PublicProvider,
  next: PublicProvider,
  hasMaps: boolean,
  profile?: string,
): Change[] {
  const of = `provider ${quoted(name)}${profile === undefined ? "" : ` in profile ${quoted(profile)}`}`;
  const placeOf = ([head = "", id = "", part = "", ...rest]: readonly string[]): ChangePlace => {
    const client = (...path: readonly string[]) => ({ file: "client", path: ["providers", name, ...path] }) as const;
    if (head === "calls") return client(id);
    if (head === "limits" || head === "retries" || part === "override" || part === "value") return client(head, id);
    if (part === "credentials") return client("security", id, ...rest);
    const below = part === "scheme" || part === "definition" ? rest : [part, ...rest];
    return { file: { definition: next.file }, path: [head, id, ...below] };
  };
  const table = rowsOf(name, base, next, hasMaps);
  return compareTrees(viewOf(base, next), viewOf(next, base), table, { of, placeOf });
}

/** The tree that is compared: the definition's parts, each beside what client.json says of it. */
function viewOf(provider: PublicProvider, other: PublicProvider): object {
  const { file, defaultService, services, overrides, securitySchemes, credentials, limits, openapi } = provider;
  const parameters = { ...provider.parameters, ...provider.values, ...other.parameters, ...other.values };
  const { retries, ...calls } = provider.calls ?? {};
  return {
    file,
    defaultService,
    services: mapValues(services, (baseUrl, id) => ({ baseUrl, override: own(overrides, id) ?? null })),
    securitySchemes: mapValues(securitySchemes, (scheme, id) => ({
      // The order of scopes and headers says nothing.
      scheme: mapValues<unknown, unknown>({ ...scheme }, (value) =>
        Array.isArray(value) ? value.map(String).sort() : value,
      ),
      credentials: own(credentials, id) ?? {},
    })),
    parameters: mapValues(parameters, (_, id) => ({
      definition: own(provider.parameters, id),
      value: own(provider.values, id),
    })),
    certain: Object.fromEntries(
      provider.certain.filter((id) => Object.hasOwn(other.parameters, id)).map((id) => [id, true]),
    ),
    security: inOneOrder(provider.security ?? [], provider),
    headers: Object.fromEntries(
      Object.entries(provider.headers ?? {}).map((header) => [header[0].toLowerCase(), header]),
    ),
    limits: { concurrency: limits?.concurrency ?? "none", perSecond: limits?.perSecond ?? "none" },
    retries: { ...RETRIES, ...retries, statuses: retries?.statuses ?? "default" },
    calls: { ...CALLS, ...calls },
    idempotent: provider.idempotent ?? {},
    idempotency: keysByPattern(provider),
    pages: provider.pages ?? {},
    streams: mapValues(provider.streams ?? {}, (rule) =>
      mapValues<unknown, unknown>({ ...rule }, (value) => (typeof value === "string" ? value : JSON.stringify(value))),
    ),
    openEnums: provider.openEnums,
    webhooks: provider.webhooks && webhooksView(provider.webhooks, other.webhooks ?? provider.webhooks),
    openapi,
  };
}

/** Places of keys, by pattern; of two the first counts. */
function keysByPattern({ idempotency = {} }: PublicProvider): object {
  const entries = Object.entries(idempotency).flatMap(([method, rules]) =>
    rules.flatMap(({ of, ...place }) => of.map((path) => [`${method} ${path}`, keyText(place)] as const)),
  );
  return Object.fromEntries(entries.reverse());
}

/** A signature as data, whatever it is called: what changes is who is believed. */
function webhooksView({ signature, id, name, secrets, documented }: PublicWebhooks, other: PublicWebhooks): object {
  const [form] = webhookForms({ signature });
  const { value = "{signature}", tolerance = 300, key, keyPrefix, separator, timestamp, ...data } = form.signature;
  return {
    scheme: typeof signature === "string" ? signature : "own",
    // Two names say it by themselves.
    signature:
      typeof signature === "string" && typeof other.signature === "string"
        ? {}
        : {
            ...data,
            value,
            tolerance,
            timestamp: timestamp?.header ?? "none",
            key: `${keyPrefix ?? ""}${key ?? (data.algorithm === "ed25519" ? "hex" : "text")}`,
            separator: separator ?? "none",
          },
    id: placeText(id ?? form.id),
    name: placeText(name ?? form.name),
    secrets: secrets ?? [],
    documented,
  };
}

function placeText(place: WebhookPlace | undefined): string {
  if (place === undefined) return "none";
  return "header" in place ? `header ${quoted(place.header)}` : `${quoted(place.body)} of the body`;
}

/** Marked: whoever can sign is taken for the provider. */
const WHO_SPEAKS = ": this decides whose webhooks you accept";

/** What holds where nothing is written. */
const { kind: _, requestTimeout, statuses: _statuses, when: _when, ...RETRIES } = DEFAULT_RETRIES;
const CALLS = { requestTimeout, deadline: "none", idempotencyKey: "none", idempotent: "none" };

type Header = readonly [name: string, value: string];

const SAME_PLACE: Said = { as: "C", end: ": the same place" };

/** Settings of security schemes that mean more, or less, than another traffic. */
const SETTINGS: { readonly [key: string]: Letter } = {
  clientAuthentication: "V!",
  authorizationHeader: "V!",
  headers: "V!",
  bearerFormat: "C",
};

function rowsOf(name: string, base: PublicProvider, next: PublicProvider, hasMaps: boolean): Table {
  const sides = { base, next };
  const renamed = renaming(base.services, next.services);
  const former = (id: string) => (id === renamed?.to ? renamed.from : id);
  const origins = new Set(Object.keys(base.services).map((id) => originOf(base, id)));
  const clearText = (id: string) => (isClearNow(base, next, id) ? "; credentials would go in clear text" : "");
  return {
    file: { noun: "the definition of @", changed: "C", show: citedText },
    defaultService: {
      noun: "the default service of @",
      changed: ({ from, to }) => (destinationOf(base, String(from)) === destinationOf(next, String(to)) ? "V" : "V!"),
      show: (id, _, side) => `${quoted(String(id))} at ${citedService(sides[side], String(id))}`,
    },
    "services.*": {
      noun: "service {0} of @",
      added: ({ names: [id = ""] }) => ({
        as: origins.has(originOf(next, id)) ? "C" : "C!",
        end: `, at ${citedService(next, id)}`,
      }),
      removed: "B",
      renamed: "B",
      identity: (service) => (service as { readonly baseUrl: string }).baseUrl,
    },
    "services.*.baseUrl": {
      noun: "the base URL of service {0} of @",
      changed: ({ names: [id = ""], from, to }) => {
        const isSame = destinationOf(base, id) === destinationOf(next, id);
        if (isSame && canonicalBase(String(from)) === canonicalBase(String(to))) return SAME_PLACE;
        // With http, client.json may lead there without https, too (rules C20).
        const isHttpNow = isHttp(String(to)) && !isHttp(String(from));
        if (!isHttpNow && [base, next].every(({ overrides }) => own(overrides, id) !== undefined))
          return { as: "C!", end: ": client.json has another, but `clientJson` in code may not" };
        return { as: isSame && !isHttpNow ? "V" : "V!", end: clearText(id) };
      },
      show: (url, _, side) => citedUrl(sides[side], String(url)),
    },
    "services.*.override": {
      noun: "the base URL of service {0} of @",
      changed: ({ names: [id = ""] }) => {
        if (canonicalBase(baseUrlText(base, former(id))) === canonicalBase(baseUrlText(next, id))) return SAME_PLACE;
        const path = citedService(base, former(id)) === citedService(next, id) ? ": another path" : "";
        return { as: "V!", end: path + clearText(id) };
      },
      show: (url, { names: [id = ""] }, side) => {
        const source = `, as ${url === null ? "the definition" : "client.json"} says`;
        return `${citedService(sides[side], side === "base" ? former(id) : id)}${side === "next" ? source : ""}`;
      },
    },
    "securitySchemes.*": {
      noun: "security scheme {0} of @",
      added: ({ names: [id = ""], to }) => {
        const details = schemeDetails(next, [id]);
        const { scheme } = to as { readonly scheme: SecurityScheme };
        return { as: details.length > 0 ? "C!" : "C", end: `, ${kindOf(scheme)}`, details };
      },
      removed: "B",
      renamed: "B",
      identity: (entry) => (entry as { readonly scheme: SecurityScheme }).scheme,
    },
    "securitySchemes.*.scheme": {
      noun: "security scheme {0} of @",
      changed: ({ names: [id = ""], from, to }) => {
        const [before, now] = [from as SecurityScheme, to as SecurityScheme];
        if (kindOf(before) === kindOf(now)) return undefined;
        const fields = fieldsFromCode(now);
        const isLost = fieldsFromCode(before).some((field) => !fields.includes(field));
        const details = tokenUrlDetails(next, id, now);
        return isLost
          ? { as: "B!", details: [`its credentials are ${listed(fields)}`, ...details] }
          : { as: "V!", details };
      },
      show: (value) => {
        const scheme = value as SecurityScheme;
        return `${kindOf(scheme)}${scheme.type === "apiKey" ? ` as ${quoted(scheme.name)}` : ""}`;
      },
    },
    "securitySchemes.*.scheme.name": {
      noun: "the key of security scheme {0} of @",
      changed: ({ names: [id = ""], from, to }) => {
        const scheme = own(next.securitySchemes, id);
        const isHeader = scheme?.type === "apiKey" && scheme.in === "header";
        const isSame = isHeader && String(from).toLowerCase() === String(to).toLowerCase();
        return isSame ? { as: "C", end: ": the same header" } : "V!";
      },
      show: (key) => quoted(String(key)),
    },
    "securitySchemes.*.scheme.tokenUrl": {
      noun: "the token URL of security scheme {0} of @",
      changed: ({ from, to }) => {
        if (canonicalUrl(String(from)) === canonicalUrl(String(to))) return SAME_PLACE;
        return tokenPlaceOf(base, String(from)) === tokenPlaceOf(next, String(to)) ? "V" : "V!";
      },
      show: (url, _, side) => citedUrl(sides[side], String(url)),
    },
    "securitySchemes.*.scheme.*": {
      noun: "{1} of security scheme {0} of @",
      any: ({ names: [, key = ""] }) => SETTINGS[key] ?? "V",
      show: (value) => {
        if (typeof value === "number") return String(value);
        return [value].flat().map(citedText).join(" and ") || "none";
      },
    },
    "securitySchemes.*.credentials.*": {
      noun: "the variable of {1} of scheme {0} of @",
      added: "C!",
      removed: ({ names: [id = "", field = ""] }) => ({ as: "V", about: aboutNamed("field", name, id, field) }),
      changed: "V!",
      show: (variable) => reference(String(variable)),
    },
    security: {
      noun: "the default security of @",
      changed: ({ from, to }) => {
        const known = new Set(from as readonly string[]);
        const added = (to as readonly string[]).filter((id) => !known.has(id));
        return { as: "V!", details: schemeDetails(next, added) };
      },
      show: (ids) => listed(ids as readonly string[]),
    },
    "headers.*": {
      noun: ({ from, to, of }) => `the header ${quoted(((from ?? to) as Header)[0])} of requests to ${of}`,
      added: "V",
      removed: "V",
      changed: ({ from, to }) => {
        const [[, before], [key, now]] = [from as Header, to as Header];
        if (before === now) return { as: "C", how: `is now written ${quoted(key)}` };
        return [before, now].every(isShownText) ? "V" : { as: "V", how: "has another value" };
      },
      show: (header) => (isShownText((header as Header)[1]) ? quoted((header as Header)[1]) : "a hidden value"),
      place: ({ to }) => ({
        file: { definition: next.file },
        path: ["headers", ...(to === undefined ? [] : [(to as Header)[0]])],
      }),
    },
    "parameters.*.definition": { noun: "parameter {0} of @", added: "C", removed: "B" },
    "parameters.*.definition.description": { noun: "the description of parameter {0} of @", any: "C" },
    "parameters.*.definition.default": {
      noun: "the default of parameter {0} of @",
      any: (at) => parameterChange(at, base, next),
      show: (text) => (isShownText(String(text)) ? quoted(String(text)) : undefined),
    },
    "certain.*": {
      noun: "parameter {0} of @",
      removed: hasMaps ? { as: "B", how: "may now be missing in maps" } : "-",
    },
    // A value in client.json may be nobody's business.
    "parameters.*.value": { noun: "the value of parameter {0} of @", any: (at) => parameterChange(at, base, next) },
    "limits.*": { noun: "limit {0} of @", changed: "V", show: valueText },
    "retries.*": {
      noun: "{0} of the retries of @",
      changed: "V",
      show: (value) => (Array.isArray(value) ? value.join(", ") || "none" : valueText(value)),
    },
    "calls.*": { noun: "{0} of @", changed: "V", show: valueText },
    "idempotent.*": {
      noun: ({ names: [pattern = ""], of: provider }) => `"idempotent" of ${cited(pattern)} of ${provider}`,
      any: "V",
      show: valueText,
    },
    "idempotency.*": {
      noun: ({ names: [pattern = ""], of: provider }) => `"idempotency" of ${cited(pattern)} of ${provider}`,
      any: "V",
      show: String,
    },
    "pages.*": {
      noun: ({ names: [pattern = ""], of: provider }) => `"pages" of ${cited(pattern)} of ${provider}`,
      added: "C",
      removed: "B",
      changed: "V",
      show: (entry) => {
        const { next } = entry as Pick<PagesEntry, "next">;
        return next === false ? "no pages" : pagesWords({ next });
      },
    },
    "streams.*.*": {
      noun: ({ names: [pattern = "", key = ""], of }) => `"${key}" of the streams ${cited(pattern)} of ${of}`,
      any: "V",
      show: valueText,
    },
    openEnums: {
      noun: '"openEnums" of @',
      added: { as: "B", how: "is now true", end: ": answers may have texts that an enum does not list" },
      removed: { as: "B", how: "is no longer true", end: ": answers only have texts that an enum lists" },
    },
    webhooks: {
      noun: "webhooks of @",
      added: { as: "C", how: "can now be checked" },
      removed: { as: "B", how: "can no longer be checked" },
    },
    "webhooks.scheme": {
      noun: "the scheme of webhooks of @",
      changed: { as: "V!", end: WHO_SPEAKS },
      show: citedText,
      place: () => ({ file: { definition: next.file }, path: ["webhooks", "signature"] }),
    },
    "webhooks.documented": {
      noun: "types of webhooks of @",
      added: "C",
      removed: { as: "B", end: ": their payload is unknown" },
    },
    "webhooks.signature.tolerance": {
      noun: "the tolerance of webhooks of @",
      changed: { as: "V!", end: WHO_SPEAKS },
      show: (seconds) => (seconds === false ? "false, any time" : `${String(seconds)} s`),
    },
    "webhooks.signature.*": {
      noun: "{0} of the signature of webhooks of @",
      any: { as: "V!", end: WHO_SPEAKS },
      show: citedText,
    },
    "webhooks.id": { noun: "the id of webhooks of @", changed: "V", show: String },
    "webhooks.name": { noun: "the name of webhooks of @", changed: "V", show: String },
    "webhooks.secrets": {
      noun: "the secret of webhooks of @",
      changed: { as: "V!", end: WHO_SPEAKS },
      show: (secrets) => (secrets as readonly string[]).map(reference).join(" and ") || "from code",
      place: () => ({ file: "client", path: ["providers", name, "webhooks"] }),
    },
    openapi: {
      noun: "the OpenAPI document of @",
      added: {
        as: "B",
        end: ": other paths, and `throwHttpErrors`, no longer compile",
        concerns: { provider: name, operations: [], everything: true, isHarmlessUnused: true },
      },
      removed: {
        as: "B",
        end: ": its answers are unknown",
        concerns: { provider: name, operations: [], everything: true },
      },
    },
    "openapi.file": { noun: "the document of @", changed: "C", show: citedText },
    "openapi.*": { noun: "{0} of the document of @", any: "C", show: valueText },
  };
}

function citedText(text: unknown): string {
  return cited(String(text));
}

function listed(names: readonly string[]): string {
  return names.map(quoted).join(" and ") || "none";
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

/** What requests are sent with counts: client.json's value goes over the definition's default. */
function parameterChange({ names: [id = ""], path }: At, base: PublicProvider, next: PublicProvider): Said {
  const [from, to] = [meaningOf(base, id), meaningOf(next, id)];
  if (isEqual(from, to)) return { as: "C", end: ", with no effect on requests" };
  const [before, now] = [base, next].map(({ values }) => variablesIn(own(values, id)).join()) as [string, string];
  const isRead = path.at(-1) === "value" && now !== "" && now !== before;
  const variable = isRead ? `: read from ${now}${before === "" ? "" : `, before from ${before}`}` : "";
  const end = `${variable}${parameterUse(id, base, next)}`;
  return { as: `${from === undefined ? "C" : "V"}${end === "" ? "" : "!"}`, end };
}

/** A default is never a variable, whatever it looks like. */
function meaningOf({ values, parameters }: PublicProvider, name: string): unknown {
  const [given, preset] = [own(values, name), own(parameters, name)?.default];
  if (given !== undefined) return readEnvText(given);
  return preset === undefined ? undefined : { kind: "literal", text: preset };
}
