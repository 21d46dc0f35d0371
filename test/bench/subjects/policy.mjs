import { normalizeRetryPolicy } from "../../../runtime/dist/config/retry-option.js";
import { systemClock } from "../../../runtime/dist/clock.js";
import { Circuits } from "../../../runtime/dist/policy/circuits.js";
import { ProviderRun } from "../../../runtime/dist/policy/provider-run.js";
import { performRequest } from "../../../runtime/dist/policy/retry.js";

const requestTimeout = 30_000;

/** Retry around a circuit with our defaults, around nothing: what one request of a use-case goes through. */
export function prepare() {
  let calls = 0;
  const nextCall = () => (calls += 1);
  const context = { clock: systemClock, random: Math.random, maxRetryAfter: 60_000, on: undefined, nextCall };
  const policy = normalizeRetryPolicy("circuit-breaker");
  const origin = { provider: "acme" };
  const circuits = new Circuits(context).group(origin, undefined);
  const request = {
    label: { provider: "acme", service: "default", method: "GET", path: "/items" },
    policy: { retryPolicy: undefined, requestTimeout: undefined, deadline: undefined, idempotent: undefined },
    replayable: true,
    signal: undefined,
  };
  const answer = { status: 200 };
  const endsAt = Infinity;
  return async () => {
    const call = nextCall();
    const run = new ProviderRun({
      context,
      origin,
      call,
      policy,
      requestTimeout,
      circuits,
      hasNext: false,
      endsAt,
    });
    const response = await performRequest(run, request, async (limits) => {
      limits.sending();
      return answer;
    });
    run.settle();
    return response;
  };
}
