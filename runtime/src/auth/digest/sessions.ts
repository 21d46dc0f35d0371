import { bytesToHex } from "@noble/hashes/utils.js";
import { DigestSession } from "./session.js";

const capacity = 100;

/** The digest sessions of one client, by origin, scheme and user; beyond 100 the one unused for longest goes. */
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
    const [oldest = key] = this.#sessions.keys();
    if (this.#sessions.size > capacity) this.#sessions.delete(oldest);
    return session;
  }
}

function randomCnonce(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
}
