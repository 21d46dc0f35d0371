import type { HopAnswer } from "../auth/authenticator.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import { RedirectError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { drainBody, letGo } from "../wire/response-body.js";
import type { AttemptParts } from "./attempt.js";
import type { StepOptions } from "./redirect-step.js";
import { loadFailures } from "./send-once.js";

/** How redirects are followed. */
export interface RedirectOptions extends Omit<StepOptions, "mask" | "error"> {
  readonly label: RequestLabel;
  /** The attempt, whose secrets no redirect carries elsewhere. */
  readonly told: AttemptParts;
  /** Told where the server may have done what it was asked, whatever follows. */
  readonly acted: () => void;
  /** Whether the caller handles a redirect of that status. */
  readonly isHandled: (status: number) => boolean;
}

/**
 * Sends one request of the chain and resolves with whatever comes back. It gets the request unsigned; `anonymous` says
 * that no credential may be attached, now that the chain has left its origin.
 */
export type Hop = (request: OutgoingRequest, anonymous: boolean) => Promise<HopAnswer>;

const statuses = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects (RFC 9110 §15.4). The origin of the first request is the only one that credentials
 * and body may go to. Few servers redirect what calls an API: what follows comes late.
 */
export async function followRedirects(
  request: OutgoingRequest,
  hop: Hop,
  options: RedirectOptions,
): Promise<HopAnswer> {
  const answer = await hop(request, false);
  if (!isRedirect(answer, options)) return answer;
  const failures = await loadFailures();
  if (failures !== undefined) return failures.followed(request, answer, hop, options, { isRedirect, drainBody, letGo });
  options.acted();
  letGo(answer.response);
  const { label } = options;
  throw new RedirectError(`${describeRequest(label)} was redirected and what reads where to could not be loaded`, {
    code: "redirect-unread",
    provider: label.provider,
  });
}

/** What the platform has made of one is none that can be followed. */
function isRedirect({ response, rejection }: HopAnswer, options: RedirectOptions): boolean {
  const { type, redirected, status, headers } = response;
  if (type === "opaqueredirect" || redirected) return true;
  return rejection === undefined && headers.has("location") && statuses.has(status) && !options.isHandled(status);
}

/** Code of the common path: imported where it is late it would be a file of its own in a bundle. */
export interface RedirectCode {
  readonly isRedirect: typeof isRedirect;
  readonly drainBody: typeof drainBody;
  readonly letGo: typeof letGo;
}
