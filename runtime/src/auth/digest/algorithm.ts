import { md5 } from "@noble/hashes/legacy.js";
import { sha256, sha512_256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** A digest algorithm (RFC 7616 §3.3). */
export interface DigestAlgorithm {
  readonly hash: (data: Uint8Array) => Uint8Array;
  /** Larger is stronger. */
  readonly strength: number;
  /** A `-sess` variant: the nonces become part of the session key. */
  readonly session: boolean;
}

const hashes = new Map([
  ["md5", { hash: md5, strength: 1 }],
  ["sha-256", { hash: sha256, strength: 2 }],
  ["sha-512-256", { hash: sha512_256, strength: 3 }],
]);

/** Finds an algorithm by the name in a challenge, without case; MD5 where the challenge names none. */
export function findAlgorithm(name = "MD5"): DigestAlgorithm | undefined {
  const [, base = "", session] = /^(.*?)(-sess)?$/i.exec(name) ?? [];
  const found = hashes.get(base.toLowerCase());
  return found === undefined ? undefined : { ...found, session: session !== undefined };
}

/** Hashes bytes, or a text of which each character stands for one octet, to lower-case hex. */
export function hexHash(algorithm: DigestAlgorithm, data: string | Uint8Array): string {
  return bytesToHex(algorithm.hash(typeof data === "string" ? octets(data) : data));
}

/** UTF-8 of a text as a text with one character per octet, as `Headers` shows and takes field values. */
export function toByteString(text: string): string {
  return Array.from(new TextEncoder().encode(text), (octet) => String.fromCharCode(octet)).join("");
}

function octets(byteString: string): Uint8Array {
  return Uint8Array.from(byteString, (character) => character.charCodeAt(0));
}
