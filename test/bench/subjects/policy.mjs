import { normalizeRetryPolicy } from "../../../runtime/dist/formats/normalize-retry-policy.js";
import { systemClock } from "../../../runtime/dist/clock.js";
import { Circuit } from "../../../runtime/dist/policy/circuit.js";
import { Performance } from "../../../runtime/dist/policy/performance.js";
import { performRequest } from "../../../runtime/dist/policy/retry.js";

const requestTimeout = 30_000;

/** Retry around a circuit with our defaults, around nothing: what one request of a use-case goes through. */
export function prepare() {
  const context = { clock: systemClock, random: Math.random, maxRetryAfter: 60_000, on: undefined };
  const policy = normalizeRetryPolicy("circuit-breaker");
  const circuit = new Circuit(systemClock);
  const origin = { provider: "acme" };
  const request = {
    label: { provider: "acme", service: "default", method: "GET", path: "/items" },
    policy: { retryPolicy: undefined, requestTimeout: undefined, deadline: undefined, idempotent: undefined },
    replayable: true,
    signal: undefined,
  };
  const answer = { status: 200 };
  return async () => {
    const permit = circuit.admit(requestTimeout);
    const performance = new Performance({ context, origin, policy, circuit, permit, requestTimeout, endsAt: Infinity });
    try {
      return await performRequest(performance, request, async () => answer);
    } finally {
      performance.settle(true);
    }
  };
}
