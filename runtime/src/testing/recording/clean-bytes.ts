import type { Secrets } from "../../wire/scrub.js";
import { MASK, maskValue } from "../masked.js";
import { cleanEnd, cleanText } from "./clean.js";
import type { RecordedResponse } from "./tape.js";

/** As gzip, compress, zip, zstd, bzip2, xz, 7z, lz4, snappy and zlib begin. */
const COMPRESSED =
  // oxlint-disable-next-line no-control-regex -- octets, each read as a character
  /^(?:\x1f[\x8b\x9d]|PK[\x03\x05\x07]|\x28\xb5\x2f\xfd|BZh|\xfd7zXZ|7z\xbc\xaf|\x04"M\x18|\xff\x06\0\0sNaP|x[\x01^\x9c\xda])/;

/** What no text has. */
// oxlint-disable-next-line no-control-regex -- octets, each read as a character
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f]/;

/** Text among bytes. */
const STRETCHES = /[\t\n\r\x20-\x7e]{8,}/g;

/**
 * Bytes that are no UTF-8. They stay bytes, and what is to be masked in them is masked where it stands: read as Latin-1,
 * in which each octet is a character. What is compressed cannot be looked into, and is not kept.
 */
export function cleanBytes(
  bytes: Uint8Array,
  isWhole: boolean,
  secrets: Secrets,
): Pick<RecordedResponse, "body" | "base64"> {
  const read = Array.from(bytes, (octet) => String.fromCharCode(octet)).join("");
  if (COMPRESSED.test(read) || maskValue(bytes, secrets) === MASK) return { body: MASK };
  const text = isWhole ? read : cleanEnd(read, secrets);
  const cleaned = tells(text, secrets) ? cleanText(text, secrets) : text;
  // JSON may have written any character by its number.
  return /[^\0-\xff]/.test(cleaned) ? { body: cleaned } : { base64: btoa(cleaned) };
}

/** In an image three octets may be how keys begin, by chance; not in a stretch of text. */
function tells(text: string, secrets: Secrets): boolean {
  if (!CONTROL.test(text)) return true;
  const stretches = (text.match(STRETCHES) ?? []).join("\n");
  return cleanText(stretches, secrets) !== stretches;
}

/** Whether something is to be masked in what may be UTF-16 that does not say so: names do not stand in it as one word. */
export function hidesInUtf16(bytes: Uint8Array, secrets: Secrets): boolean {
  return (
    bytes.includes(0) &&
    ["utf-16le", "utf-16be"].some((charset) => {
      const text = new TextDecoder(charset).decode(bytes);
      return cleanText(text, secrets) !== text;
    })
  );
}
