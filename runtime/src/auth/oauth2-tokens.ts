import { own } from "../config/options.js";
import { ConfigurationError, type RequestLabel, SdkError } from "../errors/errors.js";
import type { AttemptState, TokenClient } from "./authenticate.js";
import type { TokenKey, TokensOption } from "./oauth2-types.js";
import { kept, SharedWork, UNDER_WAY } from "./shared-work.js";

/** The grant that one attempt can bring to a token endpoint. */
export interface Grant {
  readonly key: TokenKey;
  /** Names the token request in messages, without its query: there may be a key in it. */
  readonly label: RequestLabel;
  /** Empty for a public client. */
  readonly clientSecret: string;
  /** The header that identifies the client; `undefined` if the body does. */
  readonly authorization: string | undefined;
  /** As the credentials have it; a newer one may have taken its place. */
  readonly refreshToken: string | undefined;
  readonly client: TokenClient;
  readonly attempt: AttemptState;
}

/** A token in memory; times on the client's clock, in ms. */
export interface Token {
  readonly text: string;
  readonly expiresAt: number;
  /** From then on another is asked for, while this one serves. */
  renewAt: number;
  /** A server has taken it before: then a bare 401 says that it no longer does. */
  accepted: boolean;
  /** It is never sent again. */
  refused: boolean;
}

/** The result of a token request. */
interface TokenResult {
  readonly token?: Token;
  readonly error?: unknown;
}

/** A token request that attempts share; its result says for whom it was. */
export type TokenRequest = SharedWork<TokenResult & { readonly entry: Entry }>;

/** Token requests that go one by one: those for one key and secret, or those that spend one refresh token. */
interface TokenSession {
  readonly id: number;
  /** Refresh tokens that it has had, by their ids; the one that was used or came last is the last. */
  readonly refreshTokens: Map<string, string>;
  /** The newest. */
  refreshToken: string | undefined;
  /** The latest. */
  request: TokenRequest | undefined;
  /** The last denial, for which credentials, and until when they are not tried again. */
  denied: { readonly error: unknown; readonly credentials: string; readonly until: number } | undefined;
}

/** Knowledge of one key and secret. */
export interface Entry {
  readonly session: TokenSession;
  token: Token | undefined;
  /** Texts of tokens that were refused: a store outside may still have them. */
  readonly refused: Set<string>;
}

/** A token is renewed so long before it expires, in ms, or so large a part of its life, whichever is less. */
const AHEAD = 60_000;
const AHEAD_SHARE = 0.1;
/** No renewal ahead is tried again within, in ms. */
const LEAST_PAUSE = 1000;
/** So many refused tokens of one entry are known. */
const REFUSED = 100;
/** So many refresh tokens of one session: one that rotates often does not push others out. */
const REFRESH_TOKENS = 10;

/** Keeps the tokens of one client instance, and gets and renews them. */
export class Tokens {
  /** The option `tokens`. */
  readonly option: TokensOption | undefined;
  readonly #entries = new Map<string, Entry>();
  readonly #sessions = new Map<number, TokenSession>();
  #made = 0;

  constructor(option: TokensOption | undefined) {
    this.option = option;
  }

  /** A token that can be sent; waits for one if it has to. Rejects with why there is none, or with the signal's reason. */
  async get(grant: Grant, signal: AbortSignal): Promise<Token> {
    for (;;) {
      const entry = this.#entry(grant);
      const { token, error } = await this.#resultOf(entry, grant, signal);
      // The vendor knows them too, whoever got them.
      for (const refreshToken of entry.session.refreshTokens.values()) grant.attempt.secrets.add(refreshToken);
      if (error !== undefined) throw copyOf(error);
      if (token?.refused === false) return token;
    }
  }

  /** Finds a token, or waits for a request; the result is empty if another key led that, or if it may be dead. */
  async #resultOf(entry: Entry, grant: Grant, signal: AbortSignal): Promise<TokenResult> {
    const { attempt, client, label } = grant;
    const { token, session } = entry;
    const now = client.context.clock.now();
    const request = session.request?.isUnderWay() === true ? session.request : undefined;
    const { denied } = session;
    const isDenied = denied?.credentials === credentialsOf(entry, grant) && now < denied.until;
    if (token?.refused === false && now < token.expiresAt) {
      if (now < token.renewAt || request || isDenied) return { token };
      // The old one still serves. If another cannot be had, it is tried again half-way to the end.
      token.renewAt = now + Math.max(LEAST_PAUSE, (token.expiresAt - now) / 2);
      this.#request(entry, grant);
      return { token };
    }
    if (isDenied) return { error: denied.error };
    attempt.tokenGate?.check(label);
    attempt.waiting();
    // However short a token lives, it serves those who waited for it.
    const result = await (request ?? this.#request(entry, grant)).wait(signal);
    return result?.entry === entry ? result : {};
  }

