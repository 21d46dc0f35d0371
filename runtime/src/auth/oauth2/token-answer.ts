/** What a token endpoint granted. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In ms; `Infinity` where the server does not say. */
  readonly lifetime: number;
}

type Properties = { readonly [name: string]: unknown };

/** Empty where the text is no object of JSON. */
export function parseObject(text: string): Properties {
  try {
    return (JSON.parse(text) as Properties | null) ?? {};
  } catch {
    return {};
  }
}

/** Checks an answer (RFC 6749 §5.1); else tells which of its properties is wrong. */
export function readTokenAnswer(answer: Properties): GrantedTokens | string {
  const { access_token: accessToken, token_type: type, refresh_token: next, expires_in: seconds } = answer;
  if (!isVisible(accessToken)) return "access_token";
  if (!/^bearer$/i.test(String(type))) return "token_type";
  const refreshToken = next || undefined;
  if (refreshToken !== undefined && !isVisible(refreshToken)) return "refresh_token";
  // Some servers write the number as text, and 0 for a token that does not expire.
  const lifetime = Number(seconds) > 0 ? Number(seconds) * 1000 : Infinity;
  return { accessToken, refreshToken, lifetime };
}

/** Whether it is text of visible ASCII characters, as `Headers` takes and errors mask it. */
export function isVisible(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}
