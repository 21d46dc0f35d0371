/**
 * The property of a record, or of an instance of a class, whatever somebody put on `Object.prototype`. Apart from records: it
 * is loaded late, and they are at the start of a bundle.
 */
export function member(record: object, key: string): unknown {
  let owner: object | null = record;
  // That of any realm has this property.
  while (owner !== null && !Object.hasOwn(owner, "isPrototypeOf")) {
    if (Object.hasOwn(owner, key)) return (record as Record<string, unknown>)[key];
    owner = Object.getPrototypeOf(owner) as object | null;
  }
  return undefined;
}
