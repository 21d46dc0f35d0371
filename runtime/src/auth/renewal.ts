import { untilAborted } from "../abort.js";
import { own } from "../config/options.js";
import { drainBody, letGo } from "../http/answer.js";
import type { OutgoingRequest } from "../http/transport.js";
import type { AskedScheme, AttemptState, Authentication, AuthenticationContext, HopAnswer } from "./authenticate.js";
import { type Fields, resolveCredentials } from "./credentials.js";
import { isDead, keepFlying, type Landable, landing } from "./liveness.js";
import { authenticate } from "./schemes.js";

/** A request that was answered 401, and what it was sent with. */
export interface Refused {
  readonly context: AuthenticationContext;
  readonly schemes: readonly AskedScheme[];
  readonly state: AttemptState;
  readonly request: OutgoingRequest;
  readonly answer: HopAnswer;
  readonly signal: AbortSignal;
}

/** A function that is being asked for another credential than the one that was refused. */
interface Asking extends Landable {
  /** Once it has ended; without fields where it threw. */
  outcome: { readonly fields: Fields | undefined; readonly endedAt: number } | undefined;
}

/** By what code gave as credentials, of which each client has its own; then by scheme and what was refused. */
const askings = new WeakMap<object, Map<string, Asking>>();

/** A client whose functions know many users may be refused for any number of them. */
const MAX_ASKINGS = 100;

/**
 * Asks the functions that gave the credentials of a request for others, because these were refused, and signs anew. Nothing
 * where no function gave them, where it gives the same again, or where the request cannot be sent a second time. Requests
 * that were refused with the same credential share the asking.
 */
export async function renewed(refused: Refused): Promise<Authentication | undefined> {
  const { context, schemes, state, request, answer } = refused;
  const { body } = request;
  const isOnce = body !== undefined && !(body instanceof Uint8Array) && !body.replayable;
  const fromCode = schemes.filter(({ id, scheme }) => scheme.type !== "oauth2" && isFromCode(context, id));
  if (isOnce || fromCode.length === 0 || state.furtherSends === 0) return undefined;
  // By a copy: where there is no other credential, the caller gets the answer as it came. A login may need the connection.
  const { complete } = await drainBody(answer.response.clone());
  if (!complete) letGo(answer.response);
  const credentials: Record<string, unknown> = { ...context.given.credentials };
  const signed = fromCode.filter(({ scheme }) => scheme.type === "signature");
  let isOther = false;
  for (const asked of fromCode) {
    const fields = signed.includes(asked) ? undefined : await fieldsFor(asked, refused);
    if (fields === undefined) continue;
    credentials[asked.id] = fields;
    isOther ||= JSON.stringify(fields) !== JSON.stringify(state.used.get(asked.id));
  }
  if (!isOther && signed.length === 0) return undefined;
  // Digest begins anew, with a challenge, which counts.
  if (!fromCode.some(({ scheme }) => scheme.type === "http" && scheme.scheme === "digest")) state.furtherSends -= 1;
  const date = Date.parse(answer.response.headers.get("date") ?? "");
  // Of a signature nobody knows before whether it is another one.
  const response = isOther ? undefined : answer.response;
  state.refused = { response, date: Number.isNaN(date) ? undefined : new Date(date) };
  return authenticate({ ...context, given: { ...context.given, credentials } }, schemes, state);
}

function isFromCode({ given }: AuthenticationContext, id: string): boolean {
  const credentials = own(given.credentials, id);
  return typeof credentials === "function" || Object.values(Object(credentials) as object).some(isFunction);
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

/** Asks, or waits for who does; what was got since this attempt began counts, for it was refused with what there was before. */
async function fieldsFor(asked: AskedScheme, refused: Refused): Promise<Fields | undefined> {
  const { context, state, signal } = refused;
  const { clock } = context.context;
  const known = askings.get(context.given.credentials) ?? new Map<string, Asking>();
  askings.set(context.given.credentials, known);
  const key = JSON.stringify([asked.id, state.used.get(asked.id)]);
  for (;;) {
    let asking = known.get(key);
    const { outcome } = asking ?? {};
    if (outcome !== undefined && state.startedAt <= outcome.endedAt) return outcome.fields;
    if (asking === undefined || outcome !== undefined || isDead(asking, clock, () => {})) {
      asking = ask(asked, refused);
      known.delete(key);
      known.set(key, asking);
      for (const [oldest] of known) if (known.size > MAX_ASKINGS) known.delete(oldest);
    }
    await landing(asking, clock, signal);
    if (asking.outcome !== undefined) return asking.outcome.fields;
  }
}

function ask({ id, scheme }: AskedScheme, { context, state }: Refused): Asking {
  const { clock } = context.context;
  const now = clock.now();
  const asking: Asking = {
    controller: new AbortController(),
    until: now + context.requestTimeout,
    aliveAt: now,
    waiters: new Set(),
    outcome: undefined,
  };
  const stop = keepFlying(asking, clock);
  const end = (fields: Fields | undefined): void => {
    stop();
    asking.outcome = { fields, endedAt: clock.now() };
    for (const wake of asking.waiters) wake();
  };
  const resolve = async (): Promise<Fields> => {
    const { fields } = await resolveCredentials(context, id, scheme, state.stay, true);
    return fields;
  };
  // What it throws is not passed on: that the server refused is what the caller is told.
  untilAborted(asking.controller.signal, resolve).then(end, () => end(undefined));
  return asking;
}
