import type { Bytes } from "../../wire/outgoing.js";

/** What a token endpoint granted. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In ms; `Infinity` where the server does not say. */
  readonly lifetime: number;
}

/** Empty where the text is no object of JSON. */
export function parseObject(text: string): { readonly [name: string]: unknown } {
  try {
    return (JSON.parse(text) as { readonly [name: string]: unknown } | null) ?? {};
  } catch {
    return {};
  }
}

/** Reads and checks an answer (RFC 6749 §5.1); `undefined` where it is none. */
export function readTokenAnswer(bytes: Bytes): GrantedTokens | undefined {
  const answer = parseObject(new TextDecoder().decode(bytes));
  const { access_token: accessToken, token_type: type, refresh_token: next, expires_in: seconds } = answer;
  const refreshToken = next || undefined;
  if (!isVisible(accessToken) || !/^bearer$/i.test(String(type))) return undefined;
  if (refreshToken !== undefined && !isVisible(refreshToken)) return undefined;
  // Some servers write the number as text, and 0 for a token that does not expire.
  return { accessToken, refreshToken, lifetime: Number(seconds) > 0 ? Number(seconds) * 1000 : Infinity };
}

/** Whether it is text of visible ASCII characters. */
export function isVisible(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}
