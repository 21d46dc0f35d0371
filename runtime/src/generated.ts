/** Door of emitted provider modules, format version 1. What stands here is only added to. */
import { createBindProvider, type BindProvider } from "./client/bind-provider.js";

export type * from "./provider/credentials.js";
export type * from "./provider/operation-client.js";
export type * from "./provider/provider-client.js";
export type * from "./config/provider-definition.js";

/** Binds a provider definition to credentials, parameters and options; digest schemes need the door `/generated/digest`. */
export const bindProvider: BindProvider = /* @__PURE__ */ createBindProvider({});
