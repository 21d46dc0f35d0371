import { untilAborted } from "../abort.js";
import { own } from "../config/options.js";
import { drainCopy } from "../http/drain.js";
import type { PreparedRequest } from "../http/prepare.js";
import { httpError } from "../http/server-answer.js";
import type { OutgoingRequest } from "../http/transport.js";
import type { AskedScheme, AttemptState, Authentication, AuthenticationContext, HopAnswer } from "./authenticate.js";
import { type Fields, resolveCredentials } from "./credentials.js";
import { isOneShot } from "./one-shot.js";
import { authenticate } from "./schemes.js";
import { kept, SharedWork } from "./shared-work.js";

/** An attempt whose credentials were refused. */
export interface RefusedAttempt extends AttemptState {
  readonly prepared: AttemptState["prepared"] &
    Pick<PreparedRequest, "label" | "schemes" | "render"> & { readonly bound: AuthenticationContext };
  readonly scope: { readonly signal: AbortSignal; timeoutError: () => Error };
  authentication: Authentication;
}

/**
 * Gets other credentials for those that a 401 refused, and the request to send once more with them; nothing if there are
 * none, or if the request must not be sent again.
 */
export async function renewed(
  attempt: RefusedAttempt,
  request: OutgoingRequest,
  answer: HopAnswer,
): Promise<OutgoingRequest | undefined> {
  const { prepared, scope } = attempt;
  const hasKey = attempt.authentication.inserts.length > 0;
  // A key that stands in the request itself is in no other than the first.
  if (hasKey && request.redirected) return undefined;
  const { timeoutError } = scope;
  const { response, rejection } = answer;
  // A function that hangs is no reason to lose what the server has said.
  scope.timeoutError = () => httpError({ status: response.status, label: prepared.label, rejection });
  const made = await otherCredentials(attempt, request, answer);
  scope.timeoutError = timeoutError;
  if (made === undefined) return undefined;
  attempt.authentication = made;
  return hasKey ? prepared.render(made.inserts) : request;
}

/** The fields that a function gave in place of the credential that was refused; none if it threw. */
interface Renewal {
  readonly fields: Fields | undefined;
  readonly endedAt: number;
}

/** By the credentials that code gave, of which each client has its own; then by scheme and what was refused. */
const renewals = new WeakMap<object, Map<string, SharedWork<Renewal>>>();

/**
 * Asks the functions that gave the credentials of a request for others, because these were refused, and signs anew. Returns
 * nothing if no function gave them, if it gives the same again, or if the request cannot be sent a second time. Requests
 * that were refused with the same credential share the asking.
 */
async function otherCredentials(
  state: RefusedAttempt,
  request: OutgoingRequest,
  answer: HopAnswer,
): Promise<Authentication | undefined> {
  const { bound: context, schemes } = state.prepared;
  const fromCode = schemes.filter(({ id, scheme }) => {
    const given = own(context.given.credentials, id);
    const all = [given, ...Object.values(Object(given) as object)];
    return scheme.type !== "oauth2" && all.some((each) => typeof each === "function");
  });
  if (isOneShot(request.body) || fromCode.length === 0 || state.furtherSends === 0) return undefined;
  await drainCopy(answer.response);
  const credentials: Record<string, unknown> = { ...context.given.credentials };
  let [isSigned, isOther] = [false, false];
  for (const asked of fromCode) {
    isSigned ||= asked.scheme.type === "signature";
    const fields = asked.scheme.type === "signature" ? undefined : await fieldsFor(asked, state);
    if (fields === undefined) continue;
    credentials[asked.id] = fields;
    isOther ||= JSON.stringify(fields) !== JSON.stringify(state.used.get(asked.id));
  }
  if (!isOther && !isSigned) return undefined;
  // Digest begins anew, with a challenge, which counts.
  if (!fromCode.some(({ scheme }) => scheme.type === "http" && scheme.scheme === "digest")) state.furtherSends -= 1;
  const date = Date.parse(answer.response.headers.get("date") ?? "");
  // A signature may be another one: that shows once it is made.
  const response = isOther ? undefined : answer.response;
  state.refused = { response, date: Number.isNaN(date) ? undefined : new Date(date) };
  return authenticate({ ...context, given: { ...context.given, credentials } }, schemes, state);
}

/** Asks, or waits for who does. A value that came since this attempt began counts, for it was refused with an earlier one. */
async function fieldsFor(asked: AskedScheme, state: RefusedAttempt): Promise<Fields | undefined> {
  const context = state.prepared.bound;
  const { signal } = state.scope;
  const { credentials } = context.given;
  const known = renewals.get(credentials) ?? new Map<string, SharedWork<Renewal>>();
  renewals.set(credentials, known);
  const key = JSON.stringify([asked.id, state.used.get(asked.id)]);
  for (;;) {
    const last = known.get(key);
    const counts = last?.result === undefined ? last?.isUnderWay() : state.startedAt <= last.result.endedAt;
    if (counts !== true) known.delete(key);
    // A client whose functions know many users may be refused for any number of them.
    const renewal = await kept(known, key, () => ask(asked, state)).wait(signal);
    if (renewal !== undefined) return renewal.fields;
  }
}

function ask({ id, scheme }: AskedScheme, state: RefusedAttempt): SharedWork<Renewal> {
  const context = state.prepared.bound;
  const { clock } = context.context;
  const work = new SharedWork<Renewal>(clock, context.requestTimeout);
  const end = (fields: Fields | undefined): void => work.end({ fields, endedAt: clock.now() });
  const resolve = async (): Promise<Fields> =>
    (await resolveCredentials(context, id, scheme, state.requireUnmoved, true)).fields;
  // Its error is not passed on: that the server refused is what the caller is told.
  untilAborted(work.signal, resolve).then(end, () => end(undefined));
  return work;
}
