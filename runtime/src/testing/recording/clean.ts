import { looksSecret } from "../../config/looks-secret.js";
import { isPlainObject, mapValues } from "../../config/records.js";
import { mayTell, SENSITIVE } from "../../http/telling.js";
import { longestForm, type Secrets } from "../../wire/scrub.js";
import { hashOf } from "../chance.js";
import { requireDepth } from "../levels.js";
import { parsedJson } from "../received.js";
import { isSecretName, MASK, maskFields, maskText, maskValue } from "../masked.js";

/**
 * A value without credentials: those that were sent, what stands under a telling name, and what looks like an issued key.
 * The last keep a name of 16 bits, so that what was the same stays the same.
 */
export function cleanValue(value: unknown, secrets: Secrets): unknown {
  return scanned(maskValue(value, secrets), secrets);
}

export function cleanFields(fields: object, secrets: Secrets): { readonly [name: string]: unknown } {
  return scanned(maskFields(fields, secrets), secrets) as { readonly [name: string]: unknown };
}

export function cleanText(text: string, secrets: Secrets): string {
  return scannedText(maskText(text, secrets), secrets);
}

/** In pieces, because to look at a text takes many times its memory. */
const PIECE = 1 << 16;

/** Whether one of the secrets stands in a text, in any form. */
export function holdsSecret(text: string, secrets: Secrets): boolean {
  const overlap = longestForm(secrets);
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text.slice(at, at + PIECE + overlap);
    if (maskText(piece, secrets) !== piece) return true;
  }
  return false;
}

/** A text whose end is missing: the beginning of a secret that was cut in two is one, too. */
export function cleanEnd(text: string, secrets: Secrets): string {
  const at = Math.max(0, text.length - longestForm(secrets));
  const beginnings = Array.from(secrets).flatMap((secret) =>
    Array.from({ length: Math.max(0, Math.ceil((secret.length - SHORTEST) / STEP)) }, (_, step) =>
      secret.slice(0, SHORTEST + step * STEP),
    ),
  );
  return text.slice(0, at) + maskText(text.slice(at), new Set(beginnings));
}

/** Of what is shorter nothing is to be learned; by so much more each beginning is looked for. */
const SHORTEST = 6;
const STEP = 4;

/** A challenge: its nonce looks like a key, but without it nothing can be answered. */
export function cleanChallenge(text: string, secrets: Secrets): string {
  return maskText(text, secrets).replaceAll(PAIR, maskNamed);
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

/** `depth` counts on where JSON stands in JSON. */
function scanned(value: unknown, secrets: Secrets, depth = 1): unknown {
  requireDepth(depth, "a body");
  const inner = (part: unknown): unknown => scanned(part, secrets, depth + 1);
  if (typeof value === "string") return scannedText(value, secrets, depth);
  if (Array.isArray(value)) return value.map(inner);
  // Of a request: it is compared, and never sent.
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (!isPlainObject(value)) return value;
  const parts = Object.entries(mapValues<unknown, unknown>(value, inner));
  return Object.fromEntries(parts.map(([name, part]) => [scannedText(name, secrets, depth), part]));
}

const PRIVATE_KEY = /-----BEGIN [^-]*-----[^]*?(?:-----END [^-]*-----|$)/g;

/** A name within a text that tells of a credential, whole. */
const NAME = `(?<![\\w-])([\\w-]{0,64}(?:${SENSITIVE.source.replace("$", "(?![\\w-])")})[\\w-]{0,64})`;

/** What stands between a name and its value: in PHP, and in a URL that stands in a URL, too. */
const BETWEEN = `\\\\*["']?\\s*(?:=>|[=:]|%(?:25)*3[ad])\\s*\\\\*["']?`;

/** `password=hunter2`, `"token": "t"`, `\"key\":\"k\"`, `Authorization: Basic abc`, `%3Ftoken%3Dt`. */
const PAIR = new RegExp(
  `${NAME}(${BETWEEN})((?<=["'])[^"'\\\\]+|(?:(?:basic|bearer|digest) +)?[^\\s"'&;,<>\\\\]+)`,
  "gi",
);

/** `<secret type="text">s</secret>`, as CDATA too. */
const ELEMENT = new RegExp(`(?<=<(?:\\w{1,64}:)?)${NAME}((?:\\s[^<>]{0,200})?>(?:<!\\[CDATA\\[)?)([^<]+)`, "gi");

/** `name="password" value="p"` of HTML and XML. */
const NAMED = new RegExp(
  `(?<=\\b(?:name|id|key|property)\\s{0,9}=\\s{0,9}["'])${NAME}(["'][^<>]{0,200}?\\b(?:value|content)\\s{0,9}=\\s{0,9}["'])([^"']+)`,
  "gi",
);

/** The same the other way round. */
const NAMED_AFTER = new RegExp(
  `(?<=\\b(?:value|content)\\s{0,9}=\\s{0,9}["'])([^"'<>]+)(["'][^<>]{0,200}?\\b(?:name|id|key|property)\\s{0,9}=\\s{0,9}["'])${NAME}(?=["'])`,
  "gi",
);

/** A part of a multipart body. */
const PART = new RegExp(`(?<=\\bname=")${NAME}("[^]{0,200}?\\n\\r?\\n)([^\\r\\n]+)`, "gi");

/** Secret keys of AWS and their like have slashes. */
const WITH_SLASHES = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;

/** `https://user:password@host`. */
const USER_INFO = /(:\/\/)[^\s/@"'<>]{1,200}@/g;

/** What stands between what may surround a key. */
const WORD = /[^\s"'<>&;,()[\]{}|/?#=:@\\]+=*/g;

function scannedText(text: string, secrets: Secrets, depth = 1): string {
  const json = jsonIn(text);
  // What was clean stays as it was written.
  const clean = json === undefined ? undefined : JSON.stringify(scanned(maskValue(json, secrets), secrets, depth));
  if (clean !== undefined) return clean === JSON.stringify(json) ? text : clean;
  const named = text.replaceAll(PRIVATE_KEY, MASK).replaceAll(USER_INFO, `$1${MASK}@`);
  return (mayTell(named) ? withoutNamed(named) : named)
    .replaceAll(WITH_SLASHES, (word) => (/\d/.test(word) && /[A-Z]/.test(word) ? `masked-${shortName(word)}` : word))
    .replaceAll(WORD, (word) => (looksSecret(word) ? `masked-${shortName(word)}` : word));
}

/** What stands beside a telling name. */
function withoutNamed(text: string): string {
  return text
    .replaceAll(PAIR, maskNamed)
    .replaceAll(ELEMENT, maskElement)
    .replaceAll(NAMED, maskNamed)
    .replaceAll(NAMED_AFTER, (whole, value: string, between: string, name: string) =>
      isSecretName(name.toLowerCase(), value) ? MASK + between + name : whole,
    )
    .replaceAll(PART, maskNamed);
}

/** JSON within JSON, and where the content type does not say so. */
function jsonIn(text: string): unknown {
  return /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
}

function maskNamed(whole: string, name: string, between: string, value: string): string {
  return isSecretName(name.toLowerCase(), value) ? name + between + MASK : whole;
}

/** CDATA has an end of its own. */
function maskElement(whole: string, name: string, between: string, value: string): string {
  const [inner = ""] = value.split("]]>", 1);
  const rest = value.slice(inner.length);
  return maskNamed(whole.slice(0, whole.length - rest.length), name, between, inner) + rest;
}

function shortName(text: string): string {
  return (hashOf(text) & 0xff_ff).toString(16).padStart(4, "0");
}
