import { normalizeRetryPolicy } from "../../../runtime/dist/config/retry-option.js";
import { systemClock } from "../../../runtime/dist/clock.js";
import { Circuits } from "../../../runtime/dist/policy/circuits.js";
import { ProviderRun } from "../../../runtime/dist/policy/provider-run.js";
import { dispatchRequests } from "../../../runtime/dist/policy/first-attempt.js";

const requestTimeout = 30_000;

/** Retry around a circuit with our defaults, around nothing: what one request of a use-case goes through. */
export function prepare() {
  let calls = 0;
  const nextCall = () => (calls += 1);
  const context = { clock: systemClock, random: Math.random, maxRetryAfter: 60_000, on: undefined, nextCall };
  const policy = normalizeRetryPolicy("circuit-breaker");
  const origin = { provider: "acme" };
  const circuits = new Circuits(context).group(origin, undefined);
  const bound = { context, configured: {}, definition: { name: "acme" }, requestTimeout };
  const label = { provider: "acme", service: "default", method: "GET", path: "/items" };
  const prepared = { bound, label, options: {}, replayable: true };
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
    const dispatch = dispatchRequests(bound, { run, circuits: undefined, caller: undefined });
    const response = await dispatch(prepared, async (limits) => {
      limits.sending();
      return answer;
    });
    run.settle();
    return response;
  };
}
