import { circuitBreaker, ConsecutiveBreaker, ExponentialBackoff, handleAll, retry, wrap } from "cockatiel";

/** Retry around a circuit breaker, with the numbers of our defaults, around nothing. */
export function prepare() {
  const retries = retry(handleAll, {
    maxAttempts: 5,
    backoff: new ExponentialBackoff({ initialDelay: 2000, exponent: 2 }),
  });
  const circuit = circuitBreaker(handleAll, { halfOpenAfter: 30_000, breaker: new ConsecutiveBreaker(6) });
  const policy = wrap(retries, circuit);
  return () => policy.execute(async () => undefined);
}
