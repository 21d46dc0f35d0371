import type { Clock } from "../../clock.js";
import type { EventListener } from "../../telemetry/events.js";

/** What a client instance gives to the requests for tokens of one of its providers. */
export interface TokenClient {
  readonly definition: { readonly name: string };
  /** Looked up per request where the caller gave none. */
  readonly fetch: typeof globalThis.fetch | undefined;
  /** Bounds a request to the token endpoint, in ms, whoever waits for it. */
  readonly requestTimeout: number;
  readonly redact: ((text: string) => string) | undefined;
  readonly errorBodies: boolean;
  readonly context: { readonly clock: Clock; readonly on: EventListener | undefined };
}
