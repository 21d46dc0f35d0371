import { emit, type TokenEvent } from "../../events.js";
import { HttpError, SdkError, TimeoutError, AuthenticationError } from "../../errors.js";
import { describeRequest } from "../../redaction.js";
import { isAlive, keepAlive, landing, type Flight } from "./flight.js";
import type { TokenPass } from "../authenticator.js";
import type { Grant } from "./grant.js";
import { callOutside, readStored } from "./outside.js";
import { requestTokens, type TokenWire } from "./token-request.js";
import { refuse, TokenStore, type Entry, type Token } from "./token-store.js";
import type { StoredTokens, TokensOption } from "./tokens-option.js";

/** A token is renewed so long before it expires, in ms, or so large a part of its life, whichever is less. */
const AHEAD = 60_000;
const AHEAD_SHARE = 0.1;
/** No renewal ahead is tried again within, in ms. */
const LEAST_PAUSE = 1000;

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
      const usable = this.#usable(entry, grant, clock.now());
      if (usable !== undefined) return usable;
      throwIfDenied(entry, grant, clock.now());
      grant.attempt.tokenGate?.check(grant.label);
      const flight = this.#underWay(entry) ?? this.#lead(entry, grant);
      await landing(flight, clock, signal);
      const { outcome } = flight;
      if (outcome === undefined || flight.entry !== entry) continue;
      // However short it lives, it serves those who waited for it.
      if ("token" in outcome && !outcome.token.refused) return outcome.token;
      if ("error" in outcome && flight.grant.clientSecret === grant.clientSecret) throw copyOf(outcome.error);
    }
  }

  /** Drops a token that a server does not take any more. */
  refuse(grant: Grant, token: Token): void {
    refuse(this.#store.entry(grant), token);
  }

  /** What is in memory. When it is about to expire, another is asked for beside. */
  #usable(entry: Entry, grant: Grant, now: number): Token | undefined {
    const { token } = entry;
    if (token === undefined || token.refused || now >= token.expiresAt) return undefined;
    if (now >= token.renewAt && this.#underWay(entry) === undefined && !isDenied(entry, grant, now)) {
      // Where that fails, it is tried again half-way to the end.
      token.renewAt = now + Math.max(LEAST_PAUSE, (token.expiresAt - now) / 2);
      this.#lead(entry, grant);
    }
    return token;
  }

  #underWay({ lane }: Entry): Flight | undefined {
    const { flight } = lane;
    if (flight === undefined || isAlive(flight, flight.grant.client.context.clock)) return flight;
    lane.flight = undefined;
    flight.controller.abort();
    return undefined;
  }

  #lead(entry: Entry, grant: Grant): Flight {
    const { clock } = grant.client.context;
    const now = clock.now();
    const until = now + grant.client.requestTimeout;
    const controller = new AbortController();
    const flight: Flight = { entry, grant, controller, until, aliveAt: now, waiters: new Set(), outcome: undefined };
    entry.lane.flight = flight;
    void this.#fly(flight);
    return flight;
  }

  async #fly(flight: Flight): Promise<void> {
    const { entry, grant } = flight;
    const stop = keepAlive(flight, grant.client.context.clock);
    try {
      const token = await this.#obtain(flight);
      entry.token = token;
      flight.outcome = { token };
    } catch (error) {
      flight.outcome = { error };
    }
    stop();
    if (entry.lane.flight === flight) entry.lane.flight = undefined;
    for (const land of flight.waiters) land();
  }

  async #obtain(flight: Flight): Promise<Token> {
    const loaded = await this.#load(flight);
    if (loaded !== undefined) return loaded;
    try {
      return await this.#request(flight);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      // Another process may have spent the refresh token, and told what it got.
      const told = await this.#load(flight);
      if (told !== undefined) return told;
      const { entry, grant } = flight;
      const { authCoolDown = 60_000 } = grant.attempt.tokenGate ?? {};
      const until = grant.client.context.clock.now() + authCoolDown;
      entry.lane.denied = { error, credentials: credentialsOf(entry, grant), until };
      throw error;
    }
  }

  /** A token of another process, or of an earlier one, that can still be used. */
  async #load({ entry, grant, controller }: Flight): Promise<Token | undefined> {
    const { load } = this.#outside;
    if (load === undefined) return undefined;
    const { lane, refused } = entry;
    const given = await told(grant, "load", async () =>
      readStored(grant, await callOutside(grant, "load", controller.signal, () => load(grant.key))),
    );
    if (given === undefined) return undefined;
    this.#store.rotate(grant, lane, given.refreshToken);
    const left = (given.expiresAt ?? Infinity) - Date.now();
    if (left <= 0 || refused.has(given.accessToken) || given.accessToken === entry.token?.text) return undefined;
    return tokenOf(given.accessToken, left, grant, true);
  }

  async #request(flight: Flight): Promise<Token> {
    const { entry, grant, controller } = flight;
    const { lane } = entry;
    const { signal } = controller;
    const { attempt, label } = grant;
    const spent = lane.refreshToken;
    attempt.secrets.add(spent ?? "");
    const granted = await told(grant, "request", async () => {
      let pass: TokenPass | undefined;
      let failure: SdkError | undefined;
      try {
        pass = await attempt.tokenGate?.enter(label, signal);
        return await requestTokens(grant, spent, this.#wire, signal);
      } catch (error) {
        failure = signal.aborted ? timeout(grant) : (error as SdkError);
        throw Object.assign(failure, { tokenEndpoint: grant.key.scheme });
      } finally {
        pass?.end(failure);
      }
    });
    this.#store.rotate(grant, lane, granted.refreshToken);
    const token = tokenOf(granted.accessToken, granted.lifetime, grant, false);
    await this.#save(flight, {
      accessToken: granted.accessToken,
      refreshToken: lane.refreshToken,
      expiresAt: granted.lifetime === Infinity ? undefined : Date.now() + granted.lifetime,
    });
    return token;
  }

  /** A refresh token that nobody else knows of is lost with the process, so it is handed on before it matters. */
  async #save(flight: Flight, tokens: StoredTokens): Promise<void> {
    const { save } = this.#outside;
    if (save === undefined) return;
    const { grant, controller } = flight;
    const { requestTimeout, context } = grant.client;
    flight.until = context.clock.now() + requestTimeout;
    const call = async () => callOutside(grant, "save", controller.signal, () => save(grant.key, tokens));
    await told(grant, "save", call).catch(() => {});
  }
}

