import type { JsonValue } from "../config/definition.js";
import { toPointer } from "../config/env.js";
import { isPlainObject, own } from "../config/options.js";
import type { IssueCode } from "./issue-codes.js";
import { error, type Issue } from "./issue.js";

/** How deep a document may be nested. */
export const MAX_DEPTH = 200;

/**
 * Copies a value as JSON has it, each property read once: what follows works on data that nobody else can change.
 * `undefined` properties are left out; what JSON does not have, `__proto__` and endless nesting are issues, and left out.
 */
export function copyJson(value: unknown): { readonly value: JsonValue; readonly issues: readonly Issue[] } {
  const way: Way = { keys: [], around: [], issues: [] };
  return { value: copy(value, way) ?? null, issues: way.issues };
}

/** Where the copy has come to: a pointer is made of it only where something is wrong. */
interface Way {
  readonly keys: (string | number)[];
  /** The objects and arrays that the keys lead through. */
  readonly around: object[];
  readonly issues: Issue[];
}

function copy(value: unknown, way: Way): JsonValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value) || isPlainObject(value)) return copyNested(value, way);
  const found = typeof value === "number" ? "a number beyond what JSON can hold" : `a ${typeof value}`;
  return report(way, "SW1109", `expected a JSON value, not ${found}`);
}

function copyNested(value: object, way: Way): JsonValue | undefined {
  const { around } = way;
  if (around.length >= MAX_DEPTH || around.includes(value)) {
    return report(way, "SW1110", `nested more than ${MAX_DEPTH} deep`);
  }
  around.push(value);
  const copied = Array.isArray(value)
    ? value.map((item, index) => copyAt(index, item, way) ?? null)
    : copyEntries(value, way);
  around.pop();
  return copied;
}

function copyEntries(value: object, way: Way): JsonValue {
  const copied: [string, JsonValue][] = [];
  for (const key of Object.getOwnPropertyNames(value)) {
    const item = own(value, key);
    const entry = isFineKey(key, way) && item !== undefined ? copyAt(key, item, way) : undefined;
    if (entry !== undefined) copied.push([key, entry]);
  }
  return Object.fromEntries(copied);
}

function copyAt(key: string | number, item: unknown, way: Way): JsonValue | undefined {
  way.keys.push(key);
  const copied = copy(item, way);
  way.keys.pop();
  return copied;
}

const HALF_SURROGATE = /\p{Cs}/u;

function isFineKey(key: string, way: Way): boolean {
  if (key !== "__proto__" && !HALF_SURROGATE.test(key)) return true;
  way.keys.push(key);
  if (key === "__proto__") report(way, "SW1106", '"__proto__" cannot be a key', "key");
  else report(way, "SW1111", "a key has half a surrogate pair in it", "key");
  way.keys.pop();
  return false;
}

function report({ keys, issues }: Way, code: IssueCode, message: string, target?: "key"): undefined {
  issues.push(error(code, toPointer(...keys), message, target && { target }));
}
