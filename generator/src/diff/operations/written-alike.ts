import { isEqual } from "../records.js";

/** The order of words says nothing: that of members of a union, of properties. */
export function isWrittenAlike(base: unknown, next: unknown): boolean {
  if (isEqual(base, next)) return true;
  const [one, other] = [base, next].map((value) => (JSON.stringify(value) ?? "").split(/\b/).map((word) => word.trim()).sort().join(" ")); // prettier-ignore
  return one === other;
}
