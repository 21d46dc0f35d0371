import { step, type Run } from "./run.js";
import { isObject, keysOf } from "./values.js";

/** A text that two values share if and only if they are the same JSON, whatever the order of their keys. */
export function canonical(run: Run, value: unknown, depth: number): string {
  step(run, depth);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(run, item, depth + 1)).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const entries = keysOf(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(run, value[key], depth + 1)}`);
  return `{${entries.join()}}`;
}

/** Whether two values are the same; nearly all are scalars. */
export function isSame(run: Run, one: unknown, other: unknown, depth: number): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return canonical(run, one, depth) === canonical(run, other, depth);
}
