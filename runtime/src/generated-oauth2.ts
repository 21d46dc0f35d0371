/** Entry point of emitted provider modules that declare an oauth2 scheme, format version 1. What stands here is only added to. */

/** OAuth 2 (RFC 6749 §4.4 and §6, RFC 6750) for one client instance, which keeps its tokens. */
export { oauth2 } from "./auth/oauth2.js";
