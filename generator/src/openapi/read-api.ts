import type { Issue } from "@sdkwright/runtime/config";
import type { Api, ApiDocument, Operation } from "./api.js";
import type { Chooser } from "./choice.js";
import { Notes } from "./notes.js";
import { recordAt, type Reading } from "./reading.js";
import { pathItemAt } from "./path-item.js";
import { Referred, TooMuchReferred } from "./referred.js";
import { operationsOf } from "./read-operation.js";

/** What a document says of the operations that are chosen, or why it cannot be read. */
export function readApi(document: ApiDocument, chooser: Chooser): { readonly api: Api } | { readonly issue: Issue } {
  const notes = new Notes();
  const referred = new Referred(document.source.text.length);
  try {
    const operations = readPaths({ document, notes, referred, servers: new Map() }, chooser);
    const issues = notes.issues.map((issue) => ({ ...issue, ...document.placeOf(issue.pointer) }));
    return { api: { document, operations, issues } };
  } catch (error) {
    if (!(error instanceof TooMuchReferred)) throw error;
    return { issue: { code: "SW1601", severity: "error", pointer: "", message: TOO_MUCH, hint: CHOOSE } };
  }
}

const CHOOSE = 'choose the operations that you call with "include", or ask the vendor for a document that is shorter';

const TOO_MUCH = "references make this document many times as long as it is written, and more than anybody waits for";

function readPaths(reading: Reading, chooser: Chooser): readonly Operation[] {
  const { root } = reading.document;
  return recordAt({ value: root, pointer: "" }, "paths", reading).flatMap(([path, part]) => {
    if (path.startsWith("x-")) return [];
    if (!path.startsWith("/")) {
      reading.notes.note("SW1605", part.pointer, "a path that does not start with / is left out", { target: "key" });
      return [];
    }
    const item = pathItemAt(part, reading);
    return item === undefined ? [] : operationsOf(path, item, reading, chooser);
  });
}
