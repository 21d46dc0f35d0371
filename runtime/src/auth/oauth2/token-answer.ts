/** What a token endpoint granted. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In ms; `Infinity` where the server does not say. */
  readonly lifetime: number;
}

/** Checks an answer (RFC 6749 §5.1); else says what is wrong, without any of its values. */
export function readTokenAnswer(answer: { readonly [name: string]: unknown }): GrantedTokens | string {
  const { access_token: accessToken, token_type: type, refresh_token: next, expires_in: seconds } = answer;
  if (!isVisible(accessToken)) return "`access_token` is not text of visible ASCII characters";
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return "`token_type` is not bearer";
  const refreshToken = next === null || next === "" ? undefined : next;
  if (refreshToken !== undefined && !isVisible(refreshToken)) return "`refresh_token` is not text of visible ASCII";
  return { accessToken, refreshToken, lifetime: lifetimeOf(seconds) };
}

export function isVisible(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

/** Some servers write the number as text, and 0 for a token that does not expire. */
function lifetimeOf(seconds: unknown): number {
  const given = typeof seconds === "string" && /^\d+$/.test(seconds) ? Number(seconds) : seconds;
  return typeof given === "number" && given > 0 ? given * 1000 : Infinity;
}
