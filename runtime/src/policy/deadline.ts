/** A timeout that a deadline has shortened to less than this says nothing about the provider, in ms. */
const TELLING_TIMEOUT = 1000;

/** When a candidate's share of the call ends: time left ÷ candidates left, the starting one included. */
export function shareEnd(now: number, deadlineAt: number, candidatesLeft: number): number {
  return now + (deadlineAt - now) / candidatesLeft;
}

/** How long one attempt may take. */
export interface AttemptBudget {
  /** In ms. */
  readonly timeout: number;
  /** Whether running out of it counts as a failure of the provider. */
  readonly telling: boolean;
}

/** `requestTimeout`, cut where the share ends. */
export function attemptBudget(now: number, endsAt: number, requestTimeout: number): AttemptBudget {
  const left = endsAt - now;
  if (left >= requestTimeout) return { timeout: requestTimeout, telling: true };
  return { timeout: Math.max(0, left), telling: left >= TELLING_TIMEOUT };
}
