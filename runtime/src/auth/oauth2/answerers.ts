import { readOptions, type TableOf } from "../../config/options.js";
import type { StartOAuth2 } from "../authenticator.js";
import { oauth2 } from "../oauth2.js";
import type { TokenWire } from "./token-wire.js";
import { Tokens } from "./tokens.js";
import type { TokensOption } from "./tokens-option.js";

/** Makes the part that SDKs with an oauth2 scheme bring along. */
export function tokenAnswerers(wire: TokenWire): StartOAuth2 {
  return (given, bad) => {
    const tokens = new Tokens(readOptions(given, "tokens", TOKENS_OPTION, bad), wire);
    return (options) => oauth2(options, tokens);
  };
}

const TOKENS_OPTION: TableOf<TokensOption> = { load: "a function", save: "a function" };
