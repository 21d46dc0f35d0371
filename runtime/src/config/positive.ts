import { MAX_DELAY } from "../clock.js";

/** Whether a value is a whole number from 1 to `limit`, as times, sizes and counts have to be. */
export function isPositive(value: unknown, limit: number = MAX_DELAY): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= limit;
}

/** Throws what `invalid` makes of the first value, by option name, that is given and not {@link isPositive}. */
export function requirePositive(
  values: { readonly [option: string]: unknown },
  invalid: (option: string, problem: string) => Error,
  limit: number = MAX_DELAY,
): void {
  for (const [option, value] of Object.entries(values)) {
    if (value === undefined || isPositive(value, limit)) continue;
    throw invalid(`\`${option}\``, `is not a positive integer up to ${limit}`);
  }
}
