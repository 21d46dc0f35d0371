import { withoutPrototype } from "../../config/options.js";
import { hexHash, toByteString } from "./algorithm.js";
import type { DigestChallenge } from "./challenge.js";

/** What an answer is made of besides the challenge. */
export interface AnswerParts {
  readonly challenge: DigestChallenge;
  readonly username: string;
  readonly password: string;
  /** As it stands in the request line. */
  readonly method: string;
  /** Request target: path and query as they are sent. */
  readonly target: string;
  /** What `auth-int` protects; no body counts as an empty one. */
  readonly body: Uint8Array | undefined;
  /** How many answers were made to this nonce, this one included. */
  readonly nc: number;
  readonly cnonce: string;
  /** The `cnonce` that the `-sess` key was made with, where it is another one. */
  readonly sessionCnonce?: string;
}

/** Makes the value of the `Authorization` field (RFC 7616 §3.4); the result has one character per octet. */
export function answerChallenge(parts: AnswerParts): string {
  const { challenge, cnonce } = parts;
  const nc = parts.nc.toString(16).padStart(8, "0");
  const protectedForm = challenge.protection !== "none";
  const fields = [
    usernameField(parts),
    `realm=${quote(challenge.realm)}`,
    `uri=${quote(parts.target)}`,
    challenge.algorithmName === undefined ? "" : `algorithm=${challenge.algorithmName}`,
    `nonce=${quote(challenge.nonce)}`,
    protectedForm ? `nc=${nc}, cnonce=${quote(cnonce)}, qop=${challenge.protection}` : "",
    `response=${quote(response(parts, nc))}`,
    challenge.opaque === undefined ? "" : `opaque=${quote(challenge.opaque)}`,
    challenge.userhash ? "userhash=true" : "",
  ];
  return `Digest ${fields.filter((field) => field !== "").join(", ")}`;
}

/** RFC 7616 §3.4.1; without qop RFC 2069 §2.1.2. */
function response(parts: AnswerParts, nc: string): string {
  const { challenge, cnonce } = parts;
  const middle = challenge.protection === "none" ? [] : [nc, cnonce, challenge.protection];
  return hexHash(challenge.algorithm, [hashA1(parts), challenge.nonce, ...middle, hashA2(parts)].join(":"));
}

/** RFC 7616 §3.4.2. */
export function hashA1(parts: AnswerParts): string {
  const { challenge, username, password, cnonce, sessionCnonce = cnonce } = withoutPrototype(parts);
  const { algorithm, realm, nonce } = challenge;
  const key = hexHash(algorithm, `${credential(challenge, username)}:${realm}:${credential(challenge, password)}`);
  return algorithm.session ? hexHash(algorithm, `${key}:${nonce}:${sessionCnonce}`) : key;
}

/** RFC 7616 §3.4.3. */
export function hashA2({ challenge, method, target, body = new Uint8Array() }: AnswerParts): string {
  const { algorithm, protection } = challenge;
  const integrity = protection === "auth-int" ? `:${hexHash(algorithm, body)}` : "";
  return hexHash(algorithm, `${method}:${target}${integrity}`);
}

/** RFC 7616 §3.4.4: hashed where the server asks for it; extended (RFC 8187) where a quoted string would be read in several ways. */
function usernameField({ challenge, username }: AnswerParts): string {
  const octets = credential(challenge, username);
  if (challenge.userhash) return `username=${quote(hexHash(challenge.algorithm, `${octets}:${challenge.realm}`))}`;
  const plain = /^[\x20-\x7e]*$/.test(octets) && !/["\\]/.test(octets);
  return challenge.utf8 && !plain ? `username*=UTF-8''${percentEncode(octets)}` : `username=${quote(octets)}`;
}

/** A user name or password in octets; composed (NFC) where the server announced UTF-8 (RFC 7616 §4). */
function credential(challenge: DigestChallenge, text: string): string {
  return toByteString(challenge.utf8 ? text.normalize("NFC") : text);
}

function quote(octets: string): string {
  return `"${octets.replaceAll(/["\\]/g, "\\$&")}"`;
}

function percentEncode(octets: string): string {
  return octets.replaceAll(
    /[^A-Za-z0-9!#$&+.^_`|~-]/g,
    (octet) => `%${octet.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
