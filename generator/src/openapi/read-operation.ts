import { isPlainObject, type JsonObject, own, whyUnsent } from "@sdkwright/runtime/config";
import type { Answer, Method, Operation, OperationId, Part } from "./api.js";
import type { Chooser } from "./choice.js";
import { shown } from "./notes.js";
import { fieldOf, holderOf, MAY_BE_ANYTHING, type PathItem, readContents, unknownContent } from "./read-contents.js";
import { filledPath, namesBehind, readParameters } from "./read-parameters.js";
import { childOf, listAt, objectAt, type Reading, recordAt, textOf } from "./reading.js";
import { readServers } from "./servers.js";

/** What an operation answers, by status. */
function readAnswers(operation: Part<JsonObject>, reading: Reading): readonly Answer[] {
  const seen = new Set<string>();
  return recordAt(operation, "responses", reading).flatMap(([key, written]) => {
    if (key.startsWith("x-")) return [];
    const status = statusOf(key);
    const isFirst = status === undefined || !seen.has(status);
    if (status !== undefined && isFirst) {
      seen.add(status);
      return [answerAt(status, written, reading)];
    }
    const message = isFirst
      ? "this is not a status, so the answer is left out"
      : `a second answer ${status} is left out`;
    reading.notes.note("SW1605", written.pointer, message, { target: "key" });
    return [];
  });
}

function statusOf(key: string): string | undefined {
  if (key === "default") return key;
  const status = key.toUpperCase();
  return /^[1-5](?:\d\d|XX)$/.test(status) ? status : undefined;
}

/** An answer that cannot be read has a body that may be anything. */
function answerAt(status: string, written: Part, reading: Reading): Answer {
  const part = objectAt(written, "this answer", reading, MAY_BE_ANYTHING);
  if (part === undefined)
    return { status, pointer: written.pointer, headers: [], contents: [unknownContent(written.pointer)] };
  const description = textOf(part, "description");
  const headers = recordAt(part, "headers", reading).map(([name]) => name);
  return { status, pointer: part.pointer, description, headers, contents: readContents(part, reading) };
}

type Bodies = Pick<Operation, "bodies" | "isBodyRequired">;

const NONE: Bodies = { bodies: [], isBodyRequired: false };

/** The request bodies of an operation. One that cannot be read may be anything. */
function readBodies(method: Method, operation: Part<JsonObject>, reading: Reading): Bodies {
  const written = childOf(operation, "requestBody");
  if (written === undefined || written.value === null) return NONE;
  if (method === "get" || method === "head") {
    const message = `${method.toUpperCase()} requests have no body, so this one is left out`;
    reading.notes.note("SW1606", written.pointer, message, { target: "key" });
    return NONE;
  }
  const body = objectAt(written, "this request body", reading, MAY_BE_ANYTHING);
  if (body === undefined) return { bodies: [unknownContent(written.pointer)], isBodyRequired: false };
  return { bodies: readContents(body, reading), isBodyRequired: own(body.value, "required") === true };
}

/** Alternatives of the schemes that apply together; absent where the operation says nothing. */
function readSecurity(part: Part<JsonObject>, reading: Reading): Operation["security"] {
  return listAt(part, "security", reading)?.flatMap(({ value, pointer }) => {
    if (isPlainObject(value)) return [Object.keys(value)];
    reading.notes.note("SW1605", pointer, "a security requirement that is not an object is left out");
    return [];
  });
}

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
  const message = `${shown(name)} is in the query of the path, which cannot be filled: the operation is left out`;
  notes.note("SW1607", field.pointer, message, { target: "key" });
  return false;
}

/** All operations of a path, also those that are not chosen. */
export function operationIdsOf(path: string, item: PathItem): readonly OperationId[] {
  return methodsOf(item).map((method) => {
    const value = fieldOf(item, method)?.value;
    const id = isPlainObject(value) ? own(value, "operationId") : undefined;
    return { method, path, id: typeof id === "string" ? id : undefined };
  });
}

export function methodsOf(item: PathItem): readonly Method[] {
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
      notes.note("SW1606", field.pointer, `"${key}" has no meaning in a client, and is left out`, { target: "key" });
    } else notes.note("SW1605", field.pointer, `${shown(key)} is not a method, and is left out`, { target: "key" });
  }
}

export function operationAt(method: Method, path: string, item: PathItem, reading: Reading): Operation | undefined {
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
    callbacks: childOf(part, "callbacks"),
  };
}

function serversOf(operation: Part<JsonObject>, item: PathItem, reading: Reading): Operation["servers"] {
  const holder = holderOf(item, "servers");
  return readServers(operation, reading) ?? (holder && readServers(holder, reading));
}
