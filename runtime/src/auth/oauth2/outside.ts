import { ConfigurationError } from "../../errors.js";
import { isPlainObject, own } from "../../config/records.js";
import type { Grant } from "./grant.js";
import { isVisible } from "./token-answer.js";
import { untilAborted } from "./flight.js";
import type { StoredTokens, TokensOption } from "./tokens-option.js";

/** Calls one of the functions that code gave; what it throws is not passed on: it may hold what it was to keep. */
export async function callOutside<Value>(
  grant: Grant,
  name: keyof TokensOption,
  signal: AbortSignal,
  call: () => Value,
): Promise<Awaited<Value>> {
  try {
    return await untilAborted(signal, (async () => call())());
  } catch {
    throw outsideError(grant, name, signal.aborted ? "took too long" : "threw");
  }
}

/** Checks what `load` gave. */
export function readStored(grant: Grant, given: unknown): StoredTokens | undefined {
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

function outsideError({ key: { provider, scheme } }: Grant, name: string, problem: string): ConfigurationError {
  const message = `\`tokens.${name}\` ${problem} (scheme "${scheme}" of ${provider})`;
  return new ConfigurationError(message, { code: `tokens-${name}`, provider });
}
