import type { DigestScheme } from "../config/provider-definition.js";
import { RequestError } from "../errors.js";
import type { AttemptState, ChallengeAnswerer } from "./authenticator.js";
import type { OutgoingBody } from "../wire/outgoing.js";
import { sendInTurn } from "./digest/attempt.js";
import type { DigestSessions } from "./digest/sessions.js";

/** What digest authentication takes within one attempt. */
export interface DigestOptions {
  readonly schemeId: string;
  readonly scheme: DigestScheme;
  readonly username: string;
  readonly password: string;
  readonly attempt: AttemptState;
  /** The client's; what earlier attempts learned. */
  readonly sessions: DigestSessions;
}

/**
 * Answers digest challenges (RFC 7616): signs at once where the session knows a nonce, and otherwise waits to be asked.
 *
 * @example
 * digest({ schemeId: "staff", scheme, username: "alice", password, attempt, sessions })
 */
export function digest({ schemeId, scheme, username, password, attempt, sessions }: DigestOptions): ChallengeAnswerer {
  return {
    kind: "answerer",
    schemeId,
    async answer(request, send, signal) {
      if (isOneShot(request.body)) throw oneShotBody(schemeId);
      const session = sessions.get(new URL(request.url).origin, schemeId, username);
      return sendInTurn({ scheme, session, username, password, state: attempt, request, send }, signal);
    },
  };
}

function isOneShot(body: OutgoingBody | undefined): boolean {
  return body !== undefined && !(body instanceof Uint8Array) && !body.replayable;
}

function oneShotBody(schemeId: string): RequestError {
  const way = "give it as bytes, as text, or as a function that returns a new stream";
  const message = `digest (scheme "${schemeId}") may have to send a body twice, and a stream can be sent once: ${way}`;
  return new RequestError(message, { code: "one-shot-body" });
}
