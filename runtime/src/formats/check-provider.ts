import { type BaseUrlProblem, checkBaseUrl, isClearText } from "../config/base-url.js";
import type { JsonObject } from "../config/definition.js";
import { isPlainObject } from "../config/options.js";
import { toPointer, valueAt } from "../config/pointers.js";
import { isFraming, isToken } from "../config/headers.js";
import { slotsOf, writesHeader } from "../config/scheme-places.js";
import { looksSecret } from "../config/text.js";
import { checkTokenUrl } from "../config/token-url.js";
import { checkWebhooks } from "./check-webhooks.js";
import { error, hostLetters, type Issue, type IssueCode, quoted, repeated, suggestion, warning } from "./issue.js";
import { normalizeScheme } from "./normalize-provider.js";
import type {
  ApiKeySchemeJson,
  PagesRuleJson,
  Parameter,
  ProviderJson,
  SecurityScheme,
} from "./provider-json.generated.js";

const SECRET = /secret|token|passw|credential|api[-_]?key|private[-_]?key/i;

/** Rules of a provider definition that its schema does not hold. Lists may have holes, so they are never looped over by `for`. */
export function checkProvider(provider: Partial<ProviderJson>, document: JsonObject): Issue[] {
  const { services = [], securitySchemes = [], parameters = [], headers = {} } = provider;
  const declared = declaredIn(provider, document);
  const schemes = securitySchemes.flatMap((scheme) => [scheme]);
  const names = parameters.map(({ name }) => name);
  return [
    ...duplicates("SW1201", "/services", "id", idsOf(services)),
    ...duplicates("SW1202", "/securitySchemes", "id", idsOf(securitySchemes)),
    ...duplicates("SW1204", "/parameters", "name", names),
    ...checkDefaultService(provider),
    ...services.flatMap(({ baseUrl }, index) =>
      checkServiceUrl(baseUrl, `/services/${index}/baseUrl`, declared, schemes.length > 0),
    ),
    ...securitySchemes.flatMap((scheme, index) => checkScheme(scheme, `/securitySchemes/${index}`, declared)),
    ...names.flatMap((name, index) => {
      const message = `parameters are public, and the name ${quoted(name)} sounds like a secret`;
      const hint = "credentials belong to a security scheme";
      return SECRET.test(name) ? [warning("SW1210", `/parameters/${index}/name`, message, { hint })] : [];
    }),
    ...checkSecurity(provider, schemes),
    ...checkHeaders(headers, schemes),
    ...checkKeyPlaces(provider, schemes),
    ...Object.entries(provider.pages ?? {}).flatMap(([pattern, rule]) => {
      // A key that is wrong in itself was told.
      const written = valueAt(document, ["pages", pattern, "next"]);
      const isWhole = rule === false || Object.keys(written ?? {}).length === Object.keys(rule.next ?? {}).length;
      return isWhole ? checkPages(pattern, rule) : [];
    }),
    ...Object.keys(provider.streams ?? {}).flatMap((pattern) => checkStream(pattern, document)),
    ...checkWebhooks(provider),
  ];
}

function idsOf(entries: readonly { readonly id: string }[]): readonly string[] {
  return entries.map(({ id }) => id);
}

/** Two entries of one name: the issue is at the second, and names the first. */
function duplicates(code: IssueCode, pointer: string, key: string, names: readonly string[]): Issue[] {
  return repeated(names).map(([index, first]) => {
    const name = quoted(names[index] ?? "");
    const related = { pointer: `${pointer}/${first}/${key}`, message: `the first ${name}` };
    return error(code, `${pointer}/${index}/${key}`, `the ${key} ${name} is taken`, { related });
  });
}

/** If a service is wrong in itself, its id may be the one that is meant. */
function checkDefaultService({ name, defaultService, services }: Partial<ProviderJson>): Issue[] {
  if (defaultService === undefined || services === undefined) return [];
  const ids = services.flatMap(({ id }) => [id]);
  if (ids.includes(defaultService) || ids.length !== services.length) return [];
  const of = name === undefined ? "" : ` of provider ${quoted(name)}`;
  const message = `defaultService ${quoted(defaultService)} is not a service${of}`;
  return [error("SW1203", "/defaultService", message, { hint: suggestion(defaultService, ids, "services") })];
}

