import { looksSecret } from "../../config/looks-secret.js";
import { isPlainObject, mapValues } from "../../config/records.js";
import { longestForm, type Secrets } from "../../wire/scrub.js";
import { hashOf } from "../chance.js";
import { requireDepth } from "../levels.js";
import { parsedJson } from "../received.js";
import { MASK, maskFields, maskPath, maskText, maskValue } from "../masked.js";
import { withoutBlocks, withoutNamed, withoutPairs } from "./clean-named.js";

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
  const length = Math.max(PIECE, overlap);
  for (let at = 0; at < text.length; at += length) {
    const piece = text.slice(at, at + length + overlap);
    if (maskText(piece, secrets) !== piece) return true;
  }
  return false;
}

/** A text whose end is missing: the beginning of a secret that was cut in two is one, too. */
export function cleanEnd(text: string, secrets: Secrets): string {
  const at = Math.max(0, text.length - longestForm(secrets));
  const beginnings = Array.from(secrets).flatMap((secret) => {
    const step = Math.max(STEP, Math.ceil(secret.length / MOST_BEGINNINGS));
    return Array.from({ length: Math.max(0, Math.ceil((secret.length - SHORTEST) / step)) }, (_, index) =>
      secret.slice(0, SHORTEST + index * step),
    );
  });
  return text.slice(0, at) + maskText(text.slice(at), new Set(beginnings));
}

/** Of what is shorter nothing is to be learned; by so much more each beginning is looked for. */
const SHORTEST = 6;
const STEP = 4;

/** Of one secret: each is looked for in a text that is as much longer as the secret is. */
const MOST_BEGINNINGS = 64;

/** A challenge: its nonce looks like a key, but without it nothing can be answered. */
export function cleanChallenge(text: string, secrets: Secrets): string {
  return withoutPairs(maskText(text, secrets));
}

/** Origin and path. */
export function cleanUrl({ origin, pathname }: URL, secrets: Secrets): string {
  return origin + maskPath(pathname, secrets, cleanText);
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

/** Secret keys of AWS and their like have slashes. */
const WITH_SLASHES = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;

/** `https://user:password@host`. */
const USER_INFO = /(:\/\/)[^\s/@"'<>]{1,200}@/g;

/** What stands between what may surround a key. */
const WORD = /[^\s"'<>&;,()[\]{}|/?#=:@\\]+=*/g;

function scannedText(text: string, secrets: Secrets, depth = 1): string {
  const clean = /^\s*[[{]/.test(text) ? scannedJson(text, "", secrets, depth) : undefined;
  return clean ?? scannedLines(withoutBlocks(text), secrets, depth);
}

/** JSON on a line, as in events, logs and scripts, and what stands before it: `data: {`, `cb({`. */
const JSON_LINE = /^((?:[^\n[{]{0,99}[:=(])?[ \t]*)([[{].*[\]}])(?=[ \t;)]*\r?$)/gm;

function scannedLines(text: string, secrets: Secrets, depth: number): string {
  let [clean, at] = ["", 0];
  for (const { index, 1: before = "", 2: json = "" } of text.matchAll(JSON_LINE)) {
    const name = /[\w.-]+(?=\W*$)/.exec(before)?.[0] ?? "";
    const line = scannedJson(json, name, secrets, depth);
    if (line === undefined) continue;
    const begin = index + before.length;
    clean += scannedWords(text.slice(at, begin)) + line;
    at = begin + json.length;
  }
  return clean + scannedWords(text.slice(at));
}

/** A text that is JSON, in JSON and where no content type says so, under a name; what was clean stays as it was written. */
function scannedJson(text: string, name: string, secrets: Secrets, depth: number): string | undefined {
  const json = parsedJson(text);
  if (json === undefined) return undefined;
  const [masked] = Object.values(maskFields({ [name]: json }, secrets));
  const clean = JSON.stringify(scanned(masked, secrets, depth));
  return clean === JSON.stringify(json) ? text : clean;
}

function scannedWords(text: string): string {
  const named = text.replaceAll(PRIVATE_KEY, MASK).replaceAll(USER_INFO, `$1${MASK}@`);
  return withoutNamed(named)
    .replaceAll(WITH_SLASHES, (word) => (/\d/.test(word) && /[A-Z]/.test(word) ? `masked-${shortName(word)}` : word))
    .replaceAll(WORD, (word) => (looksSecret(word) ? `masked-${shortName(word)}` : word));
}

function shortName(text: string): string {
  return (hashOf(text) & 0xff_ff).toString(16).padStart(4, "0");
}
