import { untilAborted } from "../../abort.js";
import { has } from "../../config/options.js";
import {
  AuthenticationError,
  ConfigurationError,
  describeRequest,
  type SdkError,
  TimeoutError,
} from "../../errors/errors.js";
import type { TokenPass } from "../authenticate.js";
import { begin, type FlightPlan } from "./flight-plan.js";
import type { Landing, Token } from "./lane.js";
import { type Outside, outside } from "./outside.js";
import { tell } from "./tell.js";
import type { GrantedTokens } from "./token-answer.js";
import { copyOf } from "./token-failure.js";
import { requestTokens } from "./token-request.js";

const DEFAULT_COOL_DOWN = 60_000;

/** Who waits no longer than this, in ms, has just been told what there is. */
const SOON = 500;

/** Gets a token: of those that are kept outside, else from the token endpoint. It is loaded with the first. */
export async function obtain(plan: FlightPlan): Promise<Landing> {
  try {
    return { token: await obtained(plan), fail: undefined };
  } catch (error) {
    return { token: undefined, fail: failing(plan, error) };
  }
}

async function obtained(plan: FlightPlan): Promise<Token> {
  const { grant, entry, store, makeToken } = plan;
  const { load, save } = outside(plan);
  const loaded = await load();
  if (loaded !== undefined) return loaded;
  try {
    const granted = await tell(grant, "request", async () => ask(plan, load));
    if (has(granted, "text")) return granted;
    const { accessToken, refreshToken, lifetime } = granted;
    grant.attempt.secrets.add(refreshToken ?? "");
    store.rotate(grant, entry.lane, refreshToken);
    const token = makeToken(accessToken, lifetime, grant, false);
    await save(accessToken, lifetime);
    return token;
  } catch (error) {
    if (!(error instanceof AuthenticationError)) throw error;
    // Another process may have spent the refresh token, and told what it got.
    const told = await load();
    if (told === undefined) throw denied(plan, error);
    return told;
  }
}

/** In the time that it waited in the circuit, another process may have got a token, and told of it. */
async function ask(plan: FlightPlan, load: Outside["load"]): Promise<GrantedTokens | Token> {
  const { grant, entry, wire, flight } = plan;
  const { attempt, label, client, key } = grant;
  const { clock } = client.context;
  const { signal } = flight.controller;
  let pass: TokenPass | undefined;
  let failure: SdkError | undefined;
  const askedAt = clock.now();
  try {
    pass = await attempt.tokenGate?.enter(label, signal, client.requestTimeout);
    const told = clock.now() - askedAt > SOON ? await load() : undefined;
    if (told !== undefined) {
      pass?.drop();
      return told;
    }
    begin(plan);
    const { refreshToken } = entry.lane;
    // Who waits for its error may have given another one.
    for (const each of entry.lane.had.values()) attempt.secrets.add(each);
    // Not the client id: records of fakes show who asked.
    wire.keepSecrets(signal, [new Set([grant.clientSecret, refreshToken ?? ""]), {}]);
    return await untilAborted(signal, async () => requestTokens(grant, refreshToken, wire, signal));
  } catch (error) {
    failure = error as SdkError;
    if (signal.aborted && !(error instanceof ConfigurationError)) {
      const message = `${describeRequest(label)} took longer than ${client.requestTimeout} ms`;
      failure = new TimeoutError(message, { code: "timeout", provider: label.provider });
    }
    throw Object.assign(failure, { tokenEndpoint: key.scheme });
  } finally {
    pass?.end(failure);
  }
}

/** To whom it is told, the vendor may repeat any refresh token that their lane has had. */
function failing({ entry: { lane } }: FlightPlan, error: unknown): NonNullable<Landing["fail"]> {
  return async (attempt) => {
    for (const each of lane.had.values()) attempt.secrets.add(each);
    return copyOf(error);
  };
}

/** Remembers what is not to be asked for again for a while. */
function denied(plan: FlightPlan, error: AuthenticationError): AuthenticationError {
  const { grant, entry, credentialsOf } = plan;
  const { attempt, client } = grant;
  const until = client.context.clock.now() + (attempt.tokenGate?.authCoolDown ?? DEFAULT_COOL_DOWN);
  entry.lane.denied = { fail: failing(plan, error), credentials: credentialsOf(entry, grant), until };
  return error;
}
