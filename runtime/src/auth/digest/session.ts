import type { DigestChallenge } from "./challenge.js";
import { Turns } from "./turns.js";

/** One use of a nonce. */
export interface NonceUse {
  readonly challenge: DigestChallenge;
  /** How many uses of the nonce there were, this one included. */
  readonly nc: number;
  /** The challenge came in this very exchange: the server has no reason to refuse it but the credentials. */
  readonly fresh: boolean;
}

/**
 * What is known of a server's digest authentication for one user: the latest challenge and how often its nonce was
 * used. It holds neither password nor finished answers, so a rotated password counts at once.
 */
export class DigestSession {
  /** Where attempts wait while only one may go on. */
  readonly turns: Turns = new Turns();
  /** One for the whole session: both readings of the `-sess` algorithms agree then (RFC 7616 §3.4.2). */
  readonly cnonce: string;
  /** Whether the server took an answer, and refused none since. */
  isAccepted = false;
  readonly #origin: string;
  #challenge: DigestChallenge | undefined;
  #uses = 0;
  #oneTime = false;

  constructor(origin: string, cnonce: string) {
    this.#origin = origin;
    this.cnonce = cnonce;
  }

  /** Whether attempts at this URL go one by one: nothing is known yet and the first learns it for all, or nonces are one-time. */
  isExclusive(url: string): boolean {
    return this.#challenge === undefined || (this.#oneTime && this.#covers(this.#challenge, url));
  }

  /** Whether every nonce is good for one request only, and the next comes with its answer. */
  get isOneTime(): boolean {
    return this.#oneTime;
  }

  /** Reserves a use of the known nonce; undefined where none is known for this URL. Synchronous, so no two get the same. */
  reserve(url: string): NonceUse | undefined {
    if (this.#challenge === undefined || !this.#covers(this.#challenge, url)) return undefined;
    return this.#use(this.#challenge, false);
  }

  /** Takes up a new challenge and reserves a use of its nonce. */
  adopt(challenge: DigestChallenge): NonceUse {
    this.#replace(challenge);
    return this.#use(challenge, true);
  }

  /**
   * Notes that the server accepted an answer, and which nonce it wants next (RFC 7616 §3.5). An error page without one
   * says nothing: servers leave the field out there.
   */
  accept({ challenge }: NonceUse, { ok, nextNonce }: { ok: boolean; nextNonce: string | undefined }): void {
    this.isAccepted ||= ok;
    if (ok || nextNonce !== undefined) this.#oneTime = nextNonce !== undefined && nextNonce !== challenge.nonce;
    if (nextNonce !== undefined) this.#replace({ ...challenge, nonce: nextNonce });
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

  #use(challenge: DigestChallenge, fresh: boolean): NonceUse {
    this.#uses += 1;
    return { challenge, nc: this.#uses, fresh };
  }

  /** RFC 7616 §3.3, `domain`; compared by path segments. Without one, the whole origin. */
  #covers({ domain = "" }: DigestChallenge, url: string): boolean {
    const spaces = domain.split(" ").filter((uri) => uri !== "");
    const { pathname } = new URL(url);
    return spaces.length === 0 || spaces.some((uri) => isBelow(pathname, spacePath(uri, this.#origin)));
  }
}

/** Path of a protection space on this origin; other origins have sessions of their own. */
function spacePath(uri: string, origin: string): string | undefined {
  if (!URL.canParse(uri, origin)) return undefined;
  const space = new URL(uri, origin);
  return space.origin === origin ? space.pathname : undefined;
}

function isBelow(path: string, space: string | undefined): boolean {
  if (space === undefined) return false;
  return path === space || path.startsWith(space.endsWith("/") ? space : `${space}/`);
}
