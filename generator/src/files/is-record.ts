/** Whether a value is an object with keys of its own, as JSON has it: no list, no null. */
export function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
