/**
 * The largest of numbers, and not less than `least`. `Math.max(...numbers)` makes an argument of each: a hundred thousand
 * of them, as a document may have, are more than the stack holds.
 */
export function largest(numbers: readonly number[], least = 0): number {
  return numbers.reduce((most, each) => Math.max(most, each), least);
}
