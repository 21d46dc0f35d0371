import type { DigestAnswerers } from "./auth/authenticate.js";
import { digest as answerer } from "./auth/digest.js";
import { DigestSessions } from "./auth/digest/sessions.js";
import { type BindProvider, createBindProvider } from "./client/bind-provider.js";

/** Door of emitted provider modules that declare a digest scheme, format version 1. What stands here is only added to. */

export type * from "./generated.js";

/** Digest authentication (RFC 7616) for one client instance, which keeps its sessions. */
export function digest(): DigestAnswerers {
  const sessions = new DigestSessions();
  return (options) => answerer({ ...options, sessions });
}

/** Binds a provider definition to credentials, parameters and options; digest schemes included. */
export const bindProvider: BindProvider = /* @__PURE__ */ createBindProvider({ digest });
