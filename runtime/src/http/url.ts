import type { ServiceUrl } from "../config/base-url.js";
import { isPlainObject, own } from "../config/options.js";
import type { BoundProvider } from "./bound-provider.js";

/** Tells whether a value can stand in a path, a query or a form. Half a surrogate pair would be sent as another character. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === "string" ? !/\p{Cs}/u.test(value) : typeof value === "boolean" || Number.isFinite(value);
}

/** Puts encoded fields at the end of a URL's query; the bytes that are there stay as they are. */
export function appendQuery(url: string, encoded: string): string {
  if (encoded === "") return url;
  const separator = !url.includes("?") ? "?" : /[?&]$/.test(url) ? "" : "&";
  return `${url}${separator}${encoded}`;
}

/** The path as messages show it: as the caller wrote it, without origin and query. */
export function pathLabel(path: unknown): string {
  if (typeof path !== "string") return "";
  // As `URL` reads it, which passes over controls and spaces at its start and line breaks, and takes a backslash for a slash.
  const text = path.replaceAll(/[?#][^]*|^[\s\0- ]+|[\t\r\n]/g, "").replaceAll("\\", "/");
  const isUrl = isAbsolute(text) || text.startsWith("//");
  const label = isUrl ? text.replace(/^(?:[^:/]*:)?\/*[^/]*/, "") : text;
  return label.replaceAll(/\/\/[^/]*@/g, "//");
}

export function isAbsolute(path: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(path);
}

/** The definition's own base URLs of which `URL` makes what `base-urls.ts` does; a test compares them. */
const PLAIN_BASE = /^https?:\/\/[a-z\d](?:[a-z\d.-]*[a-z\d])?(?::\d+)?(?:\/[\w./~-]*)?$/i;

/** The base URL of a service, if it is the definition's own and plain; all others are read by `base-urls.ts`. */
export function plainBase(bound: BoundProvider, service: string): ServiceUrl | undefined {
  const { definition, given, configured, baseUrls, requireOrigins } = bound;
  const other = requireOrigins ?? own(given.services, service) ?? own(configured.services, service);
  if (other !== undefined) return undefined;
  const text = own(definition.services, service)?.baseUrl ?? "";
  const known = baseUrls.get(service);
  if (known?.text === text) return known.url;
  const url = plainUrl(text);
  if (url !== undefined) baseUrls.set(service, { text, url });
  return url;
}

/** Makes what `base-urls.ts` makes of a plain base URL. */
export function plainUrl(text: string): ServiceUrl | undefined {
  if (!PLAIN_BASE.test(text) || !URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return { origin, path: pathname, segments: [] };
}

/** A path that `URL` leaves as it is: no `//` at its start, no dot segments, nothing to encode or decode. */
const PLAIN_PATH = /^\/(?!\/)(?:(?!\.{1,2}(?:\/|$))[\w.~-]*(?:\/|$))*$/;
const MAX_PLAIN = 2000;
const PLAIN_VALUE = /^[\w.~-]+$/;

/**
 * The URL of a path below a base URL, if both are plain and so are the values of its placeholders; `undefined` otherwise:
 * `join-url.ts` makes all others, and refuses what is none. A test compares them.
 */
export function plainJoin(base: ServiceUrl, path: unknown, params: object = {}): string | undefined {
  if (typeof path !== "string" || path.length > MAX_PLAIN || !isPlainObject(params)) return undefined;
  const used: string[] = [];
  let isPlain = true;
  const filled = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = own(params, name);
    const text = isScalar(value) ? String(value) : "";
    isPlain &&= text.length <= MAX_PLAIN && PLAIN_VALUE.test(text);
    used.push(name);
    return text;
  });
  // A value that no placeholder takes is a mistake.
  for (const name of Object.keys(params)) isPlain &&= used.includes(name);
  if (!isPlain || !PLAIN_PATH.test(filled)) return undefined;
  return base.origin + (base.path.endsWith("/") ? base.path.slice(0, -1) : base.path) + filled;
}
