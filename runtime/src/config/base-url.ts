import { readEnvText } from "./env.js";
import { parseUrl } from "./parse-url.js";
import { looksSecret, textOf } from "./text.js";

/** How often a path is decoded on its way, at most: by a proxy, a server and what runs on it. */
const MAX_DECODINGS = 3;

/** With those that Windows takes for one; the full-width forms are normalised. */
const SLASHES = /[/\\\u2044\u2215\u2216]/;

/** Text that servers pass over in a dot segment: `..;a=b`, `.. `, a text that C takes to end there. */
const AFTER_DOTS = /[;?#\0].*|[\s\p{C}]+/gsu;

/** Servers and proxies decode what `URL` leaves as it is, and go up from there: nginx `%2f`, Tomcat `..;`, Windows `%5c`. */
export function hasDotSegment(text: string): boolean {
  let path = text;
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    // An octet of UTF-8 for a character; what is no escape stays.
    path = path.replace(/%[\da-f]{2}/gi, (escape) => String.fromCharCode(Number(`0x${escape.slice(1)}`)));
    const segments = `${path}/${path.replace(/[\x80-\xff]+/g, textOf).normalize("NFKC")}`.split(SLASHES);
    if (segments.some((segment) => /^\.\.?$/.test(segment.replace(AFTER_DOTS, "")))) return true;
  }
  return false;
}

/** Origin and path of a base URL whose parameters are filled in. */
export interface BaseUrl {
  /** For instance `https://api.example:8443`, as the URL standard serialises it. */
  readonly origin: string;
  /** Starts with `/`. */
  readonly path: string;
}

/** A base URL as requests use it. */
export interface ServiceUrl extends BaseUrl {
  /** The segments of its path that variables have filled and that may be secrets: of a webhook, a bot, a tenant. */
  readonly segments: readonly string[];
}

/** Why a base URL cannot be used. No message holds a parameter's value. */
export interface BaseUrlProblem {
  /** `text`: the text itself is wrong; `bare`: it has no URL scheme; `undeclared`, `missing`, `value`: about a parameter. */
  readonly kind: "text" | "bare" | "undeclared" | "missing" | "value";
  readonly parameter?: string | undefined;
  readonly message: string;
}

export type FilledBaseUrl = { readonly url: BaseUrl } | { readonly problem: BaseUrlProblem };

/** A parameter's value by name, `undefined` where it has none. */
export type ParameterValues = (name: string) => string | undefined;

interface Template {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
}

type Part = keyof Template | "url";

const PLACEHOLDER = /\{([^{}]*)\}/g;
export const SPLIT: RegExp = /^([^:/]*):\/\/([^/]+)(.*)$/;
export const LEADING_PARAMETER: RegExp = /^\{([^{}]*)\}(\/.*)?$/;

/** `mailto:x` and `http:x`, but not `host:80`. */
const FOREIGN_SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(?:\/|$))/;
const HOST_PART = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/;
const HOST_AND_PORT = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?$/;
/** As the URL standard serialises it: that lets `;`, `$` and quotes be part of a host, and no name has them. */
const HOST = /^[\w.:[\]-]+$/;
/** Origins, as the URL standard serialises them, that are encrypted or on this machine. */
const PRIVATE = /^https:|^http:\/\/(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/;
// eslint-disable-next-line no-control-regex
const NEVER = /[\u0000-\u0020\u007f\\]/;

/** Names of the `{PARAMETER}`s in a base URL, each once. */
export function baseUrlParameters(text: string): string[] {
  if (!text.includes("{")) return [];
  return [...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ""))];
}

/**
 * Fills in the parameters of a base URL and checks what comes out: absolute http or https, without user info, query or
 * fragment, and no value that reaches beyond its place (rules P5). The text is parsed only after filling.
 */
