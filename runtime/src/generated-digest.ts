import { digest } from "./auth/digest.js";
import { type BindProvider, createBindProvider } from "./client/bind-provider.js";

/** Entry point of emitted provider modules that declare a digest scheme, format version 1. What stands here is only added to. */

export type * from "./generated.js";
export { digest };

/** Binds a provider definition to credentials, parameters and options; digest schemes included. */
export const bindProvider: BindProvider = /* @__PURE__ */ createBindProvider({ digest });
