import type { Api, ApiDocument, Operation } from "./api.js";
import type { Chooser } from "./choice.js";
import { Notes } from "./notes.js";
import { recordAt, type Reading } from "./reading.js";
import { pathItemAt } from "./path-item.js";
import { operationsOf } from "./read-operation.js";

/** What a document says of the operations that are chosen. */
export function readApi(document: ApiDocument, chooser: Chooser): Api {
  const notes = new Notes();
  const operations = readPaths({ document, notes }, chooser);
  const issues = notes.issues.map((issue) => ({ ...issue, ...document.placeOf(issue.pointer) }));
  return { document, operations, issues };
}

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