export function fillBaseUrl(text: string, values: ParameterValues): FilledBaseUrl {
  const problem = textProblem(text);
  if (problem !== undefined) return { problem };
  const whole = LEADING_PARAMETER.exec(text);
  if (whole !== null) return fillWhole(whole[1] ?? "", whole[2] ?? "", values);
  const template = split(text);
  if (isProblem(template)) return template;
  const filled: Record<keyof Template, string> = { ...template };
  for (const part of ["scheme", "authority", "path"] as const) {
    const result = fillPart(template[part], part, values);
    if (isProblem(result)) return result;
    filled[part] = result.text;
  }
  return parseFilled(filled, template);
}

/** The problem with {@link isClearText} if the definition's base URL is not {@link isHttp} (rules C20). */
export const CLEAR_TEXT = "http: is only for this machine, unless the definition's base URL has it";

/** Tells whether a base URL says http before any parameter is known: a value shall not decide it. */
export function isHttp(text: string): boolean {
  return /^http:/i.test(text);
}

/** Tells whether a filled base URL sends credentials in clear text over a network. */
export function isClearText({ origin }: BaseUrl): boolean {
  return !PRIVATE.test(origin);
}

/** By own properties only. */
export function isProblem<Read extends object>(
  read: Read,
): read is Extract<Read, { readonly problem: BaseUrlProblem }> {
  return Object.hasOwn(read, "problem");
}

function textProblem(text: string): BaseUrlProblem | undefined {
  if (NEVER.test(text)) return textual("a base URL cannot have white space, control characters or backslashes");
  if (/[{}]/.test(text.replaceAll(PLACEHOLDER, ""))) return textual("a base URL has an unmatched brace");
  if (text.includes("?")) return textual("a base URL cannot have a query");
  if (text.includes("#")) return textual("a base URL cannot have a fragment");
  return undefined;
}

function split(text: string): Template | { readonly problem: BaseUrlProblem } {
  const match = SPLIT.exec(text);
  // Where a scheme or slashes are missing, what stands before an `@` is a secret all the same.
  if ((match?.[2] ?? text).includes("@"))
    return { problem: textual("a base URL cannot have user info before the host") };
  if (match === null) {
    if (FOREIGN_SCHEME.test(text)) return { problem: notHttp };
    return {
      problem: { kind: "bare", message: "the base URL has no URL scheme; it must start with https:// or http://" },
    };
  }
  const [, scheme = "", authority = "", path = ""] = match;
  if (!scheme.includes("{") && !/^https?$/i.test(scheme)) return { problem: notHttp };
  return { scheme, authority, path };
}

/** `{URL}` alone, or with a path after it, which stays below: the value is a base URL by itself. */
function fillWhole(name: string, rest: string, values: ParameterValues): FilledBaseUrl {
  if (hasDotSegment(rest)) {
    return { problem: textual("a base URL cannot have dot segments after a leading parameter") };
  }
  const value = values(name);
  if (value === undefined) return { problem: missingValue(name) };
  const base = value.includes("{") ? { problem: badValue(name, "url") } : fillBaseUrl(value, () => undefined);
  if (isProblem(base)) return { problem: badValue(name, "url") };
  if (rest === "") return base;
  return fillBaseUrl(`${base.url.origin}${base.url.path.replace(/\/$/, "")}${rest}`, values);
}

function fillPart(
  text: string,
  part: keyof Template,
  values: ParameterValues,
): { readonly text: string } | { readonly problem: BaseUrlProblem } {
  if (!text.includes("{")) return { text };
  for (const name of baseUrlParameters(text)) {
    const value = values(name);
    if (value === undefined) return { problem: missingValue(name) };
    if (!FITS[part](value, text === `{${name}}`)) return { problem: badValue(name, part) };
  }
  return { text: text.replaceAll(PLACEHOLDER, (_, name: string) => values(name) ?? "") };
}

