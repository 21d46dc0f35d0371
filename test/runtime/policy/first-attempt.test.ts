import { bindProvider } from "@sdkwright/runtime/generated";
import { HttpError, NetworkError, TimeoutError } from "@sdkwright/runtime";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { dispatchRequests, type PolicySource } from "#runtime/policy/first-attempt.js";
import type { Dispatch } from "#runtime/http/client.js";
import { rejection } from "../acme.js";
import { VirtualClock } from "../policy/virtual-clock.js";

const LIMITS = {
  requestTimeout: 1,
  signals: [],
  streamSignals: undefined,
  sending: undefined,
  acted: undefined,
  waiting: undefined,
  around: undefined,
  tokenGate: undefined,
  idempotent: undefined,
};

const context = { clock: { now: () => 0 } };

const test = suite("requests outside use-cases");

const definition = {
  name: "acme",
  defaultService: "default",
  services: { default: { baseUrl: "https://acme.example" } },
  securitySchemes: {},
} as const;

test("the first requests that ask for a circuit, sent at once, share it", async () => {
  let sent = 0;
  const fetch = async (): Promise<Response> => {
    sent += 1;
    return new Response("", { status: 503 });
  };
  const clock = new VirtualClock();
  const acme = bindProvider(definition, {}, { fetch, clock, random: () => 0.5 });
  // To load the policy it takes the platform's time.
  await acme.get("/warm", { deadline: 1000, throwHttpErrors: false });
  sent = 0;
  const policy = { kind: "circuit-breaker", maxContiguousRetries: 1, openTime: 30_000, patience: 1 } as const;
  const retryPolicy = { ...policy, backoff: { kind: "exponential", start: 5000 } } as const;
  const ends = Promise.allSettled(Array.from({ length: 16 }, () => acme.get("/x", { retryPolicy })));
  await clock.finish(ends);
  assert.is(sent, 16, "each fails once, and none is tried again: together they have opened the circuit");
  const refused = await acme.get("/x", { retryPolicy }).catch((error: unknown) => error);
  assert.is((refused as { code?: string }).code, "circuit-open");
});

test("a request with a mistake in its policy is refused before anything is sent", async () => {
  let sent = 0;
  const fetch = async (): Promise<Response> => new Response(String((sent += 1)));
  const acme = bindProvider(definition, {}, { fetch });
  for (const options of [{ requestTimeout: 0.5 }, { deadline: NaN }, { retryPolicy: "often" as "none" }]) {
    const error = await acme.get("/x", options).catch((thrown: unknown) => thrown);
    assert.is((error as { code?: string }).code, "bad-option");
  }
  assert.is(sent, 0);
});

test("what could not be loaded for one request is loaded again for the next", async () => {
  let loads = 0;
  const source: PolicySource = async () => {
    loads += 1;
    if (loads === 1) throw new Error("not there");
    return (_prepared, attempt) => attempt(LIMITS);
  };
  const send = dispatchRequests(
    { context, configured: {}, definition, requestTimeout: 1000 } as never,
    undefined,
    source,
  );
  const request = { options: { deadline: 1 } } as never;
  const answer = { status: 200 } as never;
  assert.is(await send(request, async () => answer).catch((error: Error) => error.message), "not there");
  assert.is(await send(request, async () => answer), answer);
  assert.is(await send(request, async () => answer), answer);
  assert.is(loads, 2);
});

test("where what repeats cannot be loaded, the failure itself is thrown; the next request loads it again", async () => {
  let loads = 0;
  const source: PolicySource = async () => {
    loads += 1;
    throw new Error("not there");
  };
  const bound = { context, configured: {}, definition, requestTimeout: 1000 } as never;
  const send = dispatchRequests(bound, undefined, source);
  const request = { options: {}, label: {} } as never;
  for (const failure of [
    new NetworkError("reset", { code: "network-reset", sent: "unknown" }),
    new HttpError("503", { code: "http-503", status: 503 }),
    new TimeoutError("late", { code: "timeout" }),
  ]) {
    let sent = 0;
    const attempt = async (): Promise<never> => {
      sent += 1;
      throw failure;
    };
    assert.is(await send(request, attempt as never).catch((error: unknown) => error), failure);
    assert.is(sent, 1);
  }
  assert.is(loads, 3);
  const final = new HttpError("404", { code: "http-404", status: 404 });
  const fail = async (): Promise<never> => Promise.reject(final);
  assert.is(await send(request, fail as never).catch((error: unknown) => error), final);
  assert.is(loads, 3);
});

test("a signal ends the wait for a policy that is being loaded, and leaves nothing behind", async () => {
  let loaded: (sender: Dispatch) => void = () => {};
  const source: PolicySource = () => new Promise((resolve) => (loaded = resolve));
  const send = dispatchRequests(
    { context, configured: {}, definition, requestTimeout: 1000 } as never,
    undefined,
    source,
  );
  const controller = new AbortController();
  const requestWith = (signal?: AbortSignal) => ({ options: { deadline: 1, signal } }) as never;
  const answer = { status: 200 } as never;
  const [stopped, other] = [send(requestWith(controller.signal), answer), send(requestWith(), async () => answer)];
  controller.abort("stop");
  assert.is(await stopped.catch((reason: unknown) => reason), "stop");
  loaded((_prepared, attempt) => attempt(LIMITS));
  assert.is(await other, answer);
});

test("a policy that does not come in time is a time limit, and no file that is missing", async () => {
  const bound = { context, configured: {}, requestTimeout: 1, definition } as never;
  const send = dispatchRequests(bound, undefined, () => new Promise(() => {}));
  const label = { provider: "acme", service: "default", method: "GET", path: "/x" };
  const error = await rejection(send({ options: { deadline: 1 }, label } as never, {} as never), TimeoutError);
  assert.equal([error.code, error.provider], ["timeout", "acme"]);
  assert.is(error.message, "GET /x of acme took longer than 1 ms");
});

test.run();
