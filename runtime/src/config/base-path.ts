import { textOf } from "./octets.js";

/** How often a path is decoded on its way, at most: by a proxy, a server and what runs on it. */
const MAX_DECODINGS = 3;

/** `%2e`, and `%u002e` as IIS reads it. */
const ESCAPE = /%(u[\da-f]{2})?[\da-f]{2}/gi;

/** A path as one more reader has it, an octet of UTF-8 for a character; what is no escape stays. */
function decodeOnce(path: string): string {
  return path.replace(ESCAPE, (escape) => String.fromCharCode(Number(escape.replace(/%u?/i, "0x"))));
}

/** ASCII in over-long UTF-8, of up to six octets: seven bits in the last two. */
const OVER_LONG = /(?:[\xc0\xc1]|(?:\xe0|\xf0\x80|\xf8\x80\x80|\xfc\x80{3})[\x80\x81])[\x80-\xbf]/g;

/** With those that Windows takes for one; the full-width forms are normalised. */
const SLASHES = /[/\\\u2044\u2215\u2216]/;

/** What may stand in a dot segment without anybody's minding: `..;a=b`, `.. `, a text that C takes to end there. */
const AFTER_DOTS = /[;?#\0].*|[\s\p{C}]+/gsu;

/** Servers and proxies decode what `URL` leaves as it is, and go up from there: nginx `%2f`, Tomcat `..;`, Windows `%5c`. */
export function hasDotSegment(text: string): boolean {
  let path = text;
  for (let round = 0; round < MAX_DECODINGS; round += 1) {
    path = decodeOnce(path);
    const plain = path.replace(OVER_LONG, (octets) =>
      String.fromCharCode(
        (octets.charCodeAt(octets.length - 2) % 2) * 64 + (octets.charCodeAt(octets.length - 1) % 64),
      ),
    );
    const segments = `${plain}/${plain.replace(/[\x80-\xff]+/g, textOf).normalize("NFKC")}`.split(SLASHES);
    if (segments.some((segment) => /^\.\.?$/.test(segment.replace(AFTER_DOTS, "")))) return true;
  }
  return false;
}