/** The parameters that URLs are held against. */
interface Declared {
  readonly list: readonly (Parameter | undefined)[];
  readonly byName: { readonly [name: string]: Parameter };
  /** If a parameter, or a key beside the list, is wrong, it may be what a URL means. */
  readonly areSound: boolean;
}

function declaredIn(provider: Partial<ProviderJson>, document: JsonObject): Declared {
  const { parameters: list = [] } = provider;
  const entries = list.flatMap((parameter) => [[parameter.name, parameter] as const]);
  const hasAllKeys = provider.parameters !== undefined || Object.keys(provider).length === Object.keys(document).length;
  return { list, byName: Object.fromEntries(entries), areSound: hasAllKeys && entries.length === list.length };
}

/** Finds what keeps requests of a service from being made, or from going over the network as they should (rules P5). */
function checkServiceUrl(text: string, pointer: string, declared: Declared, hasSchemes: boolean): Issue[] {
  const found = checkBaseUrl(text, declared.byName);
  if ("problem" in found) return urlIssues(found.problem, pointer, declared, { text: "SW1205", undeclared: "SW1207" });
  const letters = hostLetters(text, pointer, found.url.origin);
  if (!hasSchemes || !isClearText(found.url)) return letters;
  const clear = "credentials go over the network in clear text";
  return [...letters, warning("SW1208", pointer, clear, { hint: "use https://" })];
}

function urlIssues(
  { kind, parameter = "", message }: BaseUrlProblem,
  pointer: string,
  { byName, list, areSound }: Declared,
  codes: { readonly text: IssueCode; readonly undeclared: IssueCode },
): Issue[] {
  if (kind === "bare")
    return [warning("SW1206", pointer, message, { hint: 'write "https://" before it: without it, requests fail' })];
  if (kind === "value") {
    const index = list.findIndex((each) => each?.name === parameter);
    return [error(codes.text, `/parameters/${index}/default`, message)];
  }
  if (kind !== "undeclared") return [error(codes.text, pointer, message)];
  const hint = suggestion(parameter, Object.keys(byName), "parameters") ?? 'declare it in "parameters"';
  return areSound ? [error(codes.undeclared, pointer, message, { hint })] : [];
}

/** Rules of one security scheme. */
function checkScheme(scheme: SecurityScheme, pointer: string, declared: Declared): Issue[] {
  switch (scheme.type) {
    case "apiKey":
      return checkKey(scheme, pointer);
    case "http":
      if (scheme.scheme !== "digest" || !isFraming(scheme.authorizationHeader ?? "")) return [];
      return [error("SW1209", `${pointer}/authorizationHeader`, framing(scheme.authorizationHeader ?? ""))];
    case "oauth2": {
      const found = checkTokenUrl(scheme.tokenUrl, declared.byName);
      const place = `${pointer}/tokenUrl`;
      if (!("problem" in found)) return hostLetters(scheme.tokenUrl, place, found.url.origin);
      return urlIssues(found.problem, place, declared, { text: "SW1217", undeclared: "SW1218" });
    }
    case "signature":
      return scheme.headers.flatMap((name, each) => checkSignatureHeader(name, `${pointer}/headers/${each}`));
  }
}

function checkKey(scheme: ApiKeySchemeJson, pointer: string): Issue[] {
  const problem = keyNameProblem(scheme.in, scheme.name);
  return [
    ...(problem === undefined ? [] : [error("SW1209", `${pointer}/name`, problem)]),
    ...checkPrefix(scheme, `${pointer}/prefix`),
  ];
}

