import { escapeSegment, isPlainObject, type JsonObject, type JsonValue, own } from "@sdkwright/runtime/config";
import type { ApiDocument, Part, Server } from "./api.js";
import { type Notes, shown } from "./notes.js";

/** What a part has under a key. */
export function childOf({ value, pointer }: Part, key: string): Part | undefined {
  const child = isPlainObject(value) ? own(value, key) : undefined;
  return child === undefined ? undefined : { value: child, pointer: `${pointer}/${escapeSegment(key)}` };
}

/** The entries of an object, in the document's order. */
function entriesOf({ value, pointer }: Part<JsonObject>): readonly (readonly [string, Part])[] {
  return Object.entries(value).map(([key, child]) => [
    key,
    { value: child, pointer: `${pointer}/${escapeSegment(key)}` },
  ]);
}

/** The items of an array. */
function itemsOf({ value, pointer }: Part<readonly JsonValue[]>): readonly Part[] {
  return value.map((item, index) => ({ value: item, pointer: `${pointer}/${index}` }));
}

export function isObjectPart(part: Part): part is Part<JsonObject> {
  return isPlainObject(part.value);
}

function isArrayPart(part: Part): part is Part<readonly JsonValue[]> {
  return Array.isArray(part.value);
}

/** The text under a key. */
export function textOf({ value }: Part<JsonObject>, key: string): string | undefined {
  const text = own(value, key);
  return typeof text === "string" ? text : undefined;
}

/** The `$ref` that an object is. */
export function referenceIn(value: JsonValue | undefined): string | undefined {
  const reference = isPlainObject(value) ? own(value, "$ref") : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** Why nothing stands behind a reference, as a sentence. */
export function unresolvedMessage(document: ApiDocument, reference: string): string {
  return `the $ref ${shown(asWritten(document, reference))} ${document.whyNot?.(reference) ?? reasonOf(document, reference)}`;
}

/** A reference to another file has become one of the document: by its file it is known again. */
function asWritten(document: ApiDocument, reference: string): string {
  if (!reference.startsWith("#/")) return reference;
  const { source, pointer } = document.placeOf(reference.slice(1));
  return source === document.source ? reference : `${source.file}#${pointer}`;
}

function reasonOf(document: ApiDocument, reference: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:|^\/\//.test(reference)) return "leads to another place, which is not fetched";
  if (!reference.startsWith("#")) return "leads to nothing that was read";
  return document.target(reference) === undefined ? "leads to nothing" : "goes in a circle";
}

/** What is needed to read a part of a document. */
export interface Reading {
  readonly document: ApiDocument;
  readonly notes: Notes;
  /** Takes from the budget what is read because a `$ref` leads to it: each of many reads it anew. */
  readonly spendOn: (part: Part) => void;
  /** Lists of servers that were read: many operations have that of one path. */
  readonly servers: Map<JsonValue, readonly Server[]>;
}

/** A part that has to be an object, or leads to one by `$ref`; a note where it is not. */
export function objectAt(
  part: Part,
  what: string,
  reading: Reading,
  outcome = "is left out",
): Part<JsonObject> | undefined {
  const found = followed(part, what, reading, outcome);
  if (found === undefined || isObjectPart(found)) return found;
  reading.notes.note("SW1605", part.pointer, `${what} is not an object, and ${outcome}`);
  return undefined;
}

/** What a part refers to, or the part itself. Beside a `$ref`, `summary` and `description` win (OpenAPI 3.1.1 §4.8.23). */
function followed(part: Part, what: string, { document, notes, spendOn }: Reading, outcome: string): Part | undefined {
  const seen = new Set<string>();
  let current: Part | undefined = part;
  for (let reference = referenceIn(part.value); reference !== undefined; reference = referenceIn(current.value)) {
    const target: Part | undefined = seen.has(reference) ? undefined : document.resolve(reference);
    seen.add(reference);
    if (target === undefined) {
      notes.note("SW1602", part.pointer, `${unresolvedMessage(document, reference)}: ${what} ${outcome}`);
      return undefined;
    }
    current = target;
  }
  if (current === part) return part;
  spendOn(current);
  return described(current, part.value, document);
}

function described(target: Part, written: JsonValue, { version }: ApiDocument): Part {
  if (version === "3.0" || !isObjectPart(target) || !isPlainObject(written)) return target;
  const texts = Object.entries(written).filter(
    ([key, value]) => (key === "summary" || key === "description") && typeof value === "string",
  );
  return texts.length === 0 ? target : { ...target, value: { ...target.value, ...Object.fromEntries(texts) } };
}

/** The entries of an object under a key; a note where something else stands there. */
export function recordAt(part: Part<JsonObject>, key: string, reading: Reading): readonly (readonly [string, Part])[] {
  const child = childOf(part, key);
  if (child === undefined || child.value === null) return [];
  if (isObjectPart(child)) return entriesOf(child);
  reading.notes.note("SW1605", child.pointer, `${JSON.stringify(key)} is not an object, and is left out`);
  return [];
}

/** The items of an array under a key; a note where something else stands there. */
export function listAt(part: Part<JsonObject>, key: string, reading: Reading): readonly Part[] | undefined {
  const child = childOf(part, key);
  if (child === undefined || child.value === null) return undefined;
  if (isArrayPart(child)) return itemsOf(child);
  reading.notes.note("SW1605", child.pointer, `${JSON.stringify(key)} is not an array, and is left out`);
  return undefined;
}
