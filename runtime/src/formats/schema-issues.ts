import type { JsonValue } from "../config/definition.js";
import { escapeSegment, pointerSegments, valueAt } from "../config/pointers.js";
import { own } from "../config/options.js";
import { nearest } from "../config/text.js";
import { error, isShownText, type Issue, quoted, suggestion } from "./issue.js";

/** An error of a standalone validator: which keyword of the schema failed, and where. */
export interface SchemaError {
  /** JSON pointer of the value that failed, or of the object whose key did. */
  readonly pointer: string;
  readonly keyword: string;
  /** The unknown, missing or malformed key; the wanted type. */
  readonly detail?: string | readonly string[] | undefined;
  /** The known keys, for an unknown key; else what the schema's `errorMessage` says. */
  readonly expected?: string | readonly string[] | undefined;
}

/** Checks a value against a format; an empty list when it fits. */
export type Validate = (data: unknown) => readonly SchemaError[];

/** The facts of a format that messages need. */
export interface FormatDescription {
  /** For instance `a provider definition`. */
  readonly title: string;
  /** Tells if a message may show the value that stands there (rules F2). */
  readonly isShown: (pointer: string) => boolean;
  /** Where a key belongs that stands in a wrong place. */
  readonly places?: { readonly [key: string]: string } | undefined;
  /** The form of a key that is missing, by `<object>.<key>`. */
  readonly required?: { readonly [place: string]: string } | undefined;
}

/** The place of a mistake: the key for one about a key, else the value. */
export function placeOf({ pointer, keyword, detail }: SchemaError): string {
  const isAboutKey = keyword === "additionalProperties" || keyword === "propertyNames";
  return isAboutKey ? `${pointer}/${escapeSegment(String(detail))}` : pointer;
}

/** Errors of a validator as issues: one for each mistake, in the order of the document's checks. */
export function schemaIssues(errors: readonly SchemaError[], document: JsonValue, format: FormatDescription): Issue[] {
  const seen = new Set<string>();
  const distinct = errors.filter((found) => !seen.has(mistakeOf(found)) && seen.add(mistakeOf(found)));
  const ofValues = distinct.filter(({ keyword }) => keyword === "type" || keyword === "enum");
  const wrong = new Set(ofValues.map(({ pointer }) => pointer));
  const [missingAt, unknownAt] = [byPointer(distinct, "required"), byPointer(distinct, "additionalProperties")];
  return distinct.flatMap((found) => {
    const { pointer, keyword } = found;
    const keys = pointer.split("/");
    // It is within a value that is wrong.
    if (keys.some((_, depth) => depth > 0 && wrong.has(keys.slice(0, depth).join("/")))) return [];
    const [missing = [], unknown = []] = [missingAt.get(pointer), unknownAt.get(pointer)];
    const isRenamed = missing.length === 1 && unknown.length === 1 && !isMisplaced(unknown[0], format);
    if (keyword === "additionalProperties") return [unknownKey(found, isRenamed ? missing[0] : undefined, format)];
    if (keyword !== "required") return [issueOf(found, document, format)];
    return isRenamed || unknown.some((other) => isMeant(other, found)) ? [] : [issueOf(found, document, format)];
  });
}

/** Errors of one keyword, by where they are: a document may have a hundred thousand. */
function byPointer(errors: readonly SchemaError[], wanted: string): ReadonlyMap<string, readonly SchemaError[]> {
  const found = new Map<string, SchemaError[]>();
  for (const each of errors)
    if (each.keyword === wanted) found.set(each.pointer, [...(found.get(each.pointer) ?? []), each]);
  return found;
}

/** A value has one issue, whatever it fails; keys have one each. */
function mistakeOf({ pointer, keyword, detail }: SchemaError): string {
  const isAboutKey = keyword === "required" || keyword === "additionalProperties" || keyword === "propertyNames";
  return isAboutKey ? `${keyword} ${pointer} ${String(detail)}` : pointer;
}

