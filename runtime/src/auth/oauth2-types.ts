/** The key of tokens: those of one key are exchangeable. Its properties always come in the same order. */
export interface TokenKey {
  readonly provider: string;
  /** Id of the security scheme. */
  readonly scheme: string;
  /** With its parameters filled in. */
  readonly tokenUrl: string;
  readonly audience: string | undefined;
  readonly clientId: string;
  /** Asked for, in the order of their names; empty if the server decides. */
  readonly scopes: readonly string[];
}

/** Tokens as they are kept outside of the client. They are secrets. */
export interface StoredTokens {
  readonly accessToken: string;
  /** The newest; absent if the flow has none. */
  readonly refreshToken?: string | undefined;
  /** In ms since the epoch; absent if the server does not say. */
  readonly expiresAt?: number | undefined;
}

/** Keeps tokens beyond the client instance, for instance in a database that several processes share. */
export interface TokensOption {
  /** Called before the token endpoint is asked. What it throws is a ConfigurationError of the request, without its message. */
  load?: ((key: TokenKey) => StoredTokens | null | undefined | Promise<StoredTokens | null | undefined>) | undefined;
  /**
   * Called with what the token endpoint gave, before it is used. If it throws, or takes longer than `requestTimeout`, the
   * tokens are used all the same, and a `token` event says so.
   */
  save?: ((key: TokenKey, tokens: StoredTokens) => unknown) | undefined;
}
