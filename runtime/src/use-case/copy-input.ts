import { isPlainObject } from "../config/records.js";

/**
 * A copy of the objects and arrays that a value is made of, so that nobody who changes one changes the other. Instances
 * (`Date`, `Blob`, …) are shared.
 */
export function copyInput(value: unknown, copies: Map<unknown, unknown> = new Map()): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value)) return value;
  return copies.get(value) ?? (isArray ? copyArray(value, copies) : copyObject(value, copies));
}

function copyArray(value: readonly unknown[], copies: Map<unknown, unknown>): unknown[] {
  const copy: unknown[] = [];
  copies.set(value, copy);
  for (const item of value) copy.push(copyInput(item, copies));
  return copy;
}

function copyObject(value: object, copies: Map<unknown, unknown>): object {
  // Own from the start: what is assigned to it, under `__proto__` too, is a property and nothing more.
  const copy: { [key: string]: unknown } = { ...value };
  copies.set(value, copy);
  for (const key of Object.keys(copy)) copy[key] = copyInput(copy[key], copies);
  return copy;
}
