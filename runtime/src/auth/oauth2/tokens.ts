import type { Clock } from "../../clock.js";
import { ConfigurationError } from "../../errors/errors.js";
import { isDead, keepFlying, landing } from "../liveness.js";
import type { Grant } from "./grant.js";
import type { Entry, Flight, Landing, Lane, Token } from "./lane.js";
import { TokenStore } from "./token-store.js";
import type { TokenWire } from "./token-wire.js";
import type { TokensOption } from "./tokens-option.js";

/** A token is renewed so long before it expires, in ms, or so large a part of its life, whichever is less. */
const AHEAD = 60_000;
const AHEAD_SHARE = 0.1;
/** No renewal ahead is tried again within, in ms. */
const LEAST_PAUSE = 1000;

/** Gets and renews the tokens of one client instance. */
export class Tokens {
  readonly #store = new TokenStore();
  readonly #tokens: TokensOption | undefined;
  readonly #wire: TokenWire;

  constructor(tokens: TokensOption | undefined, wire: TokenWire) {
    this.#tokens = tokens;
    this.#wire = wire;
  }

  /** A token that can be sent; waits for one where it has to. Rejects with why there is none, or with the signal's reason. */
  async get(grant: Grant, signal: AbortSignal): Promise<Token> {
    const { token, lane } = await this.#get(grant, signal);
    // The vendor knows them too, whoever got them.
    for (const refreshToken of lane.had.values()) grant.attempt.secrets.add(refreshToken);
    return token;
  }

  async #get(grant: Grant, signal: AbortSignal): Promise<{ readonly token: Token; readonly lane: Lane }> {
    const { clock } = grant.client.context;
    for (;;) {
      const entry = this.#store.entry(grant);
      const { token, lane } = entry;
      const now = clock.now();
      const flight = underWay(entry, clock);
      const denied = lane.denied?.credentials === credentialsOf(entry, grant) && now < lane.denied.until;
      if (token !== undefined && !token.refused && now < token.expiresAt) {
        if (now < token.renewAt || flight || denied) return { token, lane };
        // The old one serves on. Where another cannot be had, it is tried again half-way to the end.
        token.renewAt = now + Math.max(LEAST_PAUSE, (token.expiresAt - now) / 2);
        this.#lead(entry, grant);
        return { token, lane };
      }
      if (denied) throw await lane.denied?.fail(grant.attempt);
      grant.attempt.tokenGate?.check(grant.label);
      grant.attempt.waiting();
      const { outcome } = await landing(flight ?? this.#lead(entry, grant), clock, signal);
      // Of a flight that another lane's key led, or that might be dead, nothing follows.
      if (outcome?.entry !== entry) continue;
      // However short it lives, it serves those who waited for it.
      if (outcome.token?.refused === false) return { token: outcome.token, lane };
      if (outcome.fail) throw await outcome.fail(grant.attempt);
    }
  }

  /** Drops a token, and only that one, whoever holds it. */
  refuse(grant: Grant, token: Token): void {
    this.#store.refuse(grant, token);
  }

  #lead(entry: Entry, grant: Grant): Flight {
    const { client, key } = grant;
    const { clock } = client.context;
    const now = clock.now();
    const until = now + client.requestTimeout;
    const flight: Flight = {
      controller: new AbortController(),
      until,
      aliveAt: now,
      waiters: new Set(),
      outcome: undefined,
    };
    const stop = keepFlying(flight, clock);
    const land = (came: Landing): void => {
      stop();
      entry.token = came.token ?? entry.token;
      flight.outcome = { entry, ...came };
      if (entry.lane.flight === flight) entry.lane.flight = undefined;
      for (const wake of flight.waiters) wake();
    };
    entry.lane.flight = flight;
    const plan = { flight, entry, grant, store: this.#store, wire: this.#wire, tokens: this.#tokens };
    import("./obtain.js").then(
      async ({ obtain }) => land(await obtain({ ...plan, makeToken, credentialsOf })),
      () => land({ token: undefined, fail: async () => notLoaded(key.provider) }),
    );
    return flight;
  }
}

/** The flight that is to be waited for; one that gives no sign of life is ended. */
function underWay({ lane }: Entry, clock: Clock): Flight | undefined {
  const { flight } = lane;
  // Who waits for it looks again by itself.
  if (flight === undefined || !isDead(flight, clock, () => {})) return flight;
  flight.controller.abort();
  return (lane.flight = undefined);
}

function makeToken(text: string, lifetime: number, { client: { context } }: Grant, accepted: boolean): Token {
  const expiresAt = context.clock.now() + lifetime;
  return { text, expiresAt, renewAt: expiresAt - Math.min(AHEAD, lifetime * AHEAD_SHARE), accepted, refused: false };
}

function credentialsOf({ lane }: Entry, { clientSecret }: Grant): string {
  return `${clientSecret}\n${lane.refreshToken}`;
}

function notLoaded(provider: string): ConfigurationError {
  const message = "what gets tokens could not be loaded: is a file of the bundle missing where it is served?";
  return new ConfigurationError(message, { code: "tokens-not-loaded", provider });
}
