import { drainBody, letGo } from "../http/answer.js";
import type { OutgoingRequest } from "../http/transport.js";
import type { AttemptState, ChallengeAnswerer, HopAnswer, OAuth2Options } from "./authenticate.js";
import { type Grant, grantOf } from "./oauth2/grant.js";
import type { Token } from "./oauth2/lane.js";
import type { Tokens } from "./oauth2/tokens.js";
import { refuseOneShot } from "./one-shot.js";

/**
 * OAuth 2: sends a token that the client instance has got (RFC 6749 §4.4 and §6) as bearer (RFC 6750 §2.1), and once more
 * with another where the server does not take it any longer.
 *
 * @example
 * await oauth2({ sources, schemeId: "login", scheme, scopes: undefined, attempt, client }, tokens)
 */
export async function oauth2(options: OAuth2Options, tokens: Tokens): Promise<ChallengeAnswerer> {
  const { schemeId, attempt } = options;
  const grant = await grantOf(options);
  let isRenewed = false;
  return {
    kind: "answerer",
    schemeId,
    async answer(request, send, signal) {
      refuseOneShot(request.body, "oauth2", schemeId);
      let refusal: Refusal | undefined;
      for (;;) {
        const token = await usableToken(tokens, grant, signal).catch((error: unknown) => {
          letGo(refusal?.response);
          throw error;
        });
        // Since it came, another's answer may have been that it is no good.
        if (token.refused) continue;
        // Some servers hand out the same one for as long as they hold it good.
        if ((await refusal?.isWhole) && refusal?.of === token.text) return refusal;
        const response = await send(withToken(request, token, attempt));
        const rejection = await attempt.rejection(response);
        if (!isRefused(response, rejection, token)) return { response, rejection };
        tokens.refuse(grant, token);
        if (isRenewed || attempt.furtherSends === 0) return { response, rejection };
        isRenewed = true;
        attempt.furtherSends -= 1;
        // Where there is no other token, the caller gets it as it came.
        refusal = { response, rejection, of: token.text, isWhole: drained(response) };
      }
    },
  };
}

/** An answer to a token that is no longer good. */
interface Refusal extends HopAnswer {
  /** The token. */
  readonly of: string;
  /** Whether all of it was read, and can be read again. */
  readonly isWhole: Promise<boolean>;
}

/** At once and by a copy, because the request for a token may need the connection. What is too long is let go. */
async function drained(response: Response): Promise<boolean> {
  const { complete } = await drainBody(response.clone());
  if (!complete) letGo(response);
  return complete;
}

/** While it waits, time that runs out is the token endpoint's. */
async function usableToken(tokens: Tokens, grant: Grant, signal: AbortSignal): Promise<Token> {
  const { attempt, key } = grant;
  attempt.awaited = key.scheme;
  const token = await tokens.get(grant, signal);
  attempt.awaited = undefined;
  return token;
}

function withToken(request: OutgoingRequest, { text }: Token, { secrets }: AttemptState): OutgoingRequest {
  secrets.add(text);
  const headers = new Headers(request.headers);
  headers.set("authorization", `Bearer ${text}`);
  return { ...request, headers };
}

/** A 401 may be about the request alone: it is about the token where it says so, or where the token was taken before. */
function isRefused({ status }: Response, rejection: HopAnswer["rejection"], token: Token): boolean {
  if (status === 401) return rejection === "invalid_token" || token.accepted || token.refused;
  if (status < 500) token.accepted = true;
  return false;
}