const FITS: { readonly [part in keyof Template]: (value: string, whole: boolean) => boolean } = {
  scheme: (value) => value === "http" || value === "https",
  authority: (value, whole) => (whole ? HOST_AND_PORT : HOST_PART).test(value),
  path: (value) => value !== "" && !NEVER.test(value) && !/[?#%]/.test(value),
};

function parseFilled(filled: Template, template: Template): FilledBaseUrl {
  const [parameter] = baseUrlParameters(template.path);
  if (parameter !== undefined && hasDotSegment(filled.path)) return { problem: badValue(parameter, "path") };
  const text = `${filled.scheme}://${filled.authority}${filled.path}`;
  const url = parseUrl(text);
  if (url === undefined) return { problem: textual("the base URL is not a valid URL") };
  if (url.protocol !== "https:" && url.protocol !== "http:") return { problem: notHttp };
  if (!HOST.test(url.host))
    return { problem: textual("the host of a base URL can only have letters, digits, dots and hyphens") };
  return { url: { origin: url.origin, path: url.pathname } };
}

const ALLOWED: { readonly [part in Part]: string } = {
  scheme: "http or https",
  authority: "letters, digits, dots and hyphens, with a port only if it is the whole authority",
  path: 'text without "?", "#", "%", backslashes, white space and dot segments',
  url: "an absolute http or https URL without user info, query and fragment",
};

const notHttp: BaseUrlProblem = textual("a base URL must start with https:// or http://");

export function textual(message: string): BaseUrlProblem {
  return { kind: "text", message };
}

/** A parameter that nobody gives a value. */
export function missingValue(parameter: string): BaseUrlProblem {
  return { kind: "missing", parameter, message: `the base URL needs a value for the parameter "${parameter}"` };
}

function badValue(parameter: string, part: Part): BaseUrlProblem {
  const message = `the value of the parameter "${parameter}" does not fit into the base URL: expected ${ALLOWED[part]}`;
  return { kind: "value", parameter, message };
}

/** In characters, before parameters are filled in: what RFC 9110 §4.1 asks everybody to support. */
export const LONGEST_BASE_URL = 8000;

const PORT = /:\{([^{}]*)\}/g;

/** Checks a base URL before any value but the defaults is known: a stand-in fills the other parameters. */
export function checkBaseUrl(
  text: string,
  declared: { readonly [name: string]: { readonly default?: string | undefined } },
): FilledBaseUrl {
  if (text.length > LONGEST_BASE_URL)
    return { problem: textual(`a base URL has ${LONGEST_BASE_URL} characters at most`) };
  const undeclared = baseUrlParameters(text).find((name) => !Object.hasOwn(declared, name));
  if (undeclared === undefined) {
    const standIn = standInsFor(text);
    return fillBaseUrl(text, (name) => declared[name]?.default ?? standIn(name));
  }
  const isName = /^[\w-]{1,64}$/.test(undeclared) && !looksSecret(undeclared);
  const message = `{${isName ? undeclared : "…"}} in the base URL is not a declared parameter`;
  return { problem: { kind: "undeclared", parameter: undeclared, message } };
}

/** Values that fit where parameters stand, for checking the rest of the text. */
export function standInsFor(text: string): (name: string) => string {
  const whole = LEADING_PARAMETER.exec(text)?.[1];
  const inScheme = new Set(baseUrlParameters(SPLIT.exec(text)?.[1] ?? ""));
  const ports = new Set(Array.from(text.matchAll(PORT), ([, name = ""]) => name));
  return (name) => {
    if (name === whole) return "https://a.example";
    if (ports.has(name)) return "1";
    return inScheme.has(name) ? "https" : "a";
  };
}

/** A base URL before the program runs: a literal of client.json, else the definition's, for what a variable holds is not known. */
export function knownBaseUrl(defined: string, configured: string | undefined): string {
  const read = configured === undefined ? undefined : readEnvText(configured);
  return read?.kind === "literal" ? read.text : defined;
}
