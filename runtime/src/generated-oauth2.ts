/** Entry point of emitted provider modules that declare an oauth2 scheme, format version 1. What stands here is only added to. */
export { oauth2 } from "./auth/oauth2.js";