function tokenOf(text: string, lifetime: number, { client: { context } }: Grant, accepted: boolean): Token {
  const expiresAt = context.clock.now() + lifetime;
  const ahead = Math.min(AHEAD, lifetime * AHEAD_SHARE);
  return { text, expiresAt, renewAt: expiresAt - ahead, accepted, refused: false };
}

/** Does something for a token and tells who listens. */
async function told<Value>(grant: Grant, step: TokenEvent["step"], work: () => Promise<Value>): Promise<Value> {
  const { provider, scheme } = grant.key;
  const { clock, on } = grant.client.context;
  const startedAt = clock.now();
  let error: unknown;
  try {
    return await work();
  } catch (thrown) {
    throw (error = thrown);
  } finally {
    if (on !== undefined) {
      const status = error instanceof HttpError ? error.status : undefined;
      const duration = clock.now() - startedAt;
      emit(on, { type: "token", provider, scheme, step, duration, status, error: error as SdkError | undefined });
    }
  }
}

function credentialsOf({ lane }: Entry, { clientSecret }: Grant): string {
  return JSON.stringify([clientSecret, lane.refreshToken]);
}

function isDenied(entry: Entry, grant: Grant, now: number): boolean {
  const { denied } = entry.lane;
  return denied !== undefined && now < denied.until && denied.credentials === credentialsOf(entry, grant);
}

function throwIfDenied(entry: Entry, grant: Grant, now: number): void {
  if (isDenied(entry, grant, now)) throw copyOf(entry.lane.denied?.error);
}

/** Many may have waited for it, and what is said of one request's error is not said of another's. */
function copyOf(error: unknown): unknown {
  if (!(error instanceof SdkError)) return error;
  const { constructor, message, tokenEndpoint } = error;
  const copy = new (constructor as new (message: string, details: SdkError) => SdkError)(message, error);
  return tokenEndpoint === undefined ? copy : Object.assign(copy, { tokenEndpoint });
}

function timeout({ label, client }: Grant): TimeoutError {
  const message = `${describeRequest(label)} took longer than ${client.requestTimeout} ms`;
  return new TimeoutError(message, { code: "timeout", provider: label.provider });
}
