import type { JsonObject } from "../../config/definition.js";
import type { Bytes } from "../../http/transport.js";

/** What a token endpoint granted. */
export interface GrantedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  /** In ms; `Infinity` where the server does not say. */
  readonly lifetime: number;
}

/** Without a prototype, whatever stands on that; `undefined` where it is no object of JSON. */
export function parseObject(bytes: Bytes): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    // Not by `isPlainObject`: what the start has too would be a file of its own in a bundle.
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.assign(Object.create(null) as JsonObject, value) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads and checks an answer (RFC 6749 §5.1); `undefined` where it is none. */
export function readTokenAnswer(bytes: Bytes): GrantedTokens | undefined {
  const read = parseObject(bytes);
  if (read === undefined) return undefined;
  const { access_token: accessToken, token_type: type, refresh_token: next, expires_in } = read;
  const refreshToken = next || undefined;
  if (!isVisible(accessToken) || !isBearer(type)) return undefined;
  if (refreshToken !== undefined && !isVisible(refreshToken)) return undefined;
  // Some servers write the number as text, and 0 for a token that does not expire.
  const seconds = typeof expires_in === "string" ? Number(expires_in) : expires_in;
  return {
    accessToken,
    refreshToken,
    lifetime: typeof seconds === "number" && seconds > 0 ? seconds * 1000 : Infinity,
  };
}

/**
 * Some servers leave the type out, or write it in their own way (BearerToken, JWT). What is certain to be sent otherwise is
 * none: MAC, and tokens that need a proof of a key (RFC 9449).
 */
export function isBearer(type: unknown): boolean {
  return typeof type !== "string" || !/^\s*(?:mac|dpop|pop|hmac|n_a)\s*$/i.test(type);
}

/** Whether it is text of visible ASCII characters. */
export function isVisible(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}
