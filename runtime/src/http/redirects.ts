import type { HopAnswer } from "../auth/authenticate.js";
import { textOf } from "../config/text.js";
import { describeRequest, printable, RedirectError, type RequestLabel } from "../errors/errors.js";
import { drainBody, letGo } from "./answer.js";
import type { AttemptLimits } from "./attempt.js";
import { hasOwnKey } from "./idempotency.js";
import { type PreparedRequest } from "./prepare.js";
import { type AttemptParts, type Masker, maskerBy } from "./server-answer.js";
import type { OutgoingRequest } from "./transport.js";

/** All that another origin gets to see of the caller's headers. */
const anonymousHeaders = ["accept", "accept-language", "user-agent"];

/** A request of the chain. */
interface Step {
  readonly request: OutgoingRequest;
  readonly anonymous: boolean;
}

/** What decides about one redirect. */
export interface StepOptions {
  readonly crossOrigin: "follow-anonymous" | undefined;
  readonly label: Pick<RequestLabel, "method">;
  /** Whether a POST that is answered 301 or 302 becomes a GET. */
  readonly follow: boolean;
  /** What the caller says of the request: whether it may be made twice. */
  readonly idempotent: boolean | undefined;
  /** Masks the attempt's secrets, or all that it was given; nothing where a getter of the caller's throws. */
  readonly mask: (all: boolean) => Masker | undefined;
  readonly error: (reason: string, where: string) => RedirectError;
}

/** An attempt whose answer is a redirect. */
export interface RedirectedAttempt extends AttemptParts {
  readonly prepared: PreparedRequest;
  readonly limits: Pick<AttemptLimits, "idempotent" | "acted">;
  /** Whether an answer is a redirect that the caller does not handle. */
  isRedirect(answer: HopAnswer): boolean;
  /**
   * Sends one request of the chain and resolves with whatever comes back. It gets the request unsigned; `anonymous` says
   * that no credential may be attached, now that the chain has left its origin.
   */
  hop(request: OutgoingRequest, anonymous: boolean): Promise<HopAnswer>;
}

const limit = 10;

/** Follows redirects, at most 10, from the first answer that is one. */
export async function followed(
  attempt: RedirectedAttempt,
  request: OutgoingRequest,
  first: HopAnswer,
): Promise<HopAnswer> {
  const { prepared, limits } = attempt;
  const { bound, label, options } = prepared;
  const { redirect = bound.redirect } = options;
  // A key of its own makes it harmless to send on, too.
  const { idempotent = hasOwnKey(options) || undefined } = limits;
  const { provider } = label;
  const error = (reason: string, where: string): RedirectError =>
    new RedirectError(`${describeRequest(label)} was redirected ${where}`, { code: `redirect-${reason}`, provider });
  const step = {
    crossOrigin: bound.crossOriginRedirects,
    label,
    follow: redirect !== undefined,
    idempotent,
    mask: (all: boolean) => maskerBy(attempt, all),
    error,
  };
  let at: Step = { request, anonymous: false };
  let answer = first;
  for (let count = 0; attempt.isRedirect(answer); count += 1) {
    const { response } = answer;
    // A redirect can only be judged when it is seen; the platform's own following is never relied on.
    if (response.redirected) letGo(response);
    if (response.type === "opaqueredirect") throw error("opaque", "and the browser does not show where to");
    if (response.redirected) throw error("unseen", "and `fetch` followed by itself, although it was told not to");
    // These come after it is done, too (RFC 9110 §15.4); 307 and 308 ask to do it elsewhere.
    if (response.status < 307) limits.acted?.();
    await drainBody(response);
    if (count === limit) throw error("limit", `more than ${limit} times`);
    at = nextStep(at, response.status, response.headers.get("location") ?? "", step);
    answer = await attempt.hop(at.request, at.anonymous);
  }
  return answer;
}

