import { type BadOption, isPlainObject, readOptions, type TableOf } from "../../config/options.js";
import type { ChallengeAnswerer, OAuth2Options, ScopedId, StartOAuth2 } from "../authenticate.js";
import { oauth2 } from "../oauth2.js";
import type { TokenWire } from "./token-wire.js";
import type { TokensOption } from "./tokens-option.js";
import { Tokens } from "./tokens.js";

/** Makes the part that SDKs with an oauth2 scheme bring along. */
export function tokenAnswerers(wire: TokenWire): StartOAuth2 {
  return (given, bad) => {
    const tokens = new Tokens(given && readOptions(given, "tokens", TOKENS_OPTION, bad), wire);
    const answerers = (options: OAuth2Options): Promise<ChallengeAnswerer> => oauth2(options, tokens);
    return Object.assign(answerers, { read: readScoped });
  };
}

function readScoped(named: unknown, bad: BadOption): Partial<ScopedId> {
  if (!isPlainObject(named)) return {};
  // A name may be the secret itself.
  const hiding: BadOption = (name, problem) =>
    bad(name === "`security.scopes`" ? name : "a part of `security`", problem);
  const read = readOptions<Partial<ScopedId>>(named, "security", { id: "", scopes: "an Array" }, hiding);
  // RFC 6749 §3.3.
  const isScope = (scope: unknown): boolean => typeof scope === "string" && /^[!#-[\]-~]+$/.test(scope);
  const scopes = read.scopes && [...read.scopes];
  if (scopes?.every(isScope) === false) throw bad("`security.scopes`", "has something that is no scope");
  return Object.assign(read, { scopes });
}

const TOKENS_OPTION: TableOf<TokensOption> = { load: "a function", save: "a function" };
