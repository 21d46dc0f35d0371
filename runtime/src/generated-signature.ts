/** Entry point of emitted provider modules that declare a signature scheme, format version 1. What stands here is only added to. */
export { signature } from "./auth/signature.js";
