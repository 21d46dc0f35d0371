/** The work that is left for a check, because hostile data must not take the time of everybody else. */
export interface Budget {
  steps: number;
}

/** Thrown when it is used up, or a value is nested too deeply. */
export const LIMIT: unique symbol = Symbol("limit");

export const MAX_STEPS = 2_000_000;
const MAX_DEPTH = 500;

/** Takes a step, and one more for ten parts that are gone through. */
export function step(budget: Budget, depth: number, size = 0): void {
  if (depth > MAX_DEPTH) throw LIMIT;
  spend(budget, 1 + size / 10);
}

export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw LIMIT;
}
