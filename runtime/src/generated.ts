import { type BindProvider, createBindProvider } from "./client/bind-provider.js";

/** Entry point of emitted provider modules, format version 1. What stands here is only added to. */

export type * from "./auth/credential-types.js";
export type * from "./http/operation-types.js";
export type * from "./http/pages-types.js";
export type * from "./http/provider-client.js";
export type * from "./http/stream-types.js";
export type * from "./config/definition.js";

/** Binds a provider definition to credentials, parameters and options; digest schemes need the entry point `/generated/digest`. */
export const bindProvider: BindProvider = /* @__PURE__ */ createBindProvider({});

/**
 * An operation as a function: `listParcels(client, options)` is `client.get("/parcels", options)`. The emitted constant says
 * its type: `never` fits all, and costs compilers nothing.
 */
export function call(method: Verb, path: string): never {
  return ((client: AnySender, options: unknown) => client[method](path, options)) as never;
}

type Verb = "get" | "post" | "put" | "patch" | "delete" | "head" | "options";

type AnySender = { readonly [Method in Verb]: (path: string, options: unknown) => unknown };
