import { emit, type TokenEvent } from "../../events.js";
import { AuthenticationError, HttpError, SdkError, TimeoutError } from "../../errors.js";
import { describeRequest } from "../../redaction.js";
import type { TokenPass } from "../authenticator.js";
import { isAlive, keepAlive, landing, type Flight } from "./flight.js";
import type { Grant } from "./grant.js";
import type { GrantedTokens } from "./token-answer.js";
import { requestTokens } from "./token-request.js";
import { refuse, TokenStore, type Entry, type Token } from "./token-store.js";
import type { TokenWire } from "./token-wire.js";
import type { TokensOption } from "./tokens-option.js";

/** A token is renewed so long before it expires, in ms, or so large a part of its life, whichever is less. */
const AHEAD = 60_000;
const AHEAD_SHARE = 0.1;
/** No renewal ahead is tried again within, in ms. */
const LEAST_PAUSE = 1000;

const DEFAULT_COOL_DOWN = 60_000;

/** Gets, renews and drops the tokens of one client instance. */
export class Tokens {
  readonly #store = new TokenStore();
  readonly #outside: TokensOption;
  readonly #wire: TokenWire;

  constructor(outside: TokensOption, wire: TokenWire) {
    this.#outside = outside;
    this.#wire = wire;
  }

  /** A token that can be sent; waits for one where it has to. Rejects with why there is none, or with the signal's reason. */
  async get(grant: Grant, signal: AbortSignal): Promise<Token> {
    const { clock } = grant.client.context;
    for (;;) {
      const entry = this.#store.entry(grant);
      const { token, lane } = entry;
      const now = clock.now();
      const flight = underWay(entry, now);
      const denied = lane.denied?.credentials === credentialsOf(entry, grant) && now < lane.denied.until;
      if (token !== undefined && !token.refused && now < token.expiresAt) {
        if (now >= token.renewAt && !flight && !denied) this.#renewAhead(entry, grant, token, now);
        return token;
      }
      if (denied) throw copyOf(lane.denied?.error);
      grant.attempt.tokenGate?.check(grant.label);
      const { outcome } = await landing(flight ?? this.#lead(entry, grant), clock, signal);
      // Of a flight that another lane's key led, or that might be dead, nothing follows.
      if (outcome?.entry !== entry) continue;
      // However short it lives, it serves those who waited for it.
      if (outcome.token?.refused === false) return outcome.token;
      if (outcome.clientSecret === grant.clientSecret && outcome.error !== undefined) throw copyOf(outcome.error);
    }
  }

  /** Drops a token that a server does not take any more. */
  refuse(grant: Grant, token: Token): void {
    refuse(this.#store.entry(grant), token);
  }

  /** While the old one serves. Where it fails, it is tried again half-way to the end. */
  #renewAhead(entry: Entry, grant: Grant, token: Token, now: number): void {
    token.renewAt = now + Math.max(LEAST_PAUSE, (token.expiresAt - now) / 2);
    this.#lead(entry, grant);
  }

  #lead(entry: Entry, grant: Grant): Flight {
    const { client } = grant;
    const now = client.context.clock.now();
    const until = now + client.requestTimeout;
    const controller = new AbortController();
    const flight: Flight = { controller, until, aliveAt: now, waiters: new Set(), outcome: undefined };
    entry.lane.flight = flight;
    void this.#fly(flight, entry, grant);
    return flight;
  }

