/** Whether a value is a whole number from 1 to `limit`, as times, sizes and counts have to be. */
export function isPositive(value: unknown, limit: number): boolean {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= limit;
}
