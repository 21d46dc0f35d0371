import type { JsonValue } from "./client-config.js";
import { isPlainObject } from "./json.js";
import { error, type Issue } from "./issue.js";
import { escapeSegment } from "./pointer.js";

/** How deep a document may be nested. */
export const MAX_DEPTH = 200;

/**
 * Copies a value as JSON has it, each property read once: what follows works on data that nobody else can change.
 * `undefined` properties are left out; what JSON does not have, `__proto__` and endless nesting are issues, and left out.
 */
export function copyJson(value: unknown): { readonly value: JsonValue; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  return { value: copy(value, "", [], issues) ?? null, issues };
}

function copy(value: unknown, pointer: string, outer: readonly object[], issues: Issue[]): JsonValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value) || isPlainObject(value)) return copyNested(value, pointer, outer, issues);
  const found = typeof value === "number" ? "a number beyond what JSON can hold" : `a ${typeof value}`;
  return refuse(error("SW1109", pointer, `expected a JSON value, not ${found}`), issues);
}

function copyNested(value: object, pointer: string, outer: readonly object[], issues: Issue[]): JsonValue | undefined {
  if (outer.length >= MAX_DEPTH || outer.includes(value)) {
    return refuse(error("SW1110", pointer, `nested more than ${MAX_DEPTH} deep`), issues);
  }
  const inner = [...outer, value];
  if (!Array.isArray(value)) return copyObject(value, pointer, inner, issues);
  return value.map((item, index) => copy(item, `${pointer}/${index}`, inner, issues) ?? null);
}

function copyObject(value: object, pointer: string, outer: readonly object[], issues: Issue[]): JsonValue {
  const entries = Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const place = `${pointer}/${escapeSegment(key)}`;
    if (key === "__proto__") refuse(error("SW1106", place, '"__proto__" cannot be a key', { target: "key" }), issues);
    if (/\p{Cs}/u.test(key)) {
      refuse(error("SW1111", place, "a key has half a surrogate pair in it", { target: "key" }), issues);
      return [];
    }
    if (key === "__proto__" || item === undefined) return [];
    const copied = copy(item, place, outer, issues);
    return copied === undefined ? [] : [[key, copied] as const];
  });
  return Object.fromEntries(entries);
}

function refuse(issue: Issue, issues: Issue[]): undefined {
  issues.push(issue);
}
