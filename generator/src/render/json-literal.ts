import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { objectKey, stringLiteral } from "./quoting.js";

/** A JSON value as a TypeScript literal: one line per key of an object, so that a change of a value changes a line. */
export function jsonLiteral(value: JsonValue, indent: string): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return JSON.stringify(value).replace("e+", "e");
  if (value === null || typeof value === "boolean") return String(value);
  if (isArray(value)) return arrayLiteral(value, indent);
  return objectLiteral(value, indent);
}

function objectLiteral(value: JsonObject, indent: string): string {
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const lines = entries.map(([key, item]) => `${indent}  ${objectKey(key)}: ${jsonLiteral(item, `${indent}  `)},\n`);
  return `{\n${lines.join("")}${indent}}`;
}

function arrayLiteral(items: readonly JsonValue[], indent: string): string {
  if (!items.some(isFilledObject)) return `[${items.map((item) => jsonLiteral(item, indent)).join(", ")}]`;
  const lines = items.map((item) => `${indent}  ${jsonLiteral(item, `${indent}  `)},\n`);
  return `[\n${lines.join("")}${indent}]`;
}

/** Whether prettier may lay the literal out otherwise: it has rules of its own for arrays of arrays and of objects. */
export function hasNestedValues(value: JsonValue): boolean {
  if (isArray(value)) return value.some((item) => typeof item === "object" && item !== null);
  return typeof value === "object" && value !== null && Object.values(value).some(hasNestedValues);
}

function isFilledObject(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && !isArray(value) && Object.keys(value).length > 0;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