/** Tells if a key seems missing because it was misspelt: the unknown key says so already. */
function isMeant(unknown: SchemaError, missing: SchemaError): boolean {
  const meant = nearest(String(unknown.detail), keysOf(unknown));
  return meant !== undefined && (meant === missing.detail || text(missing.expected).includes(`"${meant}"`));
}

function isMisplaced(unknown: SchemaError | undefined, { places = {} }: FormatDescription): boolean {
  if (unknown === undefined || !Object.hasOwn(places, String(unknown.detail))) return false;
  return nearest(String(unknown.detail), keysOf(unknown)) === undefined;
}

/** An unknown key, which may stand for the one that is missing. */
function unknownKey(found: SchemaError, missing: SchemaError | undefined, format: FormatDescription): Issue {
  const key = String(found.detail);
  const pointer = placeOf(found);
  if (isMisplaced(found, format)) {
    const hint = `it belongs to ${own(format.places, key)}`;
    return error("SW1107", pointer, `${quoted(key)} does not belong here`, { target: "key", hint });
  }
  const known = keysOf(found).filter((name) => name !== "$schema");
  const hint = suggestion(key, known, "known keys");
  const isNear = nearest(key, known) !== undefined;
  const lack =
    missing?.expected === undefined ? `"${text(missing?.detail)}" is missing` : `the object ${text(missing.expected)}`;
  const lacking = missing === undefined || isNear ? "" : `; ${lack}`;
  return error("SW1101", pointer, `unknown key ${quoted(key)}`, { target: "key", hint: `${hint}${lacking}` });
}

function issueOf(found: SchemaError, document: JsonValue, format: FormatDescription): Issue {
  const { pointer, keyword, detail } = found;
  const keys = pointerSegments(pointer);
  const what = subject(pointer, format);
  const says = text(found.expected);
  if (keyword === "propertyNames") return error("SW1105", placeOf(found), `this key ${says}`, { target: "key" });
  if (keyword === "required" && found.expected === undefined) {
    const hint = own(format.required, `${keys.at(-1) ?? ""}.${text(detail)}`);
    return error("SW1102", pointer, `${what} has no "${text(detail)}"`, { hint });
  }
  if (keyword === "required" || (keyword === "not" && says.startsWith("has ")))
    return error("SW1108", pointer, `${what} ${says}`);
  const isType = keyword === "type";
  const expected = says || `expected ${isType ? text(detail) : "what JSON Schema (draft-07) allows here"}`;
  const value = valueAt(document, keys);
  const is = format.isShown(pointer) ? shown(value) : undefined;
  const message = `${what}${is === undefined ? "" : ` is ${is}`}: ${expected}`;
  return error(isType ? "SW1103" : "SW1104", pointer, message, { hint: nearMiss(value, expected) });
}

/** For a value that is nearly one of those that are allowed; what it tells of a secret is that it is none. */
function nearMiss(value: JsonValue | undefined, expected: string): string | undefined {
  if (typeof value !== "string" || expected.includes("such as")) return undefined;
  const allowed = [...expected.matchAll(/"([^"]{2,})"/g)].map(([, name = ""]) => name);
  const near = nearest(value, allowed);
  return near === undefined ? undefined : `did you mean ${quoted(near)}?`;
}

function subject(pointer: string, format: FormatDescription): string {
  const keys = pointerSegments(pointer);
  const last = keys.pop();
  if (last === undefined) return format.title;
  return /^\d+$/.test(last) ? `item ${Number(last) + 1} of ${quoted(keys.pop() ?? "")}` : quoted(last);
}

/** Scalars only, bounded, and no text that may hold a secret. */
function shown(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string" && !isShownText(value)) return undefined;
  if (typeof value === "string") return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === "number" || typeof value === "boolean" || value === null ? String(value) : undefined;
}

function keysOf({ expected }: SchemaError): readonly string[] {
  return Array.isArray(expected) ? (expected as readonly string[]) : [];
}

function text(value: string | readonly string[] | undefined): string {
  return typeof value === "string" ? value : (value ?? []).join(" or ");
}