  /** Takes up a newer refresh token, if the flow uses one; one that was replaced before is not taken up again. */
  rotate(grant: Grant, session: TokenSession, refreshToken: string | undefined): void {
    if (refreshToken === undefined) return;
    const id = refreshId(grant, refreshToken);
    if (session.refreshTokens.has(id)) return;
    const isUsed = grant.refreshToken !== undefined;
    if (isUsed) for (const other of this.#sessions.values()) other.refreshTokens.delete(id);
    remember(session, id, refreshToken);
    if (isUsed) session.refreshToken = refreshToken;
  }

  /** Drops a token, and only that one, whoever holds it. */
  refuse(grant: Grant, token: Token): void {
    const { refused } = this.#entry(grant);
    token.refused = true;
    if (refused.size >= REFUSED) refused.clear();
    refused.add(token.text);
  }

  #request(entry: Entry, grant: Grant): TokenRequest {
    const { client, key } = grant;
    const request: TokenRequest = new SharedWork(client.context.clock, client.requestTimeout);
    const end = (result: TokenResult): void => {
      entry.token = result.token ?? entry.token;
      request.end({ entry, ...result });
    };
    entry.session.request = request;
    import("./oauth2-request.js").then(
      ({ obtain }) =>
        obtain({ request, entry, grant, tokens: this }).then(
          (token) => end({ token }),
          (error: unknown) => end({ error }),
        ),
      () => end({ error: notLoaded(key.provider) }),
    );
    return request;
  }

  #entry(grant: Grant): Entry {
    const { refreshToken, clientSecret, key } = grant;
    const session = refreshToken === undefined ? undefined : this.#sessionOf(grant, refreshToken);
    // An id is public: with another secret it gets nothing that this one has got.
    const id = JSON.stringify([session?.id, clientSecret, ...Object.values(key)]);
    const make = (): Entry => ({ session: session ?? this.#session(undefined), token: undefined, refused: new Set() });
    return kept(this.#entries, id, make, ({ token, session: { request } }) => worth(request, token !== undefined));
  }

  /** Finds a session by any refresh token that it has had: code may give the first of them, or the newest that was saved. */
  #sessionOf(grant: Grant, refreshToken: string): TokenSession {
    const id = refreshId(grant, refreshToken);
    const known = Array.from(this.#sessions.values()).find(({ refreshTokens }) => refreshTokens.has(id));
    const session = known ?? this.#session(refreshToken);
    remember(session, id, refreshToken);
    const make = (): TokenSession => session;
    return kept(this.#sessions, session.id, make, (each) => worth(each.request, each.refreshTokens.size > 1));
  }

  #session(refreshToken: string | undefined): TokenSession {
    this.#made += 1;
    return { id: this.#made, refreshTokens: new Map(), refreshToken, request: undefined, denied: undefined };
  }
}

/** Makes a token of what was granted or stored; `lifetime` in ms. */
export function makeToken(text: string, lifetime: number, { client }: Grant, accepted: boolean): Token {
  const expiresAt = client.context.clock.now() + lifetime;
  return { text, expiresAt, renewAt: expiresAt - Math.min(AHEAD, lifetime * AHEAD_SHARE), accepted, refused: false };
}

/** Each attempt that waited has an error of its own: what is said of it later is that attempt's. */
function copyOf(error: unknown): unknown {
  if (!(error instanceof SdkError)) return error;
  const { constructor, message } = error;
  const copy = new (constructor as new (message: string, details: SdkError) => SdkError)(message, error);
  const tokenEndpoint = own(error, "tokenEndpoint") as string | undefined;
  return Object.assign(copy, tokenEndpoint && { tokenEndpoint });
}

/** Names the credentials that were denied, or are to be used. */
export function credentialsOf({ session }: Entry, { clientSecret }: Grant): string {
  return `${clientSecret}\n${session.refreshToken}`;
}

function refreshId({ key: { provider, tokenUrl, clientId } }: Grant, refreshToken: string): string {
  return JSON.stringify([provider, tokenUrl, clientId, refreshToken]);
}

function remember({ refreshTokens }: TokenSession, id: string, refreshToken: string): void {
  refreshTokens.delete(id);
  refreshTokens.set(id, refreshToken);
  const [oldest = ""] = refreshTokens.keys();
  if (refreshTokens.size > REFRESH_TOKENS) refreshTokens.delete(oldest);
}

/** The loss with it: none, a token or the newest refresh token, a request that somebody waits for. */
function worth(request: TokenRequest | undefined, holds: boolean): number {
  return request?.isUnderWay() === true ? UNDER_WAY : Number(holds);
}

function notLoaded(provider: string): ConfigurationError {
  const message = "the code for tokens could not be loaded: is a file of the bundle not deployed?";
  return new ConfigurationError(message, { code: "part-not-loaded", provider });
}
