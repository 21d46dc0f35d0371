import type { ApiDocument } from "./api.js";
import { shown } from "./notes.js";

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
  if (/^[A-Za-z][A-Za-z0-9+.-]*:|^\/\//.test(reference)) return "leads to another place, from which nothing is fetched";
  if (!reference.startsWith("#")) return "leads to nothing that was read";
  return document.target(reference) === undefined ? "leads to nothing" : "goes round in a circle";
}