/** The request that a redirect asks for. Throws a RedirectError where it must not be made. */
function nextStep({ request, anonymous }: Step, status: number, location: string, options: StepOptions): Step {
  if (status < 303 && request.method === "POST" && !options.follow)
    throw options.error("post", whereToPost(status, location, options.mask(true)));
  const from = new URL(request.url);
  const to = parseLocation(location, from, options);
  if (to.origin !== from.origin && options.crossOrigin !== "follow-anonymous")
    throw options.error("origin", "to another origin; credentials stay with the one they were given for");
  const asked = keepsMethod(status, request.method) ? again(request, status, options) : asGet(request);
  const next: OutgoingRequest = { ...asked, url: to.href, redirected: true };
  if (!anonymous && to.origin === from.origin) return { request: replayable(next, options), anonymous };
  // As it was written, and as it is meant, too: a URL has signs in a form of its own.
  const texts = [textOf(location), to.href, decoded(to.href), decoded(to.href.replaceAll("+", " "))];
  const text = texts.join(" ");
  if (options.mask(false)?.(text) !== text)
    throw options.error("secret", "to another origin with a credential in the URL");
  if (next.body !== undefined) throw options.error("body", "to another origin, which must not get the body");
  return { request: { ...next, headers: pick(request.headers, anonymousHeaders) }, anonymous: true };
}

const MAX_PLACE = 200;

/**
 * A GET's answer is none to a POST: whoever asked would take it for done. Where it leads is told as far as nothing secret can
 * stand there: without the query, and masked.
 */
function whereToPost(status: number, location: string, mask: Masker | undefined): string {
  const place = mask?.(textOf(location).replace(/[?#].*/s, ""));
  const to = place === undefined ? "" : ` to ${printable(place, MAX_PLACE)}`;
  return `with ${status}${to}; the server may have acted: send it there, or say \`redirect: "follow"\` to GET what is there`;
}

/** What cannot be decoded stays. */
function decoded(url: string): string {
  return url.replaceAll(/(?:%[\da-f]{2})+/gi, (octets) => {
    try {
      return decodeURIComponent(octets);
    } catch {
      return octets;
    }
  });
}

function parseLocation(location: string, from: URL, options: StepOptions): URL {
  // `Headers` shows a character per octet; what is not ASCII in a Location is UTF-8.
  const text = textOf(location);
  if (!URL.canParse(text, from)) throw options.error("location", "to something that is not a URL");
  const to = new URL(text, from);
  if (to.protocol !== "https:" && to.protocol !== "http:")
    throw options.error("scheme", "to something other than HTTP");
  if (to.username !== "" || to.password !== "") throw options.error("user-info", "to a URL with user info");
  if (from.protocol === "https:" && to.protocol === "http:") throw options.error("downgrade", "from https to http");
  to.hash = "";
  return to;
}

/** RFC 9110 §15.4: 303 asks for a GET, and so in practice do 301 and 302 after a POST. */
function keepsMethod(status: number, method: string): boolean {
  if (status === 303) return method === "GET" || method === "HEAD";
  return status === 307 || status === 308 || method !== "POST";
}

/**
 * Fetch keeps the method of all but POST. What may have had its effect has it a second time then, unless it is idempotent
 * (RFC 9110 §9.2.2). 307 and 308 say that it had none, 303 leads to its answer, and what a redirect has led to is another request.
 */
function again(request: OutgoingRequest, status: number, options: StepOptions): OutgoingRequest {
  const { method } = request;
  const { idempotent = /^(?:GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) } = options;
  if (idempotent || status > 302 || method !== options.label.method) return request;
  const where = `with ${status}, which may come after it was done: it is sent on only with \`idempotent: true\``;
  throw options.error("repeat", where);
}

function asGet(request: OutgoingRequest): OutgoingRequest {
  const kept = [...request.headers.keys()].filter((name) => !name.startsWith("content-"));
  return { ...request, method: "GET", headers: pick(request.headers, kept), body: undefined };
}

function replayable(request: OutgoingRequest, options: StepOptions): OutgoingRequest {
  const { body } = request;
  if (body === undefined || body instanceof Uint8Array || body.replayable) return request;
  throw options.error("stream", "but its stream can be sent only once");
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}
