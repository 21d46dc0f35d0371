import type { Signatures } from "./auth/authenticate.js";
import { signature as sign } from "./auth/signature.js";

/** Door of emitted provider modules that declare a signature scheme, format version 1. What stands here is only added to. */

/** Signatures that functions of the application's compute. */
export const signature: Signatures = sign;
