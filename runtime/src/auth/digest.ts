import { md5 } from "@noble/hashes/legacy.js";
import { sha256, sha512_256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { onAbort, throwIfAborted } from "../abort.js";
import type { DigestScheme } from "../config/definition.js";
import { type AuthenticationErrorKind, RequestError } from "../errors/errors.js";
import { drainBody } from "../http/drain.js";
import type { OutgoingBody, OutgoingRequest, SendOnce } from "../http/transport.js";
import type { DigestAnswerers, HopAnswer } from "./authenticate.js";
import { type Challenge, parseChallenges, parseParameters } from "./challenges.js";
import { refuseOneShot } from "./one-shot.js";
import { kept, SharedWork } from "./shared-work.js";

/**
 * Digest authentication (RFC 7616) for one client instance, which keeps its sessions: signs at once if the session knows a
 * nonce, and otherwise waits to be asked.
 */
export function digest(): DigestAnswerers {
  const sessions = new Map<string, DigestSession>();
  return ({ schemeId, ...options }) => ({
    kind: "answerer",
    schemeId,
    async answer(request, send, signal) {
      refuseOneShot(request.body, "digest", schemeId);
      const id = JSON.stringify([new URL(request.url).origin, schemeId, options.username]);
      // One whose latest answer was not accepted goes first.
      const worthOf = ({ isAccepted }: DigestSession): number => Number(isAccepted);
      const session = kept(sessions, id, () => new DigestSession(), worthOf);
      return sendInTurn({ ...options, session, request, send }, signal);
    },
  });
}

/** One hop of an attempt of one user at one server. */
interface DigestHop extends Omit<Parameters<DigestAnswerers>[0], "schemeId"> {
  readonly session: DigestSession;
  /** Without the answer; its body can be sent more than once. */
  readonly request: OutgoingRequest;
  readonly send: SendOnce;
}

/**
 * While nothing is known of the server one attempt finds out and the others wait for it: if it fails the next takes its
 * place, if the server asks for nothing they go on together. With one-time nonces they go one by one.
 */
async function sendInTurn(hop: DigestHop, signal: AbortSignal): Promise<HopAnswer> {
  const { session } = hop;
  while (session.isExclusive) {
    const { exclusive } = session;
    if (exclusive?.isUnderWay() !== true) return sendAlone(hop, signal);
    if ((await exclusive.wait(signal)) === "all") break;
  }
  return sendUntilAccepted(hop);
}

async function sendAlone(hop: DigestHop, signal: AbortSignal): Promise<HopAnswer> {
  const { session, clock } = hop;
  const work = (session.exclusive = new SharedWork<"one" | "all">(clock, Infinity));
  // A `fetch` or a `sign` of the application's own may never come back, and keeps nobody waiting.
  const stop = onAbort(signal, () => work.end("one"));
  try {
    throwIfAborted(signal);
    const answer = await sendUntilAccepted(hop);
    if (answer.rejection !== "rejected" && !session.isOneTime) work.end("all");
    return answer;
  } finally {
    stop();
    work.end("one");
  }
}

/** Sends, and answers what comes back, until the server is content or has refused an answer to its own challenge. */
async function sendUntilAccepted(hop: DigestHop): Promise<HopAnswer> {
  const { session, attempt, send } = hop;
  let use = session.reserve();
  for (;;) {
    const response = await send(await sign(hop, use));
    const asked = challengeOf(response, hop.scheme);
    if (asked === undefined) {
      if (use !== undefined) session.accept(use, response);
      return { response, rejection: undefined };
    }
    if (typeof asked === "string" || attempt.furtherSends === 0 || (use?.fresh === true && !asked.stale)) {
      session.forget(use);
      return { response, rejection: typeof asked === "string" ? asked : "rejected" };
    }
    attempt.furtherSends -= 1;
    use = session.adopt(asked);
    await drainBody(response);
  }
}

/** The challenge of an answer, or why there is none to be answered; undefined for an ordinary answer. */
function challengeOf(response: Response, scheme: DigestScheme): DigestChallenge | AuthenticationErrorKind | undefined {
  if (response.status !== scheme.statusCode) return undefined;
  const field = response.headers.get(scheme.challengeHeader);
  // A status other than 401 has a meaning of its own: without a challenge it is an ordinary answer.
  if (field === null) return scheme.statusCode === 401 ? "missingChallenge" : undefined;
  return strongestChallenge(parseChallenges(field)) ?? "unsupportedChallenge";
}

async function sign(hop: DigestHop, use: NonceUse | undefined): Promise<OutgoingRequest> {
  const { request, scheme, session, username, password } = hop;
  if (use === undefined) return request;
  const body = use.challenge.protection === "auth-int" ? await bytesOf(request.body) : undefined;
  const target = requestTarget(request.url);
  const parts = { ...use, username, password, method: request.method, target, body, cnonce: session.cnonce };
  const headers = new Headers(request.headers);
  headers.set(scheme.authorizationHeader, answerChallenge(parts));
  return { ...request, url: new URL(request.url).origin + target, headers };
}

/** Path and query of an absolute URL as fetch sends them. */
export function requestTarget(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function bytesOf(body: OutgoingBody | undefined): Promise<Uint8Array | undefined> {
  if (body === undefined || body instanceof Uint8Array) return body;
  if (body.bytes !== undefined) return body.bytes();
  const message = "the server requires digest with auth-int, which signs the body: pass it as bytes, not as a stream";
  throw new RequestError(message, { code: "stream-body" });
}

/** One use of a nonce. */
interface NonceUse {
  readonly challenge: DigestChallenge;
  /** How many uses of the nonce there were, this one included. */
  readonly nc: number;
  /** The challenge came in this very exchange: the server has no reason to refuse it but the credentials. */
  readonly fresh: boolean;
}

/**
 * Remembers of a server's digest authentication for one user the latest challenge and how often its nonce was used. It
 * holds neither password nor finished answers, so a rotated password counts at once.
 */
class DigestSession {
  /** The attempt that others wait for, and how many of them go on then. */
  exclusive: SharedWork<"one" | "all"> | undefined;
  /** One for the whole session: both readings of the `-sess` algorithms agree then (RFC 7616 §3.4.2). */
  readonly cnonce: string = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
  /** The server took an answer, and refused none since. */
  isAccepted = false;
  /** Every nonce is good for one request only, and the next comes with its answer. */
  isOneTime = false;
  #challenge: DigestChallenge | undefined;
  #uses = 0;

  /** Attempts go one by one: nothing is known yet and the first learns it for all, or nonces are one-time. */
  get isExclusive(): boolean {
    return this.#challenge === undefined || this.isOneTime;
  }

  /** Reserves a use of the known nonce; undefined if none is known. Synchronous, so no two get the same. */
  reserve(): NonceUse | undefined {
    return this.#challenge && { challenge: this.#challenge, nc: (this.#uses += 1), fresh: false };
  }

  /** Takes up a new challenge and reserves a use of its nonce. */
  adopt(challenge: DigestChallenge): NonceUse {
    this.#replace(challenge);
    return { challenge, nc: (this.#uses += 1), fresh: true };
  }

  /**
   * Notes that the server accepted an answer, and which nonce it wants next (RFC 7616 §3.5). An error page without one
   * says nothing: servers leave the field out there.
   */
  accept({ challenge }: NonceUse, { ok, headers }: Response): void {
    const nonce = parseParameters(headers.get("authentication-info") ?? "").get("nextnonce");
    this.isAccepted ||= ok;
    if (ok || nonce !== undefined) this.isOneTime = nonce !== undefined && nonce !== challenge.nonce;
    if (nonce !== undefined) this.#replace({ ...challenge, nonce });
  }

  /** Drops a challenge whose answer was refused, unless a newer one took its place. */
  forget(use: NonceUse | undefined): void {
    if (use?.challenge.nonce !== this.#challenge?.nonce) return;
    this.#challenge = undefined;
    this.isAccepted = false;
  }

  #replace(challenge: DigestChallenge): void {
    if (challenge.nonce !== this.#challenge?.nonce) this.#uses = 0;
    this.#challenge = challenge;
  }
}

/** A digest challenge that can be answered (RFC 7616 §3.3). Texts have one character per octet. */
interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: DigestAlgorithm;
  /** As the server spells it; undefined if it names none. */
  readonly algorithmName: string | undefined;
  /** Quality of protection; `none` is the form of RFC 2069. */
  readonly protection: "auth" | "auth-int" | "none";
  readonly userhash: boolean;
  /** The server takes user names and passwords as UTF-8. */
  readonly utf8: boolean;
  readonly stale: boolean;
}

/** A digest algorithm (RFC 7616 §3.3). */
interface DigestAlgorithm {
  readonly hash: (data: Uint8Array) => Uint8Array;
  /** Larger is stronger. */
  readonly strength: number;
  /** A `-sess` variant: the nonces become part of the session key. */
  readonly session: boolean;
}

const HASHES = new Map([
  ["md5", { hash: md5, strength: 1 }],
  ["sha-256", { hash: sha256, strength: 2 }],
  ["sha-512-256", { hash: sha512_256, strength: 3 }],
]);

/** Picks the strongest digest challenge that can be answered, the first of equals; other schemes are never a choice. */
export function strongestChallenge(challenges: readonly Challenge[]): DigestChallenge | undefined {
  const usable = challenges.map(readDigest).filter((challenge) => challenge !== undefined);
  return usable.sort((one, other) => strength(other) - strength(one))[0];
}

function strength({ algorithm, protection }: DigestChallenge): number {
  return algorithm.strength * 2 + (protection === "none" ? 0 : 1);
}

/** Reads a digest challenge; undefined for what is malformed, ambiguous or asks for something unknown. */
export function readDigest({ scheme, malformed, repeated, params }: Challenge): DigestChallenge | undefined {
  if (scheme !== "digest" || malformed || repeated.size > 0) return undefined;
  const is = (name: string, word: string): boolean => params.get(name)?.toLowerCase() === word;
  const [realm, nonce, algorithmName] = [params.get("realm"), params.get("nonce"), params.get("algorithm")];
  const [, base = "", session] = /^(.*?)(-sess)?$/i.exec(algorithmName ?? "MD5") ?? [];
  const known = HASHES.get(base.toLowerCase());
  const protection = readProtection(params.get("qop"));
  if (realm === undefined || nonce === undefined || known === undefined || protection === undefined) return undefined;
  const algorithm = { ...known, session: session !== undefined };
  if (algorithm.session && protection === "none") return undefined;
  return {
    realm,
    nonce,
    opaque: params.get("opaque"),
    algorithm,
    algorithmName,
    protection,
    userhash: is("userhash", "true"),
    utf8: is("charset", "utf-8"),
    stale: is("stale", "true"),
  };
}

/** `auth` before `auth-int`: it leaves the body free; both prove the same of the credentials. */
function readProtection(qop = ""): DigestChallenge["protection"] | undefined {
  const offered = qop.toLowerCase().match(/[^\s,]+/g);
  return offered === null ? "none" : (["auth", "auth-int"] as const).find((known) => offered.includes(known));
}

interface AnswerParts extends Omit<NonceUse, "fresh"> {
  readonly username: string;
  readonly password: string;
  /** As it stands in the request line. */
  readonly method: string;
  /** Request target: path and query as they are sent. */
  readonly target: string;
  /** `auth-int` protects it; no body counts as an empty one. */
  readonly body: Uint8Array | undefined;
  readonly cnonce: string;
}

/** Makes the value of the `Authorization` field (RFC 7616 §3.4); the result has one character per octet. */
export function answerChallenge(parts: AnswerParts): string {
  const { challenge, username, cnonce } = parts;
  const { realm, nonce, opaque, algorithm, algorithmName, protection } = challenge;
  const nc = parts.nc.toString(16).padStart(8, "0");
  const middle = protection === "none" ? [] : [nc, cnonce, protection];
  const response = [hashA1(parts), nonce, ...middle, hashA2(parts)].join(":");
  const fields = [
    usernameField(challenge, credential(challenge, username)),
    `realm=${quote(realm)}`,
    `uri=${quote(parts.target)}`,
    algorithmName === undefined ? "" : `algorithm=${algorithmName}`,
    `nonce=${quote(nonce)}`,
    protection === "none" ? "" : `nc=${nc}, cnonce=${quote(cnonce)}, qop=${protection}`,
    `response=${quote(hexHash(algorithm, response))}`,
    opaque === undefined ? "" : `opaque=${quote(opaque)}`,
    challenge.userhash ? "userhash=true" : "",
  ];
  return `Digest ${fields.filter((field) => field !== "").join(", ")}`;
}

/** RFC 7616 §3.4.2. */
function hashA1({ challenge, username, password, cnonce }: AnswerParts): string {
  const { algorithm, realm, nonce } = challenge;
  const key = hexHash(algorithm, `${credential(challenge, username)}:${realm}:${credential(challenge, password)}`);
  return algorithm.session ? hexHash(algorithm, `${key}:${nonce}:${cnonce}`) : key;
}

/** RFC 7616 §3.4.3. */
function hashA2({ challenge, method, target, body = new Uint8Array() }: AnswerParts): string {
  const { algorithm, protection } = challenge;
  const integrity = protection === "auth-int" ? `:${hexHash(algorithm, body)}` : "";
  return hexHash(algorithm, `${method}:${target}${integrity}`);
}

/** RFC 7616 §3.4.4: hashed if the server asks for it; extended (RFC 8187) if a quoted string would be read in several ways. */
function usernameField({ userhash, utf8, algorithm, realm }: DigestChallenge, octets: string): string {
  if (userhash) return `username=${quote(hexHash(algorithm, `${octets}:${realm}`))}`;
  const plain = /^[ !#-[\]-~]*$/.test(octets);
  return utf8 && !plain ? `username*=UTF-8''${percentEncode(octets)}` : `username=${quote(octets)}`;
}

/** A user name or password as UTF-8, with one character per octet; composed (NFC) if the server announced it (RFC 7616 §4). */
function credential({ utf8 }: DigestChallenge, text: string): string {
  const octets = new TextEncoder().encode(utf8 ? text.normalize("NFC") : text);
  return Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
}

/** Hashes bytes, or a text of which each character stands for one octet, to lower-case hex. */
function hexHash({ hash }: DigestAlgorithm, data: string | Uint8Array): string {
  const octets = typeof data === "string" ? Uint8Array.from(data, (character) => character.charCodeAt(0)) : data;
  return bytesToHex(hash(octets));
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
