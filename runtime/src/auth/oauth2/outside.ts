import { untilAborted } from "../../abort.js";
import { member } from "../../config/options.js";
import { ConfigurationError } from "../../errors/errors.js";
import { begin, type FlightPlan } from "./flight-plan.js";
import type { Grant } from "./grant.js";
import type { Token } from "./lane.js";
import { tell } from "./tell.js";
import { isVisible } from "./token-answer.js";
import type { StoredTokens, TokensOption } from "./tokens-option.js";

/** Tokens beyond the client instance, for one flight. */
export interface Outside {
  /** A token of another process, or of an earlier one, that can still be used; it counts as accepted before. */
  readonly load: () => Promise<Token | undefined>;
  /**
   * Hands on what was granted, before it is used: a refresh token that nobody else knows of is lost with the process.
   * Where that fails, only an event says so.
   */
  readonly save: (accessToken: string, lifetime: number) => Promise<void>;
}

export function outside(plan: FlightPlan): Outside {
  const { grant, entry } = plan;
  const [load, save] = [plan.tokens?.load, plan.tokens?.save];
  return {
    async load() {
      if (load === undefined) return undefined;
      const given = await tell(grant, "load", async () =>
        readStored(grant, await called(plan, "load", async () => storedIn(await load(keyOf(grant))))),
      );
      return given && adopted(plan, given);
    },
    async save(accessToken, lifetime) {
      if (save === undefined) return;
      const { refreshToken } = entry.lane;
      const expiresAt = lifetime === Infinity ? undefined : Date.now() + lifetime;
      const call = async (): Promise<unknown> => save(keyOf(grant), { accessToken, refreshToken, expiresAt });
      await tell(grant, "save", async () => called(plan, "save", call)).catch(() => {});
    },
  };
}

/** A copy: the request is made of the key itself. */
function keyOf({ key }: Grant): Grant["key"] {
  return { ...key, scopes: [...key.scopes] };
}

function adopted({ makeToken, store, grant, entry }: FlightPlan, given: StoredTokens): Token | undefined {
  const { accessToken, refreshToken, expiresAt = Infinity } = given;
  store.rotate(grant, entry.lane, refreshToken);
  const lifetime = expiresAt - Date.now();
  const isKnown = entry.refused.has(accessToken) || accessToken === entry.token?.text;
  return lifetime > 0 && !isKnown ? makeToken(accessToken, lifetime, grant, true) : undefined;
}

/** A row of a database may be an instance of a class, with accessors, which may throw. */
function storedIn(given: unknown): readonly unknown[] | undefined {
  if (given === undefined || given === null) return undefined;
  return ["accessToken", "refreshToken", "expiresAt"].map((name) => member(given, name) ?? undefined);
}

function readStored(grant: Grant, given: readonly unknown[] | undefined): StoredTokens | undefined {
  if (given === undefined) return undefined;
  const [accessToken, refreshToken, expiresAt] = given;
  const isRight =
    isVisible(accessToken) &&
    (refreshToken === undefined || isVisible(refreshToken)) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isRight)
    throw outsideError(grant, "load", "gave something other than { accessToken, refreshToken?, expiresAt? }");
  for (const secret of [accessToken, refreshToken ?? ""]) grant.attempt.secrets.add(secret);
  return { accessToken, refreshToken, expiresAt: expiresAt as number | undefined };
}

/** What a function throws is not passed on: it may hold what it was to keep. */
async function called<Value>(plan: FlightPlan, name: keyof TokensOption, call: () => Promise<Value>): Promise<Value> {
  const { signal } = plan.flight.controller;
  begin(plan);
  try {
    return await untilAborted(signal, call);
  } catch {
    throw outsideError(plan.grant, name, signal.aborted ? "took too long" : "threw");
  }
}

function outsideError({ key: { provider, scheme } }: Grant, name: string, problem: string): ConfigurationError {
  const message = `\`tokens.${name}\` ${problem} (scheme "${scheme}" of ${provider})`;
  return new ConfigurationError(message, { code: `tokens-${name}`, provider });
}