function keyNameProblem(place: string, name: string): string | undefined {
  const shown = quoted(name);
  if (place === "header" && !isToken(name)) return `${shown} is not the name of an HTTP header`;
  if (place === "header" && isFraming(name)) return framing(name);
  if (place === "cookie" && !isToken(name)) return `${shown} is not the name of a cookie`;
  if (place === "body" && /^\/(?:.*\/)?$|\/\//.test(name)) return `${shown} has an empty key in its path`;
  if (place === "path" && /[{}/]/.test(name)) return `${shown} cannot be a {name} in a path`;
  return undefined;
}

/** A prefix is emitted, so it is public; the key follows it at once, so a word needs its space (rules P17). */
function checkPrefix({ in: place, prefix = "" }: ApiKeySchemeJson, pointer: string): Issue[] {
  if (prefix === "") return [];
  if (place !== "header") {
    const hint = 'use `"in": "header"`, or remove "prefix": the key is then sent unchanged';
    return [error("SW1219", pointer, `only a key in a header can have a prefix, not one in the ${place}`, { hint })];
  }
  if (looksSecret(prefix)) {
    const hint = 'write only the word before the key here, such as "Bot ", and the key in the credentials';
    return [error("SW1219", pointer, "the prefix is public, and it looks like a secret", { hint })];
  }
  if (!/[A-Za-z0-9]$/.test(prefix)) return [];
  const hint = `write ${quoted(`${prefix} `)}, unless the key really follows without a space`;
  return [warning("SW1220", pointer, `the key is sent right after ${quoted(prefix)}, as one word`, { hint })];
}

/** Headers that the runtime writes by itself: a signature that returned one would sign another request than is sent. */
const WRITTEN = /^(?:content-type|cookie|(?:x-)?idempotency-key)$/i;

function checkSignatureHeader(name: string, pointer: string): Issue[] {
  if (isFraming(name)) return [error("SW1209", pointer, framing(name))];
  if (!WRITTEN.test(name)) return [];
  const hint = "the signature can cover it, and be in a header of its own";
  return [error("SW1209", pointer, `the header ${quoted(name)} is written before a request is signed`, { hint })];
}

function framing(name: string): string {
  return `the header ${quoted(name)} frames or routes the request and cannot carry a credential`;
}

/** Checks the default `security` (rules P10). If a scheme is wrong in itself, its id may be the one that is meant. */
function checkSecurity({ security, securitySchemes = [] }: Partial<ProviderJson>, schemes: SecurityScheme[]): Issue[] {
  // The first of two with one id counts.
  const byId = new Map([...schemes].reverse().map((scheme) => [scheme.id, scheme]));
  const isWhole = schemes.length === securitySchemes.length;
  const taken = new Map<string, string>();
  return [security ?? []].flat().flatMap((id, index) => {
    const pointer = typeof security === "string" ? "/security" : `/security/${index}`;
    const scheme = byId.get(id);
    if (scheme === undefined) {
      const hint = suggestion(id, idsOf(schemes), "security schemes") ?? 'declare it in "securitySchemes"';
      const message = `${quoted(id)} is not a security scheme of this definition`;
      return isWhole ? [error("SW1212", pointer, message, { hint })] : [];
    }
    const slots = slotsOf(normalizeScheme(scheme));
    // The header of all cookies is that of each.
    const met = slots.flatMap((slot) => (slot.startsWith("cookie ") ? [slot, "cookie"] : [slot, `each ${slot}`]));
    const other = met.map((slot) => taken.get(slot)).find((taker) => taker !== undefined && taker !== id);
    for (const slot of slots) taken.set(slot, id).set(slot.replace(/^cookie .*/, "each cookie"), id);
    if (other !== undefined) {
      const message = `the schemes ${quoted(other)} and ${quoted(id)} write to the same place, so no request can use both`;
      return [error("SW1213", pointer, message, { hint: "keep one; name the other in the requests that need it" })];
    }
    // Most requests have no such place, and each of them would be a RequestError.
    if (scheme.type !== "apiKey" || (scheme.in !== "body" && scheme.in !== "path")) return [];
    const message = `${quoted(id)} writes to the ${scheme.in}, but some requests have no place for it`;
    const hint = "use `security: []` in those requests, or name the scheme only in the requests that need it";
    return [warning("SW1214", pointer, message, { hint })];
  });
}

/** Checks the headers of keys that make a repeat harmless (rules P20). */
function checkKeyPlaces({ idempotency = {}, headers = {} }: Partial<ProviderJson>, schemes: SecurityScheme[]): Issue[] {
  return Object.entries(idempotency).flatMap(([pattern, place]) => {
    const name = place === false ? undefined : place.header;
    if (name === undefined) return [];
    const bad = (message: string, hint?: string) => [
      error("SW1225", `/idempotency${toPointer(pattern)}/header`, message, { hint }),
    ];
    if (isFraming(name) || /^(?:authorization|cookie|content-type|accept)$/i.test(name))
      return bad(`the header ${quoted(name)} has another meaning, and cannot carry a key`);
    const writer = schemes.find((scheme) => writesHeader(normalizeScheme(scheme), name.toLowerCase()));
    if (writer !== undefined) return bad(`the security scheme ${quoted(writer.id)} sets the header ${quoted(name)}`);
    if (!Object.keys(headers).some((each) => each.toLowerCase() === name.toLowerCase())) return [];
    return bad(`${quoted(name)} is a constant header, and a key differs with each call`, 'take it out of "headers"');
  });
}

/** An error event has one mark (rules P24). */
function checkStream(pattern: string, document: JsonObject): Issue[] {
  const told = valueAt(document, ["streams", pattern, "error"]);
  if (!isPlainObject(told) || Object.keys(told).length === 1) return [];
  const hint = 'write { "event": "error" } or { "data": "/error" }';
  return [error("SW1224", `/streams${toPointer(pattern)}/error`, 'an error has either "event" or "data"', { hint })];
}

/** Headers that say of each request what no constant can. */
/** The keys of `next` that say where the value comes from or how it is counted, and what goes with them. */
const NEXT_FORMS: ReadonlySet<string> = new Set(
  [
    "url",
    ...["body", "header", "query"].flatMap((to) => [`from,${to}`, `fromHeader,${to}`]),
    ...["first", "echo", "echo,first", "step", "first,step"].map((keys) => `${keys},query`),
  ].map((keys) => keys.split(",").sort().join()),
);

/** Rules of `pages` that no request can follow (rules P21). */
function checkPages(pattern: string, rule: PagesRuleJson | false): Issue[] {
  if (rule === false || rule.next === undefined || typeof rule.next === "string") return [];
  const { next } = rule;
  const pointer = `/pages${toPointer(pattern)}/next`;
  const keys = Object.keys(next).sort();
  if (!NEXT_FORMS.has(keys.join())) {
    const message = '"next" has no known combination of keys';
    const hint =
      'write "link", { "url" }, { "query", "from" }, { "query", "first" } for page numbers, or { "query", "step": "items" } for offsets';
    return [error("SW1222", pointer, message, { hint })];
  }
  const { header = "", body } = next;
  if (isFraming(header) || PER_REQUEST.test(header) || /^(?:authorization|cookie)$/i.test(header))
    return [error("SW1222", `${pointer}/header`, `the header ${quoted(header)} cannot carry the position of a page`)];
  if (body === undefined || !/^(?:\/|\*|get\b|head\b)/i.test(pattern)) return [];
  const hint = `write the method before the path: "POST ${pattern.replace(/^\w+ +/, "")}"`;
  return [error("SW1222", `${pointer}/body`, "a GET request has no body", { hint })];
}

const PER_REQUEST = /^(?:content-type|(?:x-)?idempotency-key)$/i;
const CREDENTIAL_HEADER = /^authorization$|^cookie$|secret|token|passw|credential|api[-_]?key/i;
const CREDENTIAL_VALUE = /^(?:basic|bearer|digest|token) |^\$\{?[A-Za-z_]/i;

/** Checks the constant headers of every request (rules P11). */
function checkHeaders(headers: NonNullable<ProviderJson["headers"]>, schemes: readonly SecurityScheme[]): Issue[] {
  const taken = new Map<string, string>();
  const writers = new Map(
    [...schemes].reverse().flatMap((scheme) => {
      const slots = slotsOf(normalizeScheme(scheme));
      return slots.map((slot) => [slot.replace(/^cookie .*/, "cookie"), scheme.id] as const);
    }),
  );
  return Object.entries(headers).flatMap(([name, value]) => {
    const pointer = `/headers${toPointer(name)}`;
    const key = name.toLowerCase();
    const [other, writer] = [taken.get(key), writers.get(key)];
    taken.set(key, name);
    const bad = (message: string): Issue[] => [error("SW1215", pointer, message, { target: "key" })];
    if (other !== undefined) return bad(`${quoted(name)} is the same header as ${quoted(other)}`);
    if (isFraming(name) || PER_REQUEST.test(name)) return bad(`${quoted(name)} cannot be a constant`);
    if (writer !== undefined) return bad(`the security scheme ${quoted(writer)} sets the header ${quoted(name)}`);
    if (!CREDENTIAL_HEADER.test(name) && !CREDENTIAL_VALUE.test(value) && !looksSecret(value)) return [];
    const message = `"headers" are public and constant, and ${quoted(name)} looks like a credential`;
    return [warning("SW1216", pointer, message, { target: "key", hint: "credentials belong to a security scheme" })];
  });
}
