import type { Clock } from "./clock.js";
import type { EventListener } from "./events.js";

/** Maps by profile and provider: one, or several of which client.json selects one (`mapVariant`, `mapRevision`). */
export interface MapsOption {
  readonly [profile: string]: { readonly [provider: string]: object | readonly object[] | undefined } | undefined;
}

/** Options of every emitted client; emitted interfaces add `maps`, `credentials` and `parameters`. */
export interface CommonClientOptions {
  /** Replaces what client.json said when the client was generated: the parsed object, trusted like code. */
  clientJson?: object | undefined;
  /** Where `$NAME` is looked up. Default `process.env`, where it exists. */
  env?: { readonly [name: string]: string | undefined } | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** Told what happens inside calls. */
  on?: EventListener | undefined;
  /** A longer `Retry-After` is not waited for: the next provider is tried. In ms, default 60000. */
  maxRetryAfter?: number | undefined;
  /** The most that is read of a body after decompression, in bytes. Default 16 MiB. */
  maxResponseBytes?: number | undefined;
  /** Time, for tests. Default the platform's. */
  clock?: Clock | undefined;
  /** Random numbers in [0, 1), for tests. Default `Math.random`. */
  random?: (() => number) | undefined;
}
