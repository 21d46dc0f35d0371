import type { JsonObject, JsonValue } from "@sdkwright/runtime/config";
import { objectKey, stringLiteral } from "../names/quoting.js";
import { fitsWidth } from "./layout.js";

/** A JSON value as a TypeScript literal: one line per key of an object, so that a change of a value changes a line. */
export function jsonLiteral(value: JsonValue, indent: string): string {
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value === "number") return JSON.stringify(value).replace("e+", "e");
  if (value === null || typeof value === "boolean") return String(value);
  if (isArray(value)) return arrayLiteral(value, indent);
  return objectLiteral(value, indent);
}

/** A property of an object literal, on as few lines as its value fits on. */
export function fittedProperty(key: string, value: JsonValue, indent: string): string {
  return fitted(`${indent}${objectKey(key)}: `, value, indent);
}

function fitted(start: string, value: JsonValue, indent: string): string {
  const line = `${start}${flatLiteral(value)},\n`;
  if (fitsWidth(line) || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const [open, close] = isArray(value) ? ["[", "]"] : ["{", "}"];
  const lines = isArray(value)
    ? value.map((item) => fitted(inner, item, inner))
    : Object.entries(value).map(([key, item]) => fittedProperty(key, item, inner));
  return `${start}${open}\n${lines.join("")}${indent}${close},\n`;
}

function flatLiteral(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(flatLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return jsonLiteral(value, "");
  const entries = Object.entries(value).map(([key, item]) => `${objectKey(key)}: ${flatLiteral(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
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
