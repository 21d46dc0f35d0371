import type { Clock } from "../clock.js";
import type { DigestScheme } from "../config/definition.js";
import type { AttemptState, ChallengeAnswerer } from "./authenticate.js";
import { sendInTurn } from "./digest/attempt.js";
import type { DigestSessions } from "./digest/sessions.js";
import { refuseOneShot } from "./one-shot.js";

/** What digest authentication takes within one attempt. */
export interface DigestOptions {
  readonly schemeId: string;
  readonly scheme: DigestScheme;
  readonly username: string;
  readonly password: string;
  readonly attempt: AttemptState;
  readonly clock: Clock;
  /** The client's; what earlier attempts learned. */
  readonly sessions: DigestSessions;
}

/**
 * Answers digest challenges (RFC 7616): signs at once where the session knows a nonce, and otherwise waits to be asked.
 *
 * @example
 * digest({ schemeId: "staff", scheme, username: "alice", password, attempt, clock, sessions })
 */
export function digest(options: DigestOptions): ChallengeAnswerer {
  const { schemeId, scheme, username, password, attempt, clock, sessions } = options;
  return {
    kind: "answerer",
    schemeId,
    async answer(request, send, signal) {
      refuseOneShot(request.body, "digest", schemeId);
      const session = sessions.get(new URL(request.url).origin, schemeId, username);
      return sendInTurn({ scheme, session, username, password, state: attempt, clock, request, send }, signal);
    },
  };
}
