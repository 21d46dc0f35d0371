import type { HopAnswer } from "../auth/authenticator.js";
import { textOf } from "../config/octets.js";
import type { OutgoingRequest } from "../wire/outgoing.js";
import { RedirectError } from "../errors.js";
import type { CrossOriginRedirects } from "../provider/bound-provider.js";
import { describeRequest, type RequestLabel } from "../redaction.js";
import { drainBody, letGo } from "../wire/response-body.js";

/** How redirects are followed. */
export interface RedirectOptions {
  readonly crossOrigin: CrossOriginRedirects;
  readonly label: RequestLabel;
  /** Another origin is not to learn the attempt's secrets from the `Location` either. */
  readonly holdsSecret: (url: string) => Promise<boolean>;
  /** Told where the server may have done what it was asked, whatever follows. */
  readonly acted: () => void;
  /** Whether the caller handles a redirect of that status. */
  readonly isHandled: (status: number) => boolean;
  /** What the caller says of the request: whether it may be made twice. */
  readonly idempotent: boolean | undefined;
}

/**
 * Sends one request of the chain and resolves with whatever comes back. It gets the request unsigned; `anonymous` says
 * that no credential may be attached, now that the chain has left its origin.
 */
export type Hop = (request: OutgoingRequest, anonymous: boolean) => Promise<HopAnswer>;

interface Step {
  readonly request: OutgoingRequest;
  readonly anonymous: boolean;
}

const limit = 10;
const statuses = new Set([301, 302, 303, 307, 308]);

/** All that another origin gets to see of the caller's headers. */
const anonymousHeaders = ["accept", "accept-language", "user-agent"];

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
    step = await nextStep(step, response.status, location, options);
  }
}

/** A redirect can only be judged when it is seen; the platform's own following is never relied on. */
function checkSeen(response: Response, options: RedirectOptions): void {
  const { type, redirected } = response;
  if (redirected) letGo(response);
  if (type === "opaqueredirect") throw redirectError(options, "opaque", "and the browser does not show where to");
  if (redirected) throw redirectError(options, "unseen", "and `fetch` followed by itself, although it was told not to");
}

async function nextStep(
  { request, anonymous }: Step,
  status: number,
  location: string,
  options: RedirectOptions,
): Promise<Step> {
  const from = new URL(request.url);
  const to = parseLocation(location, from, options);
  if (to.origin !== from.origin && options.crossOrigin !== "follow-anonymous")
    throw redirectError(options, "origin", "to another origin; credentials stay with the one they were given for");
  const asked = keepsMethod(status, request.method) ? again(request, status, options) : asGet(request);
  const next: OutgoingRequest = { ...asked, url: to.href, redirected: true };
  if (!anonymous && to.origin === from.origin) return { request: replayable(next, options), anonymous };
  // As it was written, and as it is meant, too: a URL has signs in a form of its own.
  const texts = [textOf(location), to.href, decoded(to.href), decoded(to.href.replaceAll("+", " "))];
  if (await options.holdsSecret(texts.join(" ")))
    throw redirectError(options, "secret", "to another origin with a credential in the URL");
  if (next.body !== undefined) throw redirectError(options, "body", "to another origin, which must not get the body");
  return { request: { ...next, headers: pick(request.headers, anonymousHeaders) }, anonymous: true };
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

function parseLocation(location: string, from: URL, options: RedirectOptions): URL {
  // `Headers` shows a character per octet; what is not ASCII in a Location is UTF-8.
  const text = textOf(location);
  if (!URL.canParse(text, from)) throw redirectError(options, "location", "to something that is not a URL");
  const to = new URL(text, from);
  if (to.protocol !== "https:" && to.protocol !== "http:")
    throw redirectError(options, "scheme", "to something other than HTTP");
  if (to.username !== "" || to.password !== "") throw redirectError(options, "user-info", "to a URL with user info");
  if (from.protocol === "https:" && to.protocol === "http:")
    throw redirectError(options, "downgrade", "from https to http");
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
function again(request: OutgoingRequest, status: number, options: RedirectOptions): OutgoingRequest {
  const { method, headers } = request;
  const { idempotent = headers.has("idempotency-key") || /^(?:GET|HEAD|OPTIONS|PUT|DELETE)$/.test(method) } = options;
  if (idempotent || status > 302 || method !== options.label.method) return request;
  const where = `with ${status}, which may come after it was done: it is sent on only with \`idempotent: true\``;
  throw redirectError(options, "repeat", where);
}

function asGet(request: OutgoingRequest): OutgoingRequest {
  const kept = [...request.headers.keys()].filter((name) => !name.startsWith("content-"));
  return { ...request, method: "GET", headers: pick(request.headers, kept), body: undefined };
}

function replayable(request: OutgoingRequest, options: RedirectOptions): OutgoingRequest {
  const { body } = request;
  if (body === undefined || body instanceof Uint8Array || body.replayable) return request;
  throw redirectError(options, "stream", "but its stream can be sent only once");
}

function pick(headers: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}

/** The place it leads to is never told: a server may have put the credential into it. */
function redirectError({ label }: RedirectOptions, reason: string, where: string): RedirectError {
  const { provider } = label;
  return new RedirectError(`${describeRequest(label)} was redirected ${where}`, {
    code: `redirect-${reason}`,
    provider,
  });
}
