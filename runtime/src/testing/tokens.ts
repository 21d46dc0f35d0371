import type { Answerer } from "./answers.js";
import { isPlainObject } from "../config/records.js";

/** Grants a new token per request, each for an hour (RFC 6749 §5.1); a new refresh token where one was used. */
export function tokenEndpoint(): Answerer {
  let count = 0;
  return ({ body }) => {
    count += 1;
    const token = { access_token: `fake-access-token-${count}`, token_type: "Bearer", expires_in: 3600 };
    const isRefresh = isPlainObject(body) && body["grant_type"] === "refresh_token";
    return { body: isRefresh ? { ...token, refresh_token: `fake-refresh-token-${count}` } : token };
  };
}
