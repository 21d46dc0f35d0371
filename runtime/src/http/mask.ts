import { octetsOf } from "../config/octets.js";

/** What stands where a secret was. */
export const MASK = "***";

/** Shorter ones would mask words of ordinary texts. */
const SHORTEST = 6;

/** Replaces secrets in a text of somebody else's; in one whose end was cut off, also what may be the beginning of one. */
export type Masker = (text: string, isCut?: boolean) => string;

/**
 * Masks by exact match: each secret of 6 characters or more as it is, in JSON, percent-encoded, as a form, escaped for HTML,
 * and in base64 at each of its three offsets. Nothing decodes the text.
 */
export function maskerOf(secrets: Iterable<string>): Masker {
  const long = Array.from(secrets).filter(({ length }) => length >= SHORTEST);
  const writings = [...new Set(long.flatMap(writingsOf))].sort((a, b) => b.length - a.length);
  return (text, isCut = false) => {
    let masked = text;
    for (const writing of writings) masked = masked.replaceAll(writing, MASK);
    return isCut ? withoutBeginning(masked, writings) : masked;
  };
}

/** The same for all texts of a JSON value, names of fields among them; numbers that hold a secret become texts. */
export function maskValue(value: unknown, mask: Masker): unknown {
  if (typeof value === "string") return mask(value);
  if (typeof value === "number") return mask(String(value)) === String(value) ? value : MASK;
  if (Array.isArray(value)) return value.map((each) => maskValue(each, mask));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask(name), maskValue(each, mask)]));
}

function writingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret);
  const strict = percent.replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const html = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const quoted = html.replaceAll('"', "&quot;");
  const encoded = [percent, strict, form];
  return [
    secret,
    json,
    json.replaceAll("/", "\\/"),
    // As Python and PHP write it.
    json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ...encoded,
    ...encoded.map((text) => text.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase())),
    html,
    ...["&#39;", "&#x27;", "&apos;"].map((quote) => quoted.replaceAll("'", quote)),
    ...base64Of(secret),
  ];
}

/** The characters that hold nothing but octets of the secret, whatever stands before and behind it, in either alphabet. */
function base64Of(secret: string): string[] {
  const octets = octetsOf(secret);
  return [0, 1, 2].flatMap((offset) => {
    const first = Math.ceil((offset * 8) / 6);
    const last = Math.floor(((offset + octets.length) * 8) / 6);
    const text = btoa("\0".repeat(offset) + octets).slice(first, last);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}

function withoutBeginning(text: string, writings: readonly string[]): string {
  const longest = writings.reduce((most, writing) => {
    for (let length = Math.min(writing.length - 1, text.length); length > most; length -= 1)
      if (text.endsWith(writing.slice(0, length))) return length;
    return most;
  }, 0);
  return text.slice(0, text.length - longest);
}
