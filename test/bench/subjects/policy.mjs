import { normalizeRetryPolicy } from "../../../runtime/dist/config/normalize-retry-policy.js";
import { systemClock } from "../../../runtime/dist/clock.js";
import { standaloneSender } from "../../../runtime/dist/policy/standalone.js";

/** Retry around a circuit with our defaults, around nothing: what a request outside a use-case goes through. */
export function prepare() {
  const context = { clock: systemClock, random: Math.random, maxRetryAfter: 60_000, on: undefined };
  const send = standaloneSender({ context, definition: { name: "acme" }, requestTimeout: 30_000 });
  const request = {
    label: { provider: "acme", service: "default", method: "GET", path: "/items" },
    policy: { retryPolicy: normalizeRetryPolicy({ kind: "circuit-breaker" }) },
    replayable: true,
    signal: undefined,
  };
  const answer = { status: 200 };
  return () => send(request, async () => answer);
}
