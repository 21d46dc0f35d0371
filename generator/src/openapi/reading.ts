import { isPlainObject, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import type { ApiDocument, Part, Server } from "./api.js";
import type { Notes } from "./notes.js";
import { isArrayPart, isObjectPart, childOf, entriesOf, itemsOf, referenceIn } from "./part.js";
import { unresolvedMessage } from "./unresolved.js";

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
  reading.notes.note("SW1605", part.pointer, `${what} is no object, and ${outcome}`);
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
  reading.notes.note("SW1605", child.pointer, `${JSON.stringify(key)} is no object, and is left out`);
  return [];
}

/** The items of an array under a key; a note where something else stands there. */
export function listAt(part: Part<JsonObject>, key: string, reading: Reading): readonly Part[] | undefined {
  const child = childOf(part, key);
  if (child === undefined || child.value === null) return undefined;
  if (isArrayPart(child)) return itemsOf(child);
  reading.notes.note("SW1605", child.pointer, `${JSON.stringify(key)} is no array, and is left out`);
  return undefined;
}
