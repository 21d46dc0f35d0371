import type { Challenge } from "../challenges.js";
import { type DigestAlgorithm, findAlgorithm } from "./algorithm.js";

/** Quality of protection that is answered; `none` is the form of RFC 2069. */
export type Protection = "auth" | "auth-int" | "none";

/** A digest challenge that can be answered (RFC 7616 §3.3). Texts have one character per octet. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: DigestAlgorithm;
  /** As the server spells it; undefined where it names none. */
  readonly algorithmName: string | undefined;
  readonly protection: Protection;
  readonly userhash: boolean;
  /** The server takes user names and passwords as UTF-8. */
  readonly utf8: boolean;
  readonly stale: boolean;
  /** URIs that the same credentials are for, separated by blanks. */
  readonly domain: string | undefined;
}

/** Picks the strongest digest challenge that can be answered, the first of equals; other schemes are never a choice. */
export function strongestChallenge(challenges: readonly Challenge[]): DigestChallenge | undefined {
  const usable = challenges.map(readDigest).filter((challenge) => challenge !== undefined);
  return usable.reduce<DigestChallenge | undefined>(
    (best, challenge) => (best === undefined || strength(challenge) > strength(best) ? challenge : best),
    undefined,
  );
}

/** Reads a digest challenge; undefined for what is malformed, ambiguous or asks for something unknown. */
export function readDigest(challenge: Challenge): DigestChallenge | undefined {
  if (challenge.scheme !== "digest" || challenge.malformed || challenge.repeated.size > 0) return undefined;
  const { params } = challenge;
  const [realm, nonce, algorithmName] = [params.get("realm"), params.get("nonce"), params.get("algorithm")];
  const algorithm = findAlgorithm(algorithmName);
  const protection = readProtection(params.get("qop"));
  if (realm === undefined || nonce === undefined || algorithm === undefined || protection === undefined)
    return undefined;
  if (algorithm.session && protection === "none") return undefined;
  return {
    realm,
    nonce,
    opaque: params.get("opaque"),
    algorithm,
    algorithmName,
    protection,
    userhash: isWord(params.get("userhash"), "true"),
    utf8: isWord(params.get("charset"), "utf-8"),
    stale: isWord(params.get("stale"), "true"),
    domain: params.get("domain"),
  };
}

/** `auth` before `auth-int`: it leaves the body free; both prove the same of the credentials. */
function readProtection(qop = ""): Protection | undefined {
  const offered = qop
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (offered.length === 0) return "none";
  return (["auth", "auth-int"] as const).find((known) => offered.includes(known));
}

function isWord(value: string | undefined, word: string): boolean {
  return value?.toLowerCase() === word;
}

function strength({ algorithm, protection }: DigestChallenge): number {
  return algorithm.strength * 2 + (protection === "none" ? 0 : 1);
}
