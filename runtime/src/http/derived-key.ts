import { sha256 } from "@noble/hashes/sha2.js";
import { uuidOf } from "./random-key.js";

/** The parts of a key that follows from that of a use-case call. */
export interface KeyParts {
  /** The call's own. */
  readonly key: string;
  /** So that no key is shown to two vendors. */
  readonly provider: string;
  readonly method: string;
  /** As the map writes it. */
  readonly path: string;
  /** Counts the requests of a map with these; 1 for the first. */
  readonly number: number;
}

/**
 * Derives the key of a map's request by SHA-256, so that the same call sends it again after a restart: 32 characters of
 * base64url (RFC 4648 §5), or a UUID (version 8, RFC 9562 §5.8) for a vendor who wants one.
 */
export function derivedKey({ key, provider, method, path, number }: KeyParts, isUuid: boolean): string {
  const text = JSON.stringify([key, provider, method, path, number]);
  const hash = sha256(new TextEncoder().encode(text));
  if (isUuid) return uuidOf(hash.subarray(0, 16), 8);
  const base64 = btoa(String.fromCharCode(...hash.subarray(0, 24)));
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
