import type { HopAnswer } from "../auth/authenticator.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import { RedirectError } from "../errors.js";
import { describeRequest } from "../redaction.js";
import { drainBody, letGo } from "../wire/response-body.js";
import type { Hop, RedirectOptions } from "./redirect-step.js";
import { loadFailures } from "./send-once.js";

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
