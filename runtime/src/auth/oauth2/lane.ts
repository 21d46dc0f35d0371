import type { AttemptState } from "../authenticate.js";
import type { Landable } from "../liveness.js";

/** Makes the error of one attempt. */
type Fail = (attempt: AttemptState) => Promise<unknown>;

/** A token in memory; times on the client's clock, in ms. */
export interface Token {
  readonly text: string;
  readonly expiresAt: number;
  /** From then on another is asked for, while this one serves. */
  renewAt: number;
  /** Whether a server has taken it before: then a bare 401 says that it no longer does. */
  accepted: boolean;
  /** It is never sent again. */
  refused: boolean;
}

/** Requests to a token endpoint that go one by one: those for one key and secret, or those that spend one refresh token. */
export interface Lane {
  readonly id: number;
  /** Refresh tokens that it has had, by their ids; the last that was used or came, last. */
  readonly had: Map<string, string>;
  /** The newest. */
  refreshToken: string | undefined;
  flight: Flight | undefined;
  /** What was denied last, for which credentials, and until when it is not asked for again. */
  denied: { readonly fail: Fail; readonly credentials: string; readonly until: number } | undefined;
}

/** What is known of one key and secret. */
export interface Entry {
  readonly lane: Lane;
  token: Token | undefined;
  /** Texts of tokens that were refused: a store outside may still have them. */
  readonly refused: Set<string>;
}

/** A request for a token, from the moment that a caller leads it. */
export interface Flight extends Landable {
  /** Once it has landed. */
  outcome: Outcome | undefined;
}

/** What came of a flight: a token, or an error for each of those who waited. */
export interface Landing {
  readonly token: Token | undefined;
  readonly fail: Fail | undefined;
}

/** For whom it was. */
interface Outcome extends Landing {
  readonly entry: Entry;
}
