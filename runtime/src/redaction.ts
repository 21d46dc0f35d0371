/** What names a request in messages: neither the filled path nor the query, which may hold a secret. */
export interface RequestLabel {
  readonly provider: string;
  readonly service: string;
  readonly method: string;
  /** The path as the caller wrote it, `{name}` unfilled, without query and origin. */
  readonly path: string;
}

/** Secrets of one attempt, as they were resolved for it. */
export type Secrets = ReadonlySet<string>;

const MASK = "***";
const SHORTEST_SCRUBBED = 6;
const MAX_PATH = 200;
const MAX_HEADER_VALUE = 200;

/** Values of these are shown in errors; of all other headers only the name (a server may hand out tokens in any). */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  "allow",
  "content-length",
  "content-type",
  "date",
  "request-id",
  "retry-after",
  "www-authenticate",
  "x-correlation-id",
  "x-request-id",
]);

/** `GET /users/{id} of acme-pay (service "default")`. */
export function describeRequest({ provider, service, method, path }: RequestLabel): string {
  return `${method} ${printable(path, MAX_PATH)} of ${provider} (service "${printable(service, MAX_PATH)}")`;
}

/** One line of bounded length: control, format and line-separator characters are escaped. */
export function printable(text: string, limit: number): string {
  const line = text
    .slice(0, limit)
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return text.length > limit ? `${line}…` : line;
}

/** Masks the attempt's secrets in a server's text: raw, percent-encoded, in base64, and as JSON and HTML have them. */
export function scrub(text: string, secrets: Secrets): string {
  const forms = [...secrets].filter((secret) => secret.length >= SHORTEST_SCRUBBED).flatMap(formsOf);
  // Longest first: a secret may contain another.
  forms.sort((a, b) => b.length - a.length);
  return forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, MASK), text);
}

/** Headers of an answer for an error: every name; the value only where it is known to be harmless. */
export function showHeaders(headers: Headers, secrets: Secrets): Record<string, string> {
  const shown: [string, string][] = [];
  for (const [name, value] of headers) {
    shown.push([name, SHOWN_HEADERS.has(name) ? printable(scrub(value, secrets), MAX_HEADER_VALUE) : MASK]);
  }
  return Object.fromEntries(shown);
}

/** The longest form that {@link scrub} looks for, in characters. */
export function longestForm(secrets: Secrets): number {
  return Math.max(0, ...[...secrets].flatMap(formsOf).map((form) => form.length));
}

function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(secret);
  const encoded = base64(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase()),
    new URLSearchParams([["", secret]]).toString().slice(1),
    encoded.replaceAll("=", ""),
    encoded.replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_"),
    json,
    // As PHP writes JSON, and as Python does.
    json.replaceAll("/", "\\/"),
    json.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ...inHtml(secret),
  ];
  return [...new Set(forms)];
}

/** As pages echo it: all escape `&`, `<` and `>`, quotation marks are written in many ways or left as they are. */
function inHtml(secret: string): string[] {
  const text = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return ['"', "&quot;", "&#34;"].flatMap((quote) =>
    ["'", "&#39;", "&#039;", "&#x27;"].map((apostrophe) => text.replaceAll('"', quote).replaceAll("'", apostrophe)),
  );
}

/** Base64 of text as UTF-8 (RFC 4648 §4). */
export function base64(text: string): string {
  let octets = "";
  for (const octet of new TextEncoder().encode(text)) octets += String.fromCharCode(octet);
  return btoa(octets);
}
