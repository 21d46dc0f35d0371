import { own, whyUnsent, type JsonObject } from "@sdkwright/runtime/config";
import type { Method, Operation, Part } from "./api.js";
import type { Chooser } from "./choice.js";
import { shown } from "./notes.js";
import { textOf } from "./part.js";
import { fieldOf, holderOf, type PathItem } from "./path-item.js";
import { filledPath, namesBehind } from "./path-names.js";
import { readAnswers } from "./read-answers.js";
import { readBodies } from "./read-bodies.js";
import { readParameters } from "./read-parameters.js";
import { readSecurity } from "./read-security.js";
import { readServers } from "./read-servers.js";
import { objectAt, type Reading } from "./reading.js";

const METHODS: ReadonlySet<string> = new Set<Method>(["get", "put", "post", "delete", "options", "head", "patch"]);

/** What later versions have, and no request of a client. */
const LEFT_OUT: ReadonlySet<string> = new Set(["trace", "query", "additionalOperations"]);

/** What a path item has beside operations. */
const FIELDS: ReadonlySet<string> = new Set(["$ref", "summary", "description", "servers", "parameters"]);

/** The operations of a path, in the document's order. */
export function operationsOf(path: string, item: PathItem, reading: Reading, chooser: Chooser): readonly Operation[] {
  noteOthers(path, item, reading, chooser);
  return methodsOf(item)
    .filter((method) => chooser.isChosen(method, path) && canBeSent(method, path, item, reading))
    .flatMap((method) => operationAt(method, path, item, reading) ?? []);
}

/** Nothing fills a `{name}` in the query of a path, which would go out as it is; other paths the runtime refuses. */
function canBeSent(method: Method, path: string, item: PathItem, { notes }: Reading): boolean {
  const [name] = namesBehind("?", path);
  const field = fieldOf(item, method);
  if (field === undefined) return true;
  const why = whyUnsent(filledPath(path));
  if (why !== undefined) {
    notes.note("SW1605", field.pointer, `no request can have this path: ${why}; the operation is left out`);
    return false;
  }
  if (name === undefined) return true;
  const message = `${shown(name)} stands in the query of the path, which nothing fills: the operation is left out`;
  notes.note("SW1607", field.pointer, message, { target: "key" });
  return false;
}

function methodsOf(item: PathItem): readonly Method[] {
  return keysOf(item).filter((key): key is Method => METHODS.has(key));
}

function keysOf(item: PathItem): readonly string[] {
  return [...new Set(item.flatMap(({ value }) => Object.keys(value)))];
}

function noteOthers(path: string, item: PathItem, { notes }: Reading, chooser: Chooser): void {
  for (const key of keysOf(item)) {
    const field = METHODS.has(key) || FIELDS.has(key) || key.startsWith("x-") ? undefined : fieldOf(item, key);
    if (field === undefined || !chooser.isChosen(key, path)) continue;
    if (LEFT_OUT.has(key)) {
      notes.note("SW1606", field.pointer, `"${key}" has no place in a client, and is left out`, { target: "key" });
    } else notes.note("SW1605", field.pointer, `${shown(key)} is no method, and is left out`, { target: "key" });
  }
}

function operationAt(method: Method, path: string, item: PathItem, reading: Reading): Operation | undefined {
  const field = fieldOf(item, method);
  const part = field && objectAt(field, "this operation", reading);
  if (part === undefined) return undefined;
  return {
    method,
    path,
    pointer: part.pointer,
    summary: textOf(part, "summary"),
    description: textOf(part, "description"),
    isDeprecated: own(part.value, "deprecated") === true,
    parameters: readParameters(path, item, part, reading),
    ...readBodies(method, part, reading),
    answers: readAnswers(part, reading),
    security: readSecurity(part, reading),
    servers: serversOf(part, item, reading),
  };
}

function serversOf(operation: Part<JsonObject>, item: PathItem, reading: Reading): Operation["servers"] {
  const holder = holderOf(item, "servers");
  return readServers(operation, reading) ?? (holder && readServers(holder, reading));
}
