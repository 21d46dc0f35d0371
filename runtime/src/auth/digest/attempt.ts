import { onAbort, throwIfAborted } from "../../abort.js";
import type { Clock } from "../../clock.js";
import type { DigestScheme } from "../../config/definition.js";
import { type AuthenticationErrorKind, RequestError } from "../../errors/errors.js";
import { drainBody } from "../../http/answer.js";
import type { OutgoingBody, OutgoingRequest, SendOnce } from "../../http/transport.js";
import type { AttemptState, HopAnswer } from "../authenticate.js";
import { parseChallenges, parseParameters } from "../challenges.js";
import { answerChallenge } from "./answer.js";
import { type DigestChallenge, strongestChallenge } from "./challenge.js";
import type { DigestSession, NonceUse } from "./session.js";

/** One hop of an attempt of one user at one server. */
export interface DigestAttempt {
  readonly scheme: DigestScheme;
  readonly session: DigestSession;
  readonly username: string;
  readonly password: string;
  readonly state: AttemptState;
  readonly clock: Clock;
  /** Without the answer; its body can be sent more than once. */
  readonly request: OutgoingRequest;
  readonly send: SendOnce;
}

type Verdict =
  | { readonly kind: "accepted" }
  | { readonly kind: "challenged"; readonly challenge: DigestChallenge }
  | { readonly kind: "refused"; readonly rejection: AuthenticationErrorKind };

/**
 * Runs an attempt when its turn has come. While nothing is known of the server one attempt finds out and the others
 * wait for it: if it fails the next takes its place, if the server asks for nothing they go on together.
 */
export async function sendInTurn(attempt: DigestAttempt, signal: AbortSignal): Promise<HopAnswer> {
  const { session, request } = attempt;
  if (!session.isExclusive(request.url)) return sendUntilAccepted(attempt);
  const end = await session.turns.take(signal, attempt.clock);
  if (end === undefined) return sendUntilAccepted(attempt);
  // A `fetch` or a `sign` of the application's own may never come back, and keeps nobody waiting.
  const stop = onAbort(signal, () => end("next"));
  try {
    throwIfAborted(signal);
    const outcome = await sendUntilAccepted(attempt);
    if (outcome.rejection !== "rejected" && !session.isOneTime) end("all");
    return outcome;
  } finally {
    stop();
    end("next");
  }
}

/** Sends, and answers what comes back, until the server is content or has refused an answer to its own challenge. */
async function sendUntilAccepted(attempt: DigestAttempt): Promise<HopAnswer> {
  const { session, state, request, send } = attempt;
  let use = session.reserve(request.url);
  for (;;) {
    const response = await send(await sign(attempt, use));
    const verdict = judge(response, attempt, use);
    switch (verdict.kind) {
      case "accepted":
        if (use !== undefined) session.accept(use, { ok: response.ok, nextNonce: nextNonce(response) });
        return { response, rejection: undefined };
      case "refused":
        session.forget(use);
        return { response, rejection: verdict.rejection };
      case "challenged":
        state.furtherSends -= 1;
        use = session.adopt(verdict.challenge);
        await drainBody(response);
    }
  }
}

function judge(response: Response, { scheme, state }: DigestAttempt, use: NonceUse | undefined): Verdict {
  if (response.status !== scheme.statusCode) return { kind: "accepted" };
  const field = response.headers.get(scheme.challengeHeader);
  // A status other than 401 has a meaning of its own: without a challenge it is an ordinary answer.
  if (field === null) return scheme.statusCode === 401 ? refused("missingChallenge") : { kind: "accepted" };
  const challenge = strongestChallenge(parseChallenges(field));
  if (challenge === undefined) return refused("unsupportedChallenge");
  const final = state.furtherSends === 0 || (use?.fresh === true && !challenge.stale);
  return final ? refused("rejected") : { kind: "challenged", challenge };
}

function refused(rejection: AuthenticationErrorKind): Verdict {
  return { kind: "refused", rejection };
}

async function sign(attempt: DigestAttempt, use: NonceUse | undefined): Promise<OutgoingRequest> {
  const { request, scheme, session, username, password } = attempt;
  if (use === undefined) return request;
  const body = use.challenge.protection === "auth-int" ? await bytesOf(request.body) : undefined;
  const target = requestTarget(request.url);
  const parts = { ...use, username, password, method: request.method, target, body, cnonce: session.cnonce };
  const headers = new Headers(request.headers);
  headers.set(scheme.authorizationHeader, answerChallenge(parts));
  return { ...request, url: new URL(request.url).origin + target, headers };
}

/** Path and query of an absolute URL as fetch sends them. */
export function requestTarget(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function bytesOf(body: OutgoingBody | undefined): Promise<Uint8Array | undefined> {
  if (body === undefined || body instanceof Uint8Array) return body;
  if (body.bytes !== undefined) return body.bytes();
  const message = "the server asks for digest with auth-int, which signs the body: give it as bytes, not as a stream";
  throw new RequestError(message, { code: "stream-body" });
}

function nextNonce(response: Response): string | undefined {
  const field = response.headers.get("authentication-info");
  return field === null ? undefined : parseParameters(field).get("nextnonce");
}
