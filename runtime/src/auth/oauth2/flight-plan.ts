import type { Grant } from "./grant.js";
import type { Entry, Flight, Token } from "./lane.js";
import type { TokenStore } from "./token-store.js";
import type { TokenWire } from "./token-wire.js";
import type { TokensOption } from "./tokens-option.js";

/** What a flight is made for. What all flows have loaded already is handed on: imported here it would be a file of its own in a bundle. */
export interface FlightPlan {
  readonly flight: Flight;
  readonly entry: Entry;
  readonly grant: Grant;
  readonly store: TokenStore;
  readonly wire: TokenWire;
  readonly tokens: TokensOption | undefined;
  readonly makeToken: (text: string, lifetime: number, grant: Grant, accepted: boolean) => Token;
  readonly credentialsOf: (entry: Entry, grant: Grant) => string;
}

/** What begins now has all of the client's time: cut for what was waited for before, it might spend a refresh token in vain. */
export function begin({ flight, grant: { client } }: FlightPlan): void {
  flight.until = client.context.clock.now() + client.requestTimeout;
}
