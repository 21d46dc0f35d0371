import { copied, isPlainObject } from "./records.js";

interface Parts {
  [key: string]: unknown;
}

/**
 * A copy of the objects and arrays that a value is made of, so that nobody who changes one changes the other. Instances
 * (`Date`, `Blob`, …) are shared. Without recursion, because what is given may be as deep as it likes. Throws where it has
 * more than `most` of them.
 */
export function copyData<Data>(root: Data, most: number = Infinity): Data {
  const copies = new Map<unknown, Parts>();
  const copyOf = (value: unknown): unknown => {
    if (!isList(value) && !isPlainObject(value)) return value;
    const copy = copies.get(value) ?? shallow(value);
    copies.set(value, copy);
    return copy;
  };
  const copy = copyOf(root);
  // What stands within one is added while it is gone through.
  for (const each of copies.values()) {
    if (copies.size > most) throw new RangeError();
    for (const key of Object.keys(each)) each[key] = copyOf(each[key]);
  }
  return copy as Data;
}

/** An array of any realm. One of a class, or that says itself how it is written, is an instance like others. */
export function isList(value: unknown): value is unknown[] {
  return (
    Array.isArray(value) &&
    Object.hasOwn(Object(Object.getPrototypeOf(value)) as object, "concat") &&
    !Object.hasOwn(value, "toJSON")
  );
}

/** Own from the start: what is assigned to it later, under `__proto__` too, is a property and nothing more. */
function shallow(value: object): Parts {
  return (isList(value) ? Array.from(value) : copied(value)) as Parts;
}
