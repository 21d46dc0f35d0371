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
  const found: { -readonly [Key in keyof WireValues]: boolean } = { ...NOTHING };
  for (const each of alternativesOf(type, parts)) {
    if (each.kind === "unknown") for (const key of OF_UNKNOWN) found[key] = true;
    const said = each.kind === "literal" ? SAID[typeof each.value] : SAID[each.kind];
    if (said !== undefined) found[said] = true;
    const items = each.kind === "array" ? [each.items] : each.kind === "tuple" ? [...each.items, each.rest] : [];
    for (const { kind } of items.flatMap((item) => (item === undefined ? [] : alternativesOf(item, parts)))) {
      if (kind === "binary") found.isFile = true;
      if (["unknown", "object", "array", "tuple"].includes(kind)) found.hasNested = true;
    }
  }
  return found;
}

const SAID: { readonly [kind: string]: keyof WireValues | undefined } = {
  boolean: "isNumber",
  number: "isNumber",
  null: "isNull",
  string: "isText",
  binary: "isFile",
  array: "isList",
  tuple: "isList",
  object: "isRecord",
};
const NOTHING: WireValues = {
  isText: false,
  isNumber: false,
  isNull: false,
  isFile: false,
  isList: false,
  isRecord: false,
  hasNested: false,
};
const OF_UNKNOWN = ["isText", "isNumber", "isNull", "isList", "isRecord", "hasNested"] as const;

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

type WireCode = "SW1640" | "SW1641" | "SW1642" | "SW1645";

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
