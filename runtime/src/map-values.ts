/** A record with the same keys, in the same order, and changed values. */
export function mapValues<From, To>(
  record: { readonly [key: string]: From },
  change: (value: From, key: string) => To,
): { readonly [key: string]: To } {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
