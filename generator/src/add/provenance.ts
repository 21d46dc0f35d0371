import { isPlainObject, own, type JsonObject } from "@sdkwright/runtime/config";
import { hashText } from "../lock/hash.js";

/** The last key of a document that `add` wrote: a hash of the others says whether somebody has changed it since. */
const MARK = "x-sdkwright-add";

/** What a document in the project is: what `add` wrote, that with changes by hand, or somebody else's. */
export type Provenance = "ours" | "edited" | "foreign";

export function provenanceOf(document: unknown): Provenance {
  const mark = isPlainObject(document) ? own(document, MARK) : undefined;
  if (!isPlainObject(document) || typeof mark !== "string") return "foreign";
  return mark === markOf(document) ? "ours" : "edited";
}

/** Takes the mark out of a document that `add` wrote elsewhere; whether there was one. */
export function removeMark(document: { [key: string]: unknown }): boolean {
  const has = Object.hasOwn(document, MARK);
  delete document[MARK];
  return has;
}

/** A text of a JSON object that ends in a line of its own, with the mark of `add` as its last key; `document` is what it says. */
export function withMark(text: string, document: JsonObject = JSON.parse(text) as JsonObject): string {
  const last = text.lastIndexOf("\n}");
  return `${text.slice(0, last)},\n  ${JSON.stringify(MARK)}: ${JSON.stringify(markOf(document))}\n}\n`;
}

/** By what the document says: a formatter changes nothing. */
function markOf(document: JsonObject): string {
  const { [MARK]: _, ...others } = document;
  return hashText(JSON.stringify(others));
}
