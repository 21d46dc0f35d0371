import { looksSecret } from "../../config/looks-secret.js";
import { isPlainObject, mapValues } from "../../config/records.js";
import { isTelling } from "../../http/sent-secrets.js";
import type { Secrets } from "../../wire/scrub.js";
import { hashOf } from "../chance.js";
import { MASK, maskFields, maskText, maskValue } from "../masked.js";

/**
 * A value without credentials: those that were sent, what stands under a telling name, and what looks like an issued key.
 * The last keep a name of 16 bits, so that what was the same stays the same.
 */
export function cleanValue(value: unknown, secrets: Secrets): unknown {
  return scanned(maskValue(value, secrets));
}

export function cleanFields(fields: object, secrets: Secrets): { readonly [name: string]: unknown } {
  return scanned(maskFields(fields, secrets)) as { readonly [name: string]: unknown };
}

export function cleanText(text: string, secrets: Secrets): string {
  return scannedText(maskText(text, secrets));
}

/** Origin and path. */
export function cleanUrl({ origin, pathname }: URL, secrets: Secrets): string {
  return (
    origin +
    pathname
      .split("/")
      .map((segment) => cleanText(segment, secrets))
      .join("/")
  );
}

function scanned(value: unknown): unknown {
  if (typeof value === "string") return scannedText(value);
  if (Array.isArray(value)) return value.map(scanned);
  if (!isPlainObject(value)) return value;
  const inner = mapValues<unknown, unknown>(value, scanned);
  return Object.fromEntries(Object.entries(inner).map(([name, part]) => [scannedText(name), part]));
}

const PRIVATE_KEY = /-----BEGIN [^-]*-----[^]*?(?:-----END [^-]*-----|$)/g;

/** `password=hunter2`, `"token": "t"`, `<secret>s</secret>`. */
const NAMED =
  /(?<![\w-])([\w-]{1,64})(["']?\s*[=:]\s*["']?|(?:\s[^<>]{0,200})?>)((?:(?:Basic|Bearer|Digest)\s+)?[^\s"'&;,<>]+)/gi;

/** What stands between what may surround a key. */
const WORD = /[^\s"'<>&;,()[\]{}|/?#=:@]+=*/g;

function scannedText(text: string): string {
  return text
    .replaceAll(PRIVATE_KEY, MASK)
    .replaceAll(NAMED, (whole, name: string, between: string) => (isTelling(name) ? name + between + MASK : whole))
    .replaceAll(WORD, (word) =>
      looksSecret(word) ? `masked-${(hashOf(word) & 0xff_ff).toString(16).padStart(4, "0")}` : word,
    );
}
