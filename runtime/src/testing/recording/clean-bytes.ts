import type { Secrets } from "../../wire/scrub.js";
import { MASK, maskText, maskValue } from "../masked.js";
import { cleanEnd, cleanText } from "./clean.js";
import type { RecordedResponse } from "./tape.js";

/** As gzip, compress, zip, zstd, bzip2, xz, 7z, lz4, snappy and zlib begin. */
const COMPRESSED =
  // oxlint-disable-next-line no-control-regex -- octets, each read as a character
  /^(?:\x1f[\x8b\x9d]|PK[\x03\x05\x07]|\x28\xb5\x2f\xfd|BZh|\xfd7zXZ|7z\xbc\xaf|\x04"M\x18|\xff\x06\0\0sNaP|x[\x01^\x9c\xda])/;

/** What no text has. */
const CONTROLS = "\\0-\\x08\\x0e-\\x1a\\x1c-\\x1f";
const CONTROL = new RegExp(`[${CONTROLS}]`);

const OF_SECRET = textFrom(6);
/** In an image three octets may be how keys begin, by chance; not in so long a text. */
const OF_LOOKS = textFrom(8);
/** Where fewer come by chance. */
const OF_UTF16 = textFrom(3);

/**
 * Text among bytes: so many characters of ASCII, and what follows up to the next that no text has. Not `{n,}`: repeated so,
 * millions of letters are more than the stack of a pattern holds.
 */
function textFrom(least: number): RegExp {
  return new RegExp(`[\\t\\n\\r\\x20-\\x7e]{${least}}[^${CONTROLS}]*`, "g");
}

/**
 * Bytes that are no UTF-8. They stay bytes, and what is to be masked in them is masked where it stands: read as Latin-1,
 * in which each octet is a character. What is compressed cannot be looked into, and is not kept.
 */
export function cleanBytes(
  bytes: Uint8Array,
  isWhole: boolean,
  secrets: Secrets,
): Pick<RecordedResponse, "body" | "base64"> {
  const read = inLatin1(bytes);
  if (COMPRESSED.test(read) || holds(bytes, read, secrets)) return { body: MASK };
  const text = isWhole ? read : cleanEnd(read, secrets);
  const rest = foreignIn(secrets);
  const cleaned = isClean(stretchesOf(text, OF_LOOKS), rest) ? text : cleanText(text, rest);
  // JSON may have written any character by its number.
  if (/[^\0-\xff]/.test(cleaned)) return { body: cleaned };
  const base64 = btoa(cleaned);
  return spells(base64, secrets) ? { body: MASK } : { base64 };
}

/**
 * Whether what is written for octets has a secret in it, as a server may choose these: as text, or in base64 that begins with
 * its second, third or fourth sign.
 */
function spells(base64: string, secrets: Secrets): boolean {
  const small = base64.toLowerCase();
  const isWritten = [...secrets].some((secret) => {
    const hex = Array.from(new TextEncoder().encode(secret), (octet) => octet.toString(16).padStart(2, "0")).join("");
    return [secret, hex].some((form) => small.includes(form.toLowerCase()));
  });
  return isWritten || [1, 2, 3].some((from) => holdsInText(fromBase64(base64.slice(from)), secrets));
}

/** A sign that is left alone at the end means no octet. */
function fromBase64(text: string): string {
  const signs = text.replace(/=+$/, "");
  return atob(signs.length % 4 === 1 ? signs.slice(0, -1) : signs);
}

/** Whether something is to be masked in what may be UTF-16 that does not say so: names do not stand in it as one word. */
export function hidesInUtf16(bytes: Uint8Array, secrets: Secrets): boolean {
  const foreign = foreignIn(secrets);
  return (
    bytes.includes(0) &&
    ["utf-16le", "utf-16be"].some((charset) => {
      const text = new TextDecoder(charset).decode(bytes);
      return !isClean(stretchesOf(text, OF_UTF16), secrets) || maskText(text, foreign) !== text;
    })
  );
}

/**
 * Whether a secret is among bytes, in any form: the search takes long, so only where text stands. Without octets of 0 that is
 * UTF-16 and UTF-32, too, wherever it begins.
 */
function holds(bytes: Uint8Array, read: string, secrets: Secrets): boolean {
  return (
    holdsInText(read, secrets) ||
    [...secrets].some((secret) => read.includes(secret)) ||
    maskValue(bytes, foreignIn(secrets)) === MASK
  );
}

function holdsInText(read: string, secrets: Secrets): boolean {
  const text = stretchesOf(read.replaceAll("\0", ""), OF_SECRET);
  return maskText(text, secrets) !== text;
}

/** Those that are no ASCII: which octets they are depends on the charset, so they may stand anywhere. */
function foreignIn(secrets: Secrets): Secrets {
  return new Set([...secrets].filter((secret) => /[^\0-\x7f]/.test(secret)));
}

function stretchesOf(text: string, pattern: RegExp): string {
  return CONTROL.test(text) ? (text.match(pattern) ?? []).join("\n") : text;
}

function isClean(text: string, secrets: Secrets): boolean {
  return cleanText(text, secrets) === text;
}

/** Each octet as a unit of UTF-16: the platform's decoders for Latin-1 read windows-1252. */
function inLatin1(bytes: Uint8Array): string {
  const units = new Uint8Array(2 * bytes.length);
  for (const [at, octet] of bytes.entries()) units[2 * at] = octet;
  return new TextDecoder("utf-16le").decode(units);
}
