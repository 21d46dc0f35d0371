import type { Issue } from "@sdkwright/runtime/config";
import type { SourceIssue } from "../../diagnostics/source.js";
import type { ApiDocument } from "../../openapi/api.js";
import type { SchemaType } from "../../schema/schema-type.js";

/** What values of a type may be, as far as it matters for how they are written. */
export interface WireValues {
  readonly isText: boolean;
  /** A number or a boolean. */
  readonly isNumber: boolean;
  readonly isNull: boolean;
  readonly isFile: boolean;
  readonly isList: boolean;
  readonly isRecord: boolean;
  /** Whether a list of them has lists or objects inside. */
  readonly hasNested: boolean;
}

type Parts = ReadonlyMap<string, SchemaType>;
type Found = { -readonly [Key in keyof WireValues]: boolean };

/** By the type, or the pointer of a reference: fields of many operations may lead to the same one. */
const known = new WeakMap<Parts, Map<SchemaType | string, WireValues>>();

/** Looks through references, unions and intersections; a list is looked into, an object is not. */
export function valuesOf(type: SchemaType, parts: Parts): WireValues {
  const ofParts = known.get(parts) ?? new Map<SchemaType | string, WireValues>();
  known.set(parts, ofParts);
  const key = type.kind === "reference" ? type.pointer : type;
  const values = ofParts.get(key) ?? valuesFound(type, parts);
  ofParts.set(key, values);
  return values;
}

function valuesFound(type: SchemaType, parts: Parts): WireValues {
  const found = nothing();
  for (const each of alternativesOf(type, parts)) note(each, found, parts);
  return found;
}

/** The types that a value may be of, references followed; circles end. */
export function alternativesOf(type: SchemaType, parts: Parts): readonly SchemaType[] {
  const waiting = new Set([type]);
  const seen = new Set<string>();
  for (const each of waiting) {
    if (each.kind === "union" || each.kind === "intersection") for (const member of each.members) waiting.add(member);
    if (each.kind !== "reference" || seen.has(each.pointer)) continue;
    seen.add(each.pointer);
    waiting.add(parts.get(each.pointer) ?? { kind: "unknown" });
  }
  return [...waiting].filter(({ kind }) => kind !== "union" && kind !== "intersection" && kind !== "reference");
}

function note(type: SchemaType, found: Found, parts: Parts): void {
  switch (type.kind) {
    case "unknown":
      Object.assign(found, ANYTHING);
      break;
    case "boolean":
    case "number":
      found.isNumber = true;
      break;
    case "null":
      found.isNull = true;
      break;
    case "string":
      found.isText = true;
      break;
    case "binary":
      found.isFile = true;
      break;
    case "literal":
      if (typeof type.value === "string") found.isText = true;
      else found.isNumber = true;
      break;
    case "array":
    case "tuple":
      found.isList = true;
      for (const item of itemsOf(type)) noteItem(alternativesOf(item, parts), found);
      break;
    case "object":
      found.isRecord = true;
      break;
    case "never":
    case "reference":
    case "union":
    case "intersection":
  }
}

function itemsOf(type: SchemaType & { readonly kind: "array" | "tuple" }): readonly SchemaType[] {
  return type.kind === "array" ? [type.items] : [...type.items, ...(type.rest === undefined ? [] : [type.rest])];
}

function noteItem(alternatives: readonly SchemaType[], found: Found): void {
  for (const { kind } of alternatives) {
    if (kind === "binary") found.isFile = true;
    if (kind === "unknown" || kind === "object" || kind === "array" || kind === "tuple") found.hasNested = true;
  }
}

function nothing(): Found {
  const isScalar = { isText: false, isNumber: false, isNull: false };
  return { ...isScalar, isFile: false, isList: false, isRecord: false, hasNested: false };
}

const ANYTHING: Omit<WireValues, "isFile"> = {
  isText: true,
  isNumber: true,
  isNull: true,
  isList: true,
  isRecord: true,
  hasNested: true,
};

type WireCode = "SW1640" | "SW1641" | "SW1642";

/** What of a document's wire format cannot be carried over; the same about many places is one note, with their number. */
export class WireNotes {
  readonly #document: ApiDocument;
  readonly #found = new Map<string, { readonly issue: Issue; count: number }>();

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  get issues(): readonly SourceIssue[] {
    return Array.from(this.#found.values(), ({ issue, count }) => ({
      ...issue,
      ...this.#document.placeOf(issue.pointer),
      message: count === 1 ? issue.message : `${issue.message} (${count} times)`,
    }));
  }

  note(code: WireCode, pointer: string, message: string, details: Pick<Issue, "target" | "hint"> = {}): void {
    const known = this.#found.get(message);
    if (known !== undefined) known.count += 1;
    else this.#found.set(message, { issue: { code, severity: "note", pointer, message, ...details }, count: 1 });
  }
}
