import type { JsonValue } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { Api, ApiDocument, Operation, Part } from "./api.js";
import type { Chooser } from "./choice.js";
import { Notes } from "./notes.js";
import { recordAt, type Reading } from "./reading.js";
import { pathItemAt } from "./path-item.js";
import { operationsOf } from "./read-operation.js";

/** What a document says of the operations that are chosen. */
export function readApi(document: ApiDocument, chooser: Chooser, budget: Budget): Api {
  const notes = new Notes();
  const reading = { document, notes, spendOn: spendingOf(document, budget), servers: new Map() };
  const operations = readPaths(reading, chooser);
  const issues = notes.issues.map((issue) => ({ ...issue, ...document.placeOf(issue.pointer) }));
  return { document, operations, issues, budget };
}

/** A few kB of references may stand for days of work: what is read through one counts by its size. */
function spendingOf(document: ApiDocument, budget: Budget): Reading["spendOn"] {
  const sizes = new Map<JsonValue, number>();
  return ({ value, pointer }: Part) => {
    budget.spend(sizeOf(value, sizes), () => ({
      what: "references make this document many times as long as it is written",
      hint: 'choose the operations that you call with "include", or ask the vendor for a document that is shorter',
      ...document.placeOf(pointer),
    }));
  };
}

/** What is emitted for each has its long texts and names again. */
function sizeOf(value: JsonValue, known: Map<JsonValue, number>): number {
  if (typeof value === "string") return 1 + Math.floor(value.length / 20);
  if (typeof value !== "object" || value === null) return 1;
  let size = known.get(value);
  if (size !== undefined) return size;
  size = 1;
  for (const [key, child] of Object.entries(value)) {
    if (key !== "example" && key !== "examples") size += Math.floor(key.length / 20) + sizeOf(child, known);
  }
  known.set(value, size);
  return size;
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
