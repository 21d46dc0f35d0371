import { toPointer } from "../config/env.js";
import { isFraming } from "../config/headers.js";
import { slotsOf } from "../config/schemes.js";
import { looksSecret } from "../config/text.js";
import { error, type Issue, warning } from "./issue.js";
import { suggestion } from "./nearest.js";
import { normalizeScheme } from "./normalize-provider.js";
import type { ProviderJson } from "./provider-json.generated.js";
import { quoted } from "./shown.js";

type SchemeJson = NonNullable<ProviderJson["securitySchemes"]>[number];

/** Headers that say of each request what no constant can. */
const PER_REQUEST = /^(?:content-type|idempotency-key)$/i;
const CREDENTIAL_HEADER = /^authorization$|^cookie$|secret|token|passw|credential|api[-_]?key/i;
const CREDENTIAL_VALUE = /^(?:basic|bearer|digest|token) |^\$\{?[A-Za-z_]/i;

/** Checks what a definition says of every request: its default `security` (rules P10) and its `headers` (rules P11). */
export function checkRequestDefaults(provider: Partial<ProviderJson>): Issue[] {
  const { securitySchemes = [], headers = {} } = provider;
  const schemes = securitySchemes.flatMap((scheme) => [scheme]);
  return [...checkSecurity(provider, schemes), ...checkHeaders(headers, schemes)];
}

/** Where a scheme is wrong in itself, its id may be the one that is meant; it is a hole then. */
function checkSecurity({ security, securitySchemes = [] }: Partial<ProviderJson>, schemes: SchemeJson[]): Issue[] {
  // Of two with one id the first counts.
  const byId = new Map([...schemes].reverse().map((scheme) => [scheme.id, scheme]));
  const asked = [security ?? []].flat().flatMap((id, index) => {
    const pointer = typeof security === "string" ? "/security" : `/security/${index}`;
    return [{ id, pointer, scheme: byId.get(id) }];
  });
  const isWhole = schemes.length === securitySchemes.length;
  const taken = new Map<string, string>();
  return asked.flatMap(({ id, pointer, scheme }) => {
    if (scheme === undefined) return isWhole ? [unknownScheme(id, pointer, schemes)] : [];
    const slots = slotsOf(normalizeScheme(scheme)).map(asPath);
    const other = slots.map((slot) => takerOf(slot, taken)).find((taker) => taker !== undefined);
    for (const slot of slots) for (const place of [slot, ...around(slot)]) taken.set(place, id);
    if (other !== undefined && other !== id) return [meeting(scheme, other, pointer)];
    return checkPlace(scheme, pointer);
  });
}

/** As `placesMeet` says it of two, one by one, for a definition may have many; and of two keys within one another. */
function takerOf(slot: string, taken: ReadonlyMap<string, string>): string | undefined {
  const outer = around(slot).map((place) => (place === "cookie " ? "cookie" : place.slice(0, -1)));
  const inner = slot === "cookie" ? "cookie " : slot.startsWith("body ") ? `${slot}/` : slot;
  return [slot, inner, ...outer].map((place) => taken.get(place)).find((taker) => taker !== undefined);
}

/** In a body `key` is `/key`, and `a/b` without a slash before it is one key. */
function asPath(slot: string): string {
  const [, key] = /^body ([^/].*)$/s.exec(slot) ?? [];
  return key === undefined ? slot : `body /${key.replaceAll("/", "~1")}`;
}

/** What says of the places around a place that something within them is taken; no scheme writes to them by these names. */
function around(slot: string): readonly string[] {
  if (slot.startsWith("cookie ")) return ["cookie "];
  return slot.startsWith("body /")
    ? Array.from(slot.slice(6).matchAll(/\//g), ({ index }) => slot.slice(0, 7 + index))
    : [];
}

function unknownScheme(id: string, pointer: string, schemes: readonly SchemeJson[]): Issue {
  const ids = schemes.map((scheme) => scheme.id);
  const hint = suggestion(id, ids, "security schemes") ?? 'declare it in "securitySchemes"';
  return error("SW1212", pointer, `${quoted(id)} is not a security scheme of this definition`, { hint });
}

function meeting(scheme: SchemeJson, other: string, pointer: string): Issue {
  const isInBody = scheme.type === "apiKey" && scheme.in === "body";
  const place = isInBody ? "the same place of the body, or one within the other's" : "the same place";
  const message = `the schemes ${quoted(other)} and ${quoted(scheme.id)} write to ${place}, so no request can use both`;
  return error("SW1213", pointer, message, { hint: "keep one; requests that need the other name it" });
}

/** Most requests have no such place, and each of them would be a RequestError. */
function checkPlace(scheme: SchemeJson, pointer: string): Issue[] {
  if (scheme.type !== "apiKey" || (scheme.in !== "body" && scheme.in !== "path")) return [];
  const message = `${quoted(scheme.id)} writes to the ${scheme.in}, which not every request has a place for`;
  const hint = "requests that have none say `security: []`; or name the scheme in the requests that need it";
  return [warning("SW1214", pointer, message, { hint })];
}

function checkHeaders(headers: NonNullable<ProviderJson["headers"]>, schemes: readonly SchemeJson[]): Issue[] {
  const taken = new Map<string, string>();
  const writers = new Map(
    [...schemes]
      .reverse()
      .flatMap((scheme) =>
        slotsOf(normalizeScheme(scheme)).map((slot) => [slot.replace(/^cookie .*/, "cookie"), scheme]),
      ),
  );
  return Object.entries(headers).flatMap(([name, value]) => {
    const pointer = `/headers${toPointer(name)}`;
    const other = taken.get(name.toLowerCase());
    taken.set(name.toLowerCase(), name);
    if (other !== undefined) return [badHeader(pointer, `${quoted(name)} is the same header as ${quoted(other)}`)];
    if (isFraming(name) || PER_REQUEST.test(name)) return [badHeader(pointer, `${quoted(name)} cannot be a constant`)];
    const scheme = writers.get(name.toLowerCase());
    if (scheme !== undefined) {
      return [badHeader(pointer, `the security scheme ${quoted(scheme.id)} sets the header ${quoted(name)}`)];
    }
    return CREDENTIAL_HEADER.test(name) || CREDENTIAL_VALUE.test(value) || looksSecret(value)
      ? [credentialHeader(name, pointer)]
      : [];
  });
}

function badHeader(pointer: string, message: string): Issue {
  return error("SW1215", pointer, message, { target: "key" });
}

function credentialHeader(name: string, pointer: string): Issue {
  const message = `"headers" are public and constant, and ${quoted(name)} looks like a credential`;
  return warning("SW1216", pointer, message, { target: "key", hint: "credentials belong to a security scheme" });
}
