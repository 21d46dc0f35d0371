import { ConfigurationError } from "../../errors.js";
import { isPlainObject, own } from "../../config/records.js";
import { untilAborted } from "./flight.js";
import type { Grant } from "./grant.js";
import { isVisible } from "./token-answer.js";
import type { StoredTokens, TokensOption } from "./tokens-option.js";

/** Asks `load`; what it gives is checked. */
export async function loadTokens(
  grant: Grant,
  load: NonNullable<TokensOption["load"]>,
  signal: AbortSignal,
): Promise<StoredTokens | undefined> {
  const given: unknown = await called(grant, "load", signal, async () => load(grant.key));
  if (given === undefined || given === null) return undefined;
  const [accessToken, refreshToken, expiresAt] = ["accessToken", "refreshToken", "expiresAt"].map(
    (name) => own(isPlainObject(given) ? given : {}, name) ?? undefined,
  );
  const isRight =
    isVisible(accessToken) &&
    (refreshToken === undefined || isVisible(refreshToken)) &&
    (expiresAt === undefined || Number.isFinite(expiresAt));
  if (!isRight) throw outsideError(grant, "load", "gave something other than { accessToken, refreshToken?, expiresAt }");
  for (const secret of [accessToken, refreshToken ?? ""]) grant.attempt.secrets.add(secret);
  return { accessToken, refreshToken, expiresAt: expiresAt as number | undefined };
}

/** Hands new tokens to `save`. */
export async function saveTokens(
  grant: Grant,
  save: NonNullable<TokensOption["save"]>,
  signal: AbortSignal,
  tokens: StoredTokens,
): Promise<void> {
  await called(grant, "save", signal, async () => save(grant.key, tokens));
}

/** What a function throws is not passed on: it may hold what it was to keep. */
async function called<Value>(
  grant: Grant,
  name: keyof TokensOption,
  signal: AbortSignal,
  call: () => Promise<Value>,
): Promise<Value> {
  try {
    return await untilAborted(signal, call());
  } catch {
    throw outsideError(grant, name, signal.aborted ? "took too long" : "threw");
  }
}

function outsideError({ key: { provider, scheme } }: Grant, name: string, problem: string): ConfigurationError {
  const message = `\`tokens.${name}\` ${problem} (scheme "${scheme}" of ${provider})`;
  return new ConfigurationError(message, { code: `tokens-${name}`, provider });
}
