import type { StartOAuth2 } from "./auth/authenticate.js";
import { tokenAnswerers } from "./auth/oauth2/answerers.js";
import { httpError, readBody } from "./http/answer.js";
import { connectionError, keepSecrets, sendOnce } from "./http/attempt.js";

/** Door of emitted provider modules that declare an oauth2 scheme, format version 1. What stands here is only added to. */

/** OAuth 2 (RFC 6749 §4.4 and §6, RFC 6750) for one client instance, which keeps its tokens. */
export const oauth2: StartOAuth2 = /* @__PURE__ */ tokenAnswerers({
  send: sendOnce,
  readBody,
  keepSecrets,
  connectionError,
  httpError,
});
