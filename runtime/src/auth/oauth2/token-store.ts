import { isSilent } from "../liveness.js";
import type { Grant } from "./grant.js";
import type { Entry, Lane, Token } from "./lane.js";

/**
 * Of each kind so many are kept; then the oldest goes, one that came to nothing first: guesses push out few others. Those
 * that somebody waits for stay, and are not counted: what they come to is not known yet.
 */
const CAPACITY = 100;
/** So many refresh tokens of one lane: who rotates often shall not push others out. */
const HAD = 10;

/** The tokens of one client instance. */
export class TokenStore {
  readonly #entries = new Map<string, Entry>();
  readonly #lanes = new Map<number, Lane>();
  #made = 0;

  entry(grant: Grant): Entry {
    const { refreshToken, clientSecret, key } = grant;
    const lane = refreshToken === undefined ? undefined : this.#laneOf(grant, refreshToken);
    // An id is public: with another secret it gets nothing that this one has got.
    const id = JSON.stringify([lane?.id, clientSecret, ...Object.values(key)]);
    const make = (): Entry => ({ lane: lane ?? this.#lane(undefined), token: undefined, refused: new Set() });
    const now = grant.client.context.clock.now();
    return kept(this.#entries, id, make, ({ token, lane }) => worth(lane, token !== undefined, now));
  }

  /** Takes up a newer refresh token, where the flow uses one; one that was replaced before is not taken up again. */
  rotate(grant: Grant, lane: Lane, refreshToken: string | undefined): void {
    if (refreshToken === undefined) return;
    const id = refreshId(grant, refreshToken);
    if (lane.had.has(id)) return;
    const isUsed = grant.refreshToken !== undefined;
    if (isUsed) for (const other of this.#lanes.values()) other.had.delete(id);
    remember(lane, id, refreshToken);
    if (isUsed) lane.refreshToken = refreshToken;
  }

  /** Drops a token, and only that one, whoever holds it. */
  refuse(grant: Grant, token: Token): void {
    const { refused } = this.entry(grant);
    token.refused = true;
    if (refused.size >= CAPACITY) refused.clear();
    refused.add(token.text);
  }

  /** By any of the refresh tokens that it has had: code may give the first of them, or the newest that it was told. */
  #laneOf(grant: Grant, refreshToken: string): Lane {
    const id = refreshId(grant, refreshToken);
    const lane = Array.from(this.#lanes.values()).find(({ had }) => had.has(id)) ?? this.#lane(refreshToken);
    remember(lane, id, refreshToken);
    const now = grant.client.context.clock.now();
    return kept(
      this.#lanes,
      lane.id,
      () => lane,
      (each) => worth(each, each.had.size > 1, now),
    );
  }

  #lane(refreshToken: string | undefined): Lane {
    return { id: (this.#made += 1), had: new Map(), refreshToken, flight: undefined, denied: undefined };
  }
}

function refreshId({ key: { provider, tokenUrl, clientId } }: Grant, refreshToken: string): string {
  return JSON.stringify([provider, tokenUrl, clientId, refreshToken]);
}

function remember({ had }: Lane, id: string, refreshToken: string): void {
  had.delete(id);
  had.set(id, refreshToken);
  const [oldest = ""] = had.keys();
  if (had.size > HAD) had.delete(oldest);
}

/** For whom somebody waits. */
const UNDER_WAY = 2;

/** What is lost with it: nothing, a token or the newest refresh token, what somebody waits for. */
function worth({ flight }: Lane, holds: boolean, now: number): number {
  return flight && !isSilent(flight, now) ? UNDER_WAY : Number(holds);
}

function kept<Id, Value>(map: Map<Id, Value>, id: Id, make: () => Value, worthOf: (value: Value) => number): Value {
  const value = map.get(id) ?? make();
  map.delete(id);
  map.set(id, value);
  if (map.size <= CAPACITY) return value;
  const others = Array.from(map, ([other, each]) => ({ id: other, worth: worthOf(each) })).slice(0, -1);
  const idle = others.filter(({ worth }) => worth < UNDER_WAY).sort((one, other) => one.worth - other.worth);
  for (const least of idle.slice(0, Math.max(0, idle.length + 1 - CAPACITY))) map.delete(least.id);
  return value;
}
