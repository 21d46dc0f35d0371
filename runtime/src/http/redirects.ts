import type { HopAnswer } from "../auth/authenticator.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import { RedirectError } from "../errors.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { drainBody, letGo } from "../wire/response-body.js";
import type { Masker } from "./mask.js";
import type { Step, StepOptions } from "./redirect-step.js";
import { loadFailures, type Failures } from "./send-once.js";

/** How redirects are followed. */
export interface RedirectOptions extends Omit<StepOptions, "mask" | "error"> {
  readonly label: RequestLabel;
  /** See {@link StepOptions}. */
  readonly mask: (failures: Failures, all: boolean) => Masker | undefined;
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

const limit = 10;
const statuses = new Set([301, 302, 303, 307, 308]);

/**
 * Sends a request and follows redirects (RFC 9110 §15.4), at most 10. The origin of the first request is the only one
 * that credentials and body may go to.
 */
export async function followRedirects(
  request: OutgoingRequest,
  hop: Hop,
  options: RedirectOptions,
): Promise<HopAnswer> {
  let step: Step = { request, anonymous: false };
  for (let followed = 0; ; followed += 1) {
    const answer = await hop(step.request, step.anonymous);
    const { response, rejection } = answer;
    checkSeen(response, options);
    const location = response.headers.get("location");
    const leads = location !== null && statuses.has(response.status) && !options.isHandled(response.status);
    if (rejection !== undefined || !leads) return answer;
    // These come after it is done, too (RFC 9110 §15.4); 307 and 308 ask to do it elsewhere.
    if (response.status < 307) options.acted();
    await drainBody(response);
    if (followed === limit) throw redirectError(options, "limit", `more than ${limit} times`);
    // Few servers redirect what calls an API.
    const failures = await loadFailures();
    if (failures === undefined) throw redirectError(options, "unread", "and what reads where to could not be loaded");
    const mask = (all: boolean): Masker | undefined => options.mask(failures, all);
    const error = (reason: string, where: string): RedirectError => redirectError(options, reason, where);
    step = failures.nextStep(step, response.status, location, { ...options, mask, error });
  }
}

/** A redirect can only be judged when it is seen; the platform's own following is never relied on. */
function checkSeen(response: Response, options: RedirectOptions): void {
  const { type, redirected } = response;
  if (redirected) letGo(response);
  if (type === "opaqueredirect") throw redirectError(options, "opaque", "and the browser does not show where to");
  if (redirected) throw redirectError(options, "unseen", "and `fetch` followed by itself, although it was told not to");
}

/** The place it leads to is told of a POST alone: a server may have put a credential into it. */
function redirectError({ label }: RedirectOptions, reason: string, where: string): RedirectError {
  const { provider } = label;
  return new RedirectError(`${describeRequest(label)} was redirected ${where}`, {
    code: `redirect-${reason}`,
    provider,
  });
}
