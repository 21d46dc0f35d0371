import type { HopAnswer } from "../auth/authenticate.js";
import { parseUrl } from "../config/parse-url.js";
import { textOf } from "../config/text.js";
import { describeRequest, printable, RedirectError } from "../errors/errors.js";
import { letGo } from "./answer.js";
import type { Attempt } from "./attempt.js";
import { drainBody } from "./drain.js";
import { type Masker, maskerBy } from "./server-answer.js";
import type { OutgoingRequest } from "./transport.js";

/** All that another origin gets to see of the caller's headers. */
const ANONYMOUS_HEADERS = ["accept", "accept-language", "user-agent"];

/** A request of the chain. */
interface Step {
  readonly request: OutgoingRequest;
  readonly anonymous: boolean;
}

/** Makes the error for a redirect that is not followed. */
type Refuse = (reason: string, where: string) => RedirectError;

const LIMIT = 10;

/** Follows redirects, at most 10, from the first answer that is one. */
export async function followed(attempt: Attempt, request: OutgoingRequest, first: HopAnswer): Promise<HopAnswer> {
  const { label } = attempt.prepared;
  const { provider } = label;
  const refuse: Refuse = (reason, where) =>
    new RedirectError(`${describeRequest(label)} was redirected ${where}`, { code: `redirect-${reason}`, provider });
  let at: Step = { request, anonymous: false };
  let answer = first;
  for (let count = 0; attempt.isRedirect(answer); count += 1) {
    const { response } = answer;
    // A redirect can only be judged when it is seen; the platform's own following is never relied on.
    if (response.redirected) letGo(response);
    if (response.type === "opaqueredirect") throw refuse("opaque", "and the browser hides the target");
    if (response.redirected) throw refuse("unseen", "and `fetch` followed it, although it must not");
    // These come after it is done, too (RFC 9110 §15.4); 307 and 308 ask to do it elsewhere.
    if (response.status < 307) attempt.limits.acted?.();
    await drainBody(response);
    if (count === LIMIT) throw refuse("limit", `more than ${LIMIT} times`);
    at = nextStep(attempt, at, response, refuse);
    answer = await attempt.hop(at.request, at.anonymous);
  }
  return answer;
}

/** The request that a redirect asks for. Throws a RedirectError where it must not be made. */
function nextStep(attempt: Attempt, { request, anonymous }: Step, { status, headers }: Response, refuse: Refuse): Step {
  const { bound, options } = attempt.prepared;
  // `Headers` shows a character per octet; what is not ASCII in a Location is UTF-8.
  const location = textOf(headers.get("location") ?? "");
  const follows = (options.redirect ?? bound.redirect) !== undefined;
  if (status < 303 && request.method === "POST" && !follows)
    throw refuse("post", whereToPost(status, location, maskerBy(attempt, true)));
  const from = new URL(request.url);
  const to = parseLocation(location, from, refuse);
  const isElsewhere = to.origin !== from.origin;
  if (isElsewhere && bound.crossOriginRedirects !== "follow-anonymous")
    throw refuse("origin", "to another origin, which must not get the credentials");
  if (keepsMethod(status, request.method)) requireRepeatable(attempt, request, status, refuse);
  const asked = keepsMethod(status, request.method) ? request : asGet(request);
  const next: OutgoingRequest = { ...asked, url: to.href, redirected: true };
  const { body } = next;
  if (!anonymous && !isElsewhere) {
    if (body === undefined || body instanceof Uint8Array || body.replayable) return { request: next, anonymous };
    throw refuse("stream", "but its stream can only be sent once");
  }
  // As it was written, and as it is meant, too: a URL has signs in a form of its own.
  const text = [location, to.href, decoded(to.href), decoded(to.href.replaceAll("+", " "))].join(" ");
  if (maskerBy(attempt)?.(text) !== text) throw refuse("secret", "to another origin with a credential in the URL");
  if (body !== undefined) throw refuse("body", "to another origin, which must not get the body");
  return { request: { ...next, headers: pick(request.headers, ANONYMOUS_HEADERS) }, anonymous: true };
}

const MAX_PLACE = 200;

/**
 * A GET's answer is none to a POST: whoever asked would take it for done. Where it leads is told as far as nothing secret can
 * stand there: without the query, and masked.
 */
function whereToPost(status: number, location: string, mask: Masker | undefined): string {
  const place = mask?.(location.replace(/[?#].*/s, ""));
  const to = place === undefined ? "" : ` to ${printable(place, MAX_PLACE)}`;
  return `with ${status}${to}; the server may have acted: send it there, or set \`redirect: "follow"\` to GET the target`;
}

/** Decodes what can be decoded. */
function decoded(url: string): string {
  return url.replaceAll(/(?:%[\da-f]{2})+/gi, (octets) => {
    try {
      return decodeURIComponent(octets);
    } catch {
      return octets;
    }
  });
}

function parseLocation(location: string, from: URL, refuse: Refuse): URL {
  const to = parseUrl(location, from);
  if (to === undefined) throw refuse("location", "to something that is not a URL");
  if (to.protocol !== "https:" && to.protocol !== "http:") throw refuse("scheme", "to something other than HTTP");
  if (to.username !== "" || to.password !== "") throw refuse("user-info", "to a URL with user info");
  if (from.protocol === "https:" && to.protocol === "http:") throw refuse("downgrade", "from https to http");
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
function requireRepeatable(
  { prepared, limits }: Attempt,
  { method }: OutgoingRequest,
  status: number,
  refuse: Refuse,
): void {
  const { key } = prepared;
  const { idempotent = key?.isTrusted === true || /^(?:GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) } = limits;
  if (idempotent || key?.isHonoured === true || status > 302 || method !== prepared.label.method) return;
  throw refuse("repeat", `with ${status}, but the server may have acted: it is only sent on with \`idempotent: true\``);
}

function asGet(request: OutgoingRequest): OutgoingRequest {
  const kept = [...request.headers.keys()].filter((name) => !name.startsWith("content-"));
  return { ...request, method: "GET", headers: pick(request.headers, kept), body: undefined };
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}
