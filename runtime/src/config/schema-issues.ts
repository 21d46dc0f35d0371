import type { JsonValue } from "./client-config.js";
import type { Format } from "./format.js";
import { error, type Issue } from "./issue.js";
import type { IssueCode } from "./issue-codes.js";
import { own, valueAt } from "./json.js";
import { nearest, suggestion } from "./nearest.js";
import { escapeSegment, pointerSegments } from "./pointer.js";
import type { SchemaError } from "./schema-error.js";

type Description = Pick<Format<unknown>, "title" | "isShown" | "places">;

/** Errors of a validator as issues: one for each mistake, in the order of the document's checks. */
export function schemaIssues(errors: readonly SchemaError[], document: JsonValue, format: Description): Issue[] {
  const seen = new Set<string>();
  return errors.flatMap((found) => {
    const mistake = mistakeOf(found);
    if (seen.has(mistake) || isMisspelt(found, errors)) return [];
    seen.add(mistake);
    return [issueOf(found, document, format)];
  });
}

/** Where the mistake stands: the key for one about a key, else the value. */
export function placeOf({ pointer, keyword, detail }: SchemaError): string {
  const isAboutKey = keyword === "additionalProperties" || keyword === "propertyNames";
  return isAboutKey ? `${pointer}/${escapeSegment(String(detail))}` : pointer;
}

/** A value has one issue, whatever it fails; keys have one each. */
function mistakeOf({ pointer, keyword, detail }: SchemaError): string {
  const isAboutKey = keyword === "required" || keyword === "additionalProperties" || keyword === "propertyNames";
  return isAboutKey ? `${keyword} ${pointer} ${String(detail)}` : pointer;
}

/** A key that seems missing because it was misspelt: the unknown key says so already. */
function isMisspelt({ pointer, keyword, detail, expected }: SchemaError, errors: readonly SchemaError[]): boolean {
  if (keyword !== "required") return false;
  return errors.some((other) => {
    if (other.keyword !== "additionalProperties" || other.pointer !== pointer) return false;
    const meant = nearest(String(other.detail), keysOf(other));
    return meant !== undefined && (meant === detail || text(expected).includes(`"${meant}"`));
  });
}

function issueOf(found: SchemaError, document: JsonValue, format: Description): Issue {
  const { pointer, keyword, detail, expected } = found;
  const key = String(detail);
  switch (keyword) {
    case "additionalProperties":
      return unknownKey(placeOf(found), key, keysOf(found), format);
    case "propertyNames":
      return error("SW1105", placeOf(found), `${JSON.stringify(key)} ${text(expected)}`, {
        target: "key",
      });
    case "required":
      if (expected === undefined) return error("SW1102", pointer, `${subject(pointer, format)} has no "${key}"`);
      return error("SW1108", pointer, `${subject(pointer, format)} ${text(expected)}`);
    case "not":
      if (text(expected).startsWith("has "))
        return error("SW1108", pointer, `${subject(pointer, format)} ${text(expected)}`);
      return wrongValue("SW1104", found, document, format);
    default:
      return wrongValue(keyword === "type" ? "SW1103" : "SW1104", found, document, format);
  }
}

function unknownKey(pointer: string, key: string, known: readonly string[], format: Description): Issue {
  const place = own(format.places, key);
  const near = nearest(key, known);
  if (place !== undefined && near === undefined) {
    return error("SW1107", pointer, `"${key}" does not belong here`, { target: "key", hint: `it belongs to ${place}` });
  }
  const hint = suggestion(
    key,
    known.filter((name) => name !== "$schema"),
    "known keys",
  );
  return error("SW1101", pointer, `unknown key ${JSON.stringify(key)}`, { target: "key", hint });
}

function wrongValue(code: IssueCode, found: SchemaError, document: JsonValue, format: Description): Issue {
  const { pointer, keyword, detail } = found;
  const fallback = keyword === "type" ? text(detail) : "what JSON Schema (draft-07) allows here";
  const expected = text(found.expected) || `expected ${fallback}`;
  const value = format.isShown(pointer) ? shown(valueAt(document, pointerSegments(pointer))) : undefined;
  return error(code, pointer, `${subject(pointer, format)}${value === undefined ? "" : ` is ${value}`}: ${expected}`);
}

function subject(pointer: string, format: Description): string {
  const keys = pointerSegments(pointer);
  const last = keys.pop();
  if (last === undefined) return format.title;
  return /^\d+$/.test(last) ? `item ${Number(last) + 1} of ${JSON.stringify(keys.pop())}` : JSON.stringify(last);
}

/** Scalars only, and bounded. */
function shown(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === "number" || typeof value === "boolean" || value === null ? String(value) : undefined;
}

function keysOf({ expected }: SchemaError): readonly string[] {
  return Array.isArray(expected) ? (expected as readonly string[]) : [];
}

function text(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value ?? []).join(" or ");
}
