import { LIMIT, spend, step, type Run } from "./run.js";
import { isObject, keysOf, sizeOf } from "./values.js";

/** A text that two values share if and only if they are the same JSON, whatever the order of their keys; it counts by its length. */
export function canonical(run: Run, value: unknown, depth: number): string {
  step(run, depth);
  const text = textOf(run, value, depth);
  spend(run, sizeOf(text));
  if (run.steps < 0) throw LIMIT;
  return text;
}

function textOf(run: Run, value: unknown, depth: number): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(run, item, depth + 1)).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const entries = keysOf(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(run, value[key], depth + 1)}`);
  return `{${entries.join()}}`;
}

/** Whether others are the same as a value; nearly all are scalars. */
export function sameAs(run: Run, value: unknown, depth: number): (other: unknown) => boolean {
  if (typeof value !== "object") return (other) => other === value;
  let text: string | undefined;
  return (other) =>
    typeof other === "object" && canonical(run, other, depth) === (text ??= canonical(run, value, depth));
}
