import type { Secrets } from "../wire/scrub.js";
import type { Received } from "./received.js";

/** Secrets of all requests so far, at most the newest `most`: what one sent may stand in another. */
export class SeenSecrets {
  readonly #most: number;
  #all: Secrets;

  constructor(known: Iterable<string> = [], most: number = Infinity) {
    this.#all = new Set(known);
    this.#most = most;
  }

  /** A set that stays as it is. */
  get all(): Secrets {
    return this.#all;
  }

  add(secrets: Secrets): void {
    // Those that repeat are the newest.
    if (this.#all.size < this.#most && [...secrets].every((secret) => this.#all.has(secret))) return;
    const earlier = [...this.#all].filter((secret) => !secrets.has(secret));
    this.#all = new Set([...earlier, ...secrets].slice(-this.#most));
  }
}

/** What is short may well be something else in another request. */
export function sentByScheme({ secrets }: Received): Secrets {
  return new Set([...secrets].filter(({ length }) => length > 5));
}