  async #fly(flight: Flight, entry: Entry, grant: Grant): Promise<void> {
    const { clientSecret, client } = grant;
    const stop = keepAlive(flight, client.context.clock);
    const outcome = await this.#obtain(flight, entry, grant).then(
      (token) => ({ token: (entry.token = token) }),
      (error: unknown) => ({ error }),
    );
    flight.outcome = { entry, clientSecret, ...outcome };
    stop();
    if (entry.lane.flight === flight) entry.lane.flight = undefined;
    for (const land of flight.waiters) land();
  }

  async #obtain(flight: Flight, entry: Entry, grant: Grant): Promise<Token> {
    const { attempt, client } = grant;
    const loaded = await this.#load(flight, entry, grant);
    if (loaded !== undefined) return loaded;
    try {
      return await this.#request(flight, entry, grant);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      // Another process may have spent the refresh token, and told what it got.
      const told = await this.#load(flight, entry, grant);
      if (told !== undefined) return told;
      const until = client.context.clock.now() + (attempt.tokenGate?.authCoolDown ?? DEFAULT_COOL_DOWN);
      entry.lane.denied = { error, credentials: credentialsOf(entry, grant), until };
      throw error;
    }
  }

  /** A token of another process, or of an earlier one, that can still be used. */
  async #load({ controller }: Flight, entry: Entry, grant: Grant): Promise<Token | undefined> {
    const { load } = this.#outside;
    if (load === undefined) return undefined;
    const { loadTokens } = await import("./outside.js");
    const given = await told(grant, "load", async () => loadTokens(grant, load, controller.signal));
    if (given === undefined) return undefined;
    const { accessToken, refreshToken, expiresAt = Infinity } = given;
    this.#store.rotate(grant, entry.lane, refreshToken);
    const lifetime = expiresAt - Date.now();
    const isOf = entry.refused.has(accessToken) || accessToken === entry.token?.text;
    return lifetime > 0 && !isOf ? tokenOf(accessToken, lifetime, grant, true) : undefined;
  }

  async #request(flight: Flight, entry: Entry, grant: Grant): Promise<Token> {
    const { lane } = entry;
    const granted = await told(grant, "request", async () => this.#ask(flight.controller.signal, lane.refreshToken, grant)); // prettier-ignore
    const { accessToken, lifetime } = granted;
    this.#store.rotate(grant, lane, granted.refreshToken);
    const token = tokenOf(accessToken, lifetime, grant, false);
    const { save } = this.#outside;
    if (save === undefined) return token;
    // A refresh token that nobody else knows of is lost with the process, so it is handed on before it matters.
    const { refreshToken } = lane;
    const expiresAt = lifetime === Infinity ? undefined : Date.now() + lifetime;
    const { requestTimeout, context } = grant.client;
    flight.until = context.clock.now() + requestTimeout;
    const { saveTokens } = await import("./outside.js");
    const saved = { accessToken, refreshToken, expiresAt };
    await told(grant, "save", async () => saveTokens(grant, save, flight.controller.signal, saved)).catch(() => {});
    return token;
  }

  async #ask(signal: AbortSignal, refreshToken: string | undefined, grant: Grant): Promise<GrantedTokens> {
    const { attempt, label, client, key } = grant;
    let pass: TokenPass | undefined;
    let failure: SdkError | undefined;
    attempt.secrets.add(refreshToken ?? "");
    try {
      pass = await attempt.tokenGate?.enter(label, signal);
      return await requestTokens(grant, refreshToken, this.#wire, signal);
    } catch (error) {
      failure = error as SdkError;
      if (signal.aborted) {
        const message = `${describeRequest(label)} took longer than ${client.requestTimeout} ms`;
        failure = new TimeoutError(message, { code: "timeout", provider: label.provider });
      }
      throw Object.assign(failure, { tokenEndpoint: key.scheme });
    } finally {
      pass?.end(failure);
    }
  }
}

/** The flight that is to be waited for; one that gives no sign of life is ended. */
function underWay({ lane }: Entry, now: number): Flight | undefined {
  const { flight } = lane;
  if (flight === undefined || isAlive(flight, now)) return flight;
  flight.controller.abort();
  return (lane.flight = undefined);
}

function tokenOf(text: string, lifetime: number, { client: { context } }: Grant, accepted: boolean): Token {
  const expiresAt = context.clock.now() + lifetime;
  return { text, expiresAt, renewAt: expiresAt - Math.min(AHEAD, lifetime * AHEAD_SHARE), accepted, refused: false };
}

/** Does something for a token and tells who listens. */
async function told<Value>(grant: Grant, step: TokenEvent["step"], work: () => Promise<Value>): Promise<Value> {
  const { provider, scheme } = grant.key;
  const { clock, on } = grant.client.context;
  const startedAt = clock.now();
  let error: SdkError | undefined;
  try {
    return await work();
  } catch (thrown) {
    throw (error = thrown as SdkError);
  } finally {
    const { status } = (error ?? {}) as Partial<HttpError>;
    if (on) emit(on, { type: "token", provider, scheme, step, duration: clock.now() - startedAt, status, error });
  }
}

function credentialsOf({ lane }: Entry, { clientSecret }: Grant): string {
  return `${clientSecret}\n${lane.refreshToken}`;
}

/** Many may have waited for it, and what is said of one request's error is not said of another's. */
function copyOf(error: unknown): unknown {
  if (!(error instanceof SdkError)) return error;
  const { constructor, message, tokenEndpoint } = error;
  const copy = new (constructor as new (message: string, details: SdkError) => SdkError)(message, error);
  return Object.assign(copy, tokenEndpoint && { tokenEndpoint });
}
