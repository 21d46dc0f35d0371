import { isPlainObject } from "./config/json.js";

/**
 * A copy of the objects and arrays that a value is made of, so that nobody who changes one changes the other. Instances
 * (`Date`, `Blob`, …) are shared.
 */
export function copyInput(value: unknown, copies: Map<unknown, unknown> = new Map()): unknown {
  if (!Array.isArray(value) && !isPlainObject(value)) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy: object = Array.isArray(value) ? [] : {};
  copies.set(value, copy);
  for (const [key, part] of Object.entries(value)) {
    // Assigned, `__proto__` would be more than a key.
    Object.defineProperty(copy, key, {
      value: copyInput(part, copies),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}
