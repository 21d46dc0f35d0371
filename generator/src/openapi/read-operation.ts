import { isPlainObject, type JsonObject, own, whyUnsent } from "@sdkwright/runtime/config";
import type { Answer, Content, Method, Operation, Part } from "./api.js";
import type { Chooser } from "./choice.js";
import { shown } from "./notes.js";
import { filledPath, namesBehind, readParameters } from "./read-parameters.js";
import { childOf, isObjectPart, listAt, objectAt, type Reading, recordAt, referenceIn, textOf } from "./reading.js";
import { readServers } from "./servers.js";

/** A path item and, behind it, what it refers to: a field is looked for in one after the other. */
export type PathItem = readonly Part<JsonObject>[];

/** `undefined` where its `$ref` leads nowhere: then the path is left out. */
export function pathItemAt(part: Part, reading: Reading): PathItem | undefined {
  const end = objectAt(part, "this path", reading);
  return end && [...fieldsBefore(part, reading), end];
}

/** Fields may stand beside each `$ref` on the way. */
function fieldsBefore(part: Part, { document, spendOn }: Reading): PathItem {
  const found: Part<JsonObject>[] = [];
  let current: Part | undefined = part;
  while (current !== undefined && isObjectPart(current)) {
    const reference = referenceIn(current.value);
    if (reference === undefined) break;
    found.push(current);
    if (found.length > 1) spendOn(current);
    current = document.target(reference);
  }
  return found;
}

function fieldOf(item: PathItem, key: string): Part | undefined {
  for (const part of item) {
    const field = childOf(part, key);
    if (field !== undefined) return field;
  }
  return undefined;
}

/** The part of a path item that has a field. */
export function holderOf(item: PathItem, key: string): Part<JsonObject> | undefined {
  return item.find((part) => childOf(part, key) !== undefined);
}

/** What a body or answer contains, by media type. */
function readContents(part: Part<JsonObject>, reading: Reading): readonly Content[] {
  return recordAt(part, "content", reading).flatMap(([written, media]) => {
    const mediaType = mediaTypeOf(written);
    if (mediaType === undefined) {
      const message = "this is no media type, and the content is left out";
      reading.notes.note("SW1605", media.pointer, message, { target: "key" });
      return [];
    }
    const content =
      media.value === null ? { ...media, value: {} } : objectAt(media, "this content", reading, MAY_BE_ANYTHING);
    return content === undefined
      ? [{ ...unknownContent(media.pointer), mediaType }]
      : [{ ...contentOf(mediaType, content, reading), ...parametersOf(written, media, reading) }];
  });
}

function contentOf(mediaType: string, part: Part<JsonObject>, reading: Reading): Content {
  return {
    mediaType,
    pointer: part.pointer,
    schema: childOf(part, "schema"),
    encoding: Object.fromEntries(
      recordAt(part, "encoding", reading).flatMap(([name, written]) => {
        const encoding = objectAt(written, "this encoding", reading);
        return encoding === undefined ? [] : [[name, encoding]];
      }),
    ),
  };
}

export const MAY_BE_ANYTHING = "may be anything";

/** What stands for a body that cannot be read: JSON of any form. */
function unknownContent(pointer: string): Content {
  return { mediaType: "application/json", pointer, encoding: {}, isUnread: true };
}

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const PARAMETER = String.raw`;\s*(${TOKEN})=(${TOKEN}|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")\s*`;

/** Those that can be sent (RFC 9110 §5.6.6). Texts are sent as UTF-8, and need no word for it. */
function parametersOf(written: string, { pointer }: Part, { notes }: Reading): Pick<Content, "parameters"> {
  const semicolon = written.indexOf(";");
  const text = semicolon < 0 ? "" : written.slice(semicolon).trimEnd().replace(/;$/, "");
  if (text === "") return {};
  if (!new RegExp(`^(?:${PARAMETER})+$`).test(text)) {
    notes.note("SW1605", pointer, "what is behind the media type cannot be sent, and is left out", { target: "key" });
    return {};
  }
  const all = Array.from(text.matchAll(new RegExp(PARAMETER, "g")), ([, name = "", value = ""]) => ({ name, value }));
  const kept = all.filter(({ name }) => name.toLowerCase() !== "charset");
  const charset = all.find((each) => !kept.includes(each) && !/^"?(?:utf-?8|us-ascii)"?$/i.test(each.value));
  if (charset !== undefined)
    notes.count("SW1605", pointer, `charset=${charset.value} is left out: texts are sent as UTF-8`);
  return kept.length === 0 ? {} : { parameters: kept.map(({ name, value }) => `; ${name}=${value}`).join("") };
}

const TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);

/** In lower case, without parameters (RFC 9110 §8.3.1). */
function mediaTypeOf(written: string): string | undefined {
  const type = written.replace(/;.*/s, "").trim();
  if (type === "*") return "*/*";
  return TYPE.test(type) ? type.toLowerCase() : undefined;
}

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
    const message = isFirst ? "this is no status, and the answer is left out" : `a second answer ${status} is left out`;
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
  if (part === undefined) return { status, pointer: written.pointer, contents: [unknownContent(written.pointer)] };
  const description = textOf(part, "description");
  return { status, pointer: part.pointer, description, contents: readContents(part, reading) };
}

type Bodies = Pick<Operation, "bodies" | "isBodyRequired">;

const NONE: Bodies = { bodies: [], isBodyRequired: false };

/** The request bodies of an operation. One that cannot be read may be anything. */
function readBodies(method: Method, operation: Part<JsonObject>, reading: Reading): Bodies {
  const written = childOf(operation, "requestBody");
  if (written === undefined || written.value === null) return NONE;
  if (method === "get" || method === "head") {
    const message = `${method.toUpperCase()} requests carry no body: this one is left out`;
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
    reading.notes.note("SW1605", pointer, "a security requirement that is no object is left out");
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
