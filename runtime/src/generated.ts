import { type BindProvider, createBindProvider } from "./client/bind-provider.js";

/** Entry point of emitted provider modules, format version 1. What stands here is only added to. */

export type * from "./auth/credential-types.js";
export type * from "./http/operation-types.js";
export type * from "./http/provider-client.js";
export type * from "./config/definition.js";

/** Binds a provider definition to credentials, parameters and options; digest schemes need the entry point `/generated/digest`. */
export const bindProvider: BindProvider = /* @__PURE__ */ createBindProvider({});
