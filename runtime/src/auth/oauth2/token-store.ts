import type { Grant } from "./grant.js";
import type { Entry, Lane, Token } from "./lane.js";

/** Of each kind so many are kept; then the oldest that is idle goes. */
const CAPACITY = 100;

/** The tokens of one client instance. */
export class TokenStore {
  readonly #entries = new Map<string, Entry>();
  /** By every refresh token that they have had: code may give the first of them, or the newest that it was told. */
  readonly #lanes = new Map<string, Lane>();
  #made = 0;

  entry(grant: Grant): Entry {
    const { refreshToken } = grant;
    const lane =
      refreshToken === undefined
        ? undefined
        : kept(this.#lanes, laneId(grant, refreshToken), () => this.#lane(refreshToken), isLaneBusy);
    const id = JSON.stringify([lane?.id, ...Object.values(grant.key)]);
    const make = (): Entry => ({ lane: lane ?? this.#lane(undefined), token: undefined, refused: new Set() });
    return kept(this.#entries, id, make, (entry) => isLaneBusy(entry.lane));
  }

  /** Takes up a newer refresh token; one that was replaced before is not taken up again. */
  rotate(grant: Grant, lane: Lane, refreshToken: string | undefined): void {
    if (refreshToken === undefined || grant.refreshToken === undefined) return;
    const id = laneId(grant, refreshToken);
    if (this.#lanes.get(id) === lane) return;
    this.#lanes.delete(id);
    kept(this.#lanes, id, () => lane, isLaneBusy);
    lane.refreshToken = refreshToken;
  }

  /** Drops a token, and only that one, whoever holds it. */
  refuse(grant: Grant, token: Token): void {
    const { refused } = this.entry(grant);
    token.refused = true;
    if (refused.size >= CAPACITY) refused.clear();
    refused.add(token.text);
  }

  #lane(refreshToken: string | undefined): Lane {
    return { id: (this.#made += 1), refreshToken, flight: undefined, denied: undefined };
  }
}

function laneId({ key: { provider, tokenUrl, clientId } }: Grant, refreshToken: string): string {
  return JSON.stringify([provider, tokenUrl, clientId, refreshToken]);
}

function isLaneBusy({ flight }: Lane): boolean {
  return flight !== undefined;
}

function kept<Value>(map: Map<string, Value>, id: string, make: () => Value, isBusy: (value: Value) => boolean): Value {
  const value = map.get(id) ?? make();
  map.delete(id);
  map.set(id, value);
  if (map.size <= CAPACITY) return value;
  for (const [other, idle] of map) {
    if (other === id || isBusy(idle)) continue;
    map.delete(other);
    break;
  }
  return value;
}
