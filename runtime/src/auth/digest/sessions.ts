import { bytesToHex } from "@noble/hashes/utils.js";
import { DigestSession } from "./session.js";

const capacity = 100;

/**
 * The digest sessions of one client, by origin, scheme and user; beyond 100 the one unused for longest goes, first one
 * whose latest answer was not accepted: guesses push out few others.
 */
export class DigestSessions {
  readonly #sessions = new Map<string, DigestSession>();
  readonly #makeCnonce: () => string;

  constructor(makeCnonce: () => string = randomCnonce) {
    this.#makeCnonce = makeCnonce;
  }

  /** Finds or begins the session of a user at an origin. */
  get(origin: string, schemeId: string, username: string): DigestSession {
    const key = JSON.stringify([origin, schemeId, username]);
    const session = this.#sessions.get(key) ?? new DigestSession(origin, this.#makeCnonce());
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    if (this.#sessions.size > capacity) {
      const others = [...this.#sessions.keys()].slice(0, -1);
      const least = others.find((other) => !this.#sessions.get(other)?.isAccepted) ?? others[0];
      this.#sessions.delete(least ?? key);
    }
    return session;
  }
}

function randomCnonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
