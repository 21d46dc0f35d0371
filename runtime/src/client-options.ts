import type { ProviderOptions } from "./provider-client.js";

/** Maps by profile and provider: one, or several of which client.json selects one (`mapVariant`, `mapRevision`). */
export interface MapsOption {
  readonly [profile: string]: { readonly [provider: string]: object | readonly object[] | undefined } | undefined;
}

/** Options of every emitted client; emitted interfaces add `maps`, `credentials` and `parameters`. */
export interface CommonClientOptions extends Omit<ProviderOptions, "requestTimeout"> {
  /** Replaces what client.json said when the client was generated: the parsed object, trusted like code. */
  clientJson?: object | undefined;
}
