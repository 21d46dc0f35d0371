import type { Authenticator, HopAnswer } from "../auth/authenticator.js";
import type { SendOnce, OutgoingRequest } from "../wire/outgoing.js";
import { rejectionOf } from "./rejection.js";

/** Where and with what credentials one attempt sends. */
export interface HopContext {
  /** The only origin that gets credentials. */
  readonly origin: string;
  authenticators: readonly Authenticator[];
  /** Whether an API key stands in the request already, in its path or body. */
  readonly hasKey: boolean;
  /** Called once: gets other credentials where those of a hop were refused (401), and the request to send once more. */
  renew: ((hop: OutgoingRequest, answer: HopAnswer) => Promise<OutgoingRequest | undefined>) | undefined;
  /** Those of the client and of hooks, which go where credentials go. */
  readonly headers: Headers | undefined;
  readonly send: SendOnce;
  readonly signal: AbortSignal;
}

/** Sends one hop, and once more where other credentials are to be had. */
export async function sendHop(hop: OutgoingRequest, anonymous: boolean, context: HopContext): Promise<HopAnswer> {
  const answer = await signAndSend(hop, anonymous, context);
  const { renew } = context;
  if (answer.response.status !== 401 || answer.rejection === undefined || renew === undefined) return answer;
  context.renew = undefined;
  const next = await renew(hop, answer);
  return next === undefined ? answer : signAndSend(next, anonymous, context);
}

/** Credentials are attached now that the URL of the hop is known, and only when it goes to the declared origin. */
async function signAndSend(hop: OutgoingRequest, anonymous: boolean, context: HopContext): Promise<HopAnswer> {
  const { origin, authenticators, hasKey, headers, signal } = context;
  let { send } = context;
  const hasCredentials = hasKey || authenticators.length > 0;
  if (anonymous || !(hasCredentials || headers) || !isWithin(hop.url, origin)) {
    return { response: await send(hop), rejection: undefined };
  }
  const request = { ...hop, headers: new Headers(hop.headers), personal: true };
  headers?.forEach((value, name) => request.headers.set(name, value));
  for (const authenticator of authenticators) {
    if (authenticator.kind === "signer") authenticator.sign(request);
    // It signs when the request is sent: after all others, and after each answer to a challenge.
    if (authenticator.kind === "signature") send = authenticator.signing(send);
  }
  const answerer = authenticators.find((authenticator) => authenticator.kind === "answerer");
  if (answerer !== undefined) return answerer.answer(request, send, signal);
  const response = await send(request);
  return { response, rejection: hasCredentials ? await rejectionOf(response) : undefined };
}

/** The URL is one that `URL` wrote, so its origin is how it begins. */
function isWithin(url: string, origin: string): boolean {
  return url.startsWith(origin) && /^[/?]/.test(url.slice(origin.length));
}
