import {
  type JsonObject,
  type JsonValue,
  mapValues,
  type OperationWire,
  own,
  pointerSegments,
  toPointer,
  valueAt,
} from "@sdkwright/runtime/config";
import { hashText } from "../../io/lock.js";
import { escapeLines } from "../../io/text.js";
import type { ApiDocument, Operation } from "../../openapi/api.js";
import { isJsonObject } from "../../schema/schema-part.js";
import { heldBy, inheritedPart } from "../../schema/inheritance.js";
import type { SchemaType } from "../../schema/schema-type.js";
import { operationName } from "../names.js";
import { typeKey } from "../quoting.js";
import { OPERATIONS_FORMAT } from "../read-model.js";
import { listIn, objectIn, resolved } from "./api-schemas.js";
import { callNameOf, pathCallName } from "./call-names.js";
import { bodyKind, isReadAsJson } from "../../openapi/media-types.js";
import {
  type DocumentFacts,
  type Facts,
  type FactsByWay,
  type OperationEntry,
  type OperationsModel,
  type SchemaEntry,
  schemaPointer,
} from "./operations-model.js";
import type { ModuleParts, OperationTypes, SchemaTypes } from "./operations-module.js";
import { modelOptionsNode, optionsNode } from "./request-options.js";
import {
  commentsIn,
  type IndexNode,
  objectNode,
  OTHER_TEXT_NODE,
  type PropertyNode,
  type TypeNode,
} from "./type-node.js";

// What a document says of values beside their types, as `diff` compares it: bounds, formats, defaults, what is deprecated.

const BOUNDS =
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties default".split(
    " ",
  );

/** Formats that a type shows, or that only say how large a number is. */
const SILENT_FORMATS = new Set(["int32", "int64", "float", "double", "binary", "byte"]);

/** Facts of the schema at a JSON pointer's value, by JSON pointers of properties (`/shipping/method`, `/tags/[]`). */
function schemaFacts(schema: JsonValue | undefined): FactsByWay | undefined {
  const found: Found = [];
  collect(schema, [], found);
  return byWay(found);
}

/** Facts of what an operation takes and answers: `/query/limit`, `/json/grams`, `/200/state`. */
function operationFacts({ parameters, bodies, answers }: Operation): FactsByWay | undefined {
  const found: Found = [];
  const places = { path: "params", query: "query", header: "headers" };
  for (const { in: place, name, schema, isDeprecated } of parameters) {
    const way = [places[place], name];
    if (isDeprecated) found.push([way, { deprecated: true }]);
    collect(schema?.value, way, found);
  }
  for (const { mediaType, schema } of bodies) collect(schema?.value, [bodyKind(mediaType)], found);
  for (const { status, contents } of answers)
    for (const content of contents) if (isReadAsJson(content)) collect(content.schema?.value, [status], found);
  return byWay(found);
}

type Found = (readonly [way: readonly string[], facts: Facts])[];

/** Goes as far as the type is written in place: behind a reference there is a schema with facts of its own. */
function collect(value: JsonValue | undefined, way: readonly string[], found: Found): void {
  if (!isJsonObject(value)) return;
  const facts = factsOf(value);
  if (Object.keys(facts).length > 0) found.push([way, facts]);
  if (own(value, "$ref") !== undefined) return;
  for (const [name, schema] of Object.entries(objectIn(value, "properties"))) collect(schema, [...way, name], found);
  collect(own(value, "items"), [...way, "[]"], found);
  collect(own(value, "additionalProperties"), [...way, "*"], found);
  for (const part of listIn(value, "allOf")) collect(part, way, found);
  for (const keyword of ["oneOf", "anyOf"]) {
    const isNull = (each: JsonValue) => isJsonObject(each) && own(each, "type") === "null";
    const [only, ...others] = listIn(value, keyword).filter((each) => !isNull(each));
    if (others.length === 0) collect(only, way, found);
  }
}

function factsOf(schema: JsonObject): Facts {
  const facts: { [name: string]: JsonValue } = {};
  // Requests have no read-only properties, so nothing bounds what they carry.
  for (const name of own(schema, "readOnly") === true ? [] : BOUNDS) {
    const value = own(schema, name);
    if (value !== undefined && value !== false) facts[name] = value;
  }
  // OpenAPI 3.0 says by a boolean that a bound itself is not allowed.
  for (const bound of ["minimum", "maximum"]) {
    const exclusive = `exclusive${bound.charAt(0).toUpperCase()}${bound.slice(1)}`;
    if (facts[exclusive] !== true) continue;
    const value = facts[bound];
    delete facts[bound];
    if (value === undefined) delete facts[exclusive];
    else facts[exclusive] = value;
  }
  const [type, format] = [own(schema, "type"), own(schema, "format")];
  if (typeof format === "string" && !SILENT_FORMATS.has(format)) facts["format"] = format;
  if (type === "integer" || (Array.isArray(type) && type.includes("integer"))) facts["integer"] = true;
  if (own(schema, "deprecated") === true) facts["deprecated"] = true;
  if (own(schema, "writeOnly") === true) facts["writeOnly"] = true;
  return facts;
}

function byWay(found: Found): FactsByWay | undefined {
  const all = new Map<string, Facts>();
  for (const [way, facts] of found) {
    const key = way.length === 0 ? "" : toPointer(...way);
    all.set(key, { ...all.get(key), ...facts });
  }
  return all.size === 0 ? undefined : sorted([...all]);
}

/** What an operation says outside of types: required cookies, described headers of answers, when it ends. */
function operationExtras(
  { pointer }: Operation,
  document: ApiDocument,
): Pick<OperationEntry, "cookies" | "headers" | "sunset"> {
  const operation = objectAt(document, pointer);
  const item = objectAt(document, pointer.replace(/\/[^/]*$/, ""));
  const cookies = [item, operation]
    .flatMap((each) => listIn(each, "parameters"))
    .map((each) => resolved(each, document))
    .filter((each) => own(each, "in") === "cookie" && own(each, "required") === true)
    .map((each) => own(each, "name"))
    .filter((name) => typeof name === "string");
  const headers = Object.entries(objectIn(operation, "responses")).flatMap(([status, answer]) => {
    const names = Object.keys(objectIn(resolved(answer, document), "headers")).sort();
    return names.length === 0 ? [] : [[status, names] as const];
  });
  const sunset = own(operation, "x-sunset");
  return {
    ...(cookies.length > 0 && { cookies: [...new Set(cookies)].sort() }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(typeof sunset === "string" && { sunset }),
  };
}

/** How the document says that requests are signed, and where they go. */
function documentFacts(document: ApiDocument): DocumentFacts {
  const { root } = document;
  return {
    schemes: mapValues(objectIn(objectIn(root, "components"), "securitySchemes"), (scheme) =>
      schemeFacts(resolved(scheme, document)),
    ),
    servers: textsAt(listIn(root, "servers"), "url"),
    security: listIn(root, "security").map((each) => (isJsonObject(each) ? Object.keys(each).sort() : [])),
  };
}

function schemeFacts(scheme: JsonObject): { readonly [name: string]: string } {
  const texts = ["type", "in", "name", "scheme"].flatMap((key) => {
    const value = own(scheme, key);
    return typeof value === "string" ? [[key, value] as const] : [];
  });
  const tokenUrl = [...new Set(textsAt(Object.values(objectIn(scheme, "flows")), "tokenUrl"))].sort().join(" ");
  return { ...Object.fromEntries(texts), ...(tokenUrl !== "" && { tokenUrl }) };
}

/** The texts that objects of a list have under a key. */
function textsAt(list: readonly JsonValue[], key: string): readonly string[] {
  return list
    .map((each) => (isJsonObject(each) ? own(each, key) : undefined))
    .filter((text) => typeof text === "string");
}

function objectAt({ root }: ApiDocument, pointer: string): JsonObject {
  return pointerSegments(pointer).reduce(objectIn, root);
}

/**
 * A type on one line, as `diff` reads it: without comments and `readonly`; `a?: T` stands for `a?: T | undefined`, and
 * what is generic is spelled out.
 */
function compactType(type: TypeNode): string {
  switch (type.kind) {
    case "text":
      // Completion concerns nobody's code.
      return type === OTHER_TEXT_NODE ? "string" : doubleQuoted(type.text);
    case "array":
      return `${operand(type.items)}[]`;
    case "tuple": {
      const items = type.items.map((item, at) => (at < type.least ? compactType(item) : `${operand(item)}?`));
      return `[${[...items, ...(type.rest === undefined ? [] : [`...${operand(type.rest)}[]`])].join(", ")}]`;
    }
    case "object": {
      const members = [
        ...type.properties.map(compactProperty),
        ...(type.index === undefined ? [] : [compactIndex(type.index)]),
      ];
      return members.length === 0 ? "{}" : `{ ${members.join("; ")} }`;
    }
    case "union":
      return type.members.map(operand).join(" | ");
    case "intersection":
      return type.members.map(operand).join(" & ");
    case "generic":
      return compactType(type.argument);
  }
}

function operand(type: TypeNode): string {
  const text = compactType(type);
  return type.kind === "union" || type.kind === "intersection" ? `(${text})` : text;
}

function compactProperty({ name, isOptional, type }: PropertyNode): string {
  return `${doubleQuoted(typeKey(name))}${isOptional ? "?" : ""}: ${compactType(type)}`;
}

function compactIndex({ name, type }: IndexNode): string {
  return `[${name}: string]: ${compactType(type)}`;
}

/** Texts that hold double quotes are written in single ones in modules; here all have the same. */
function doubleQuoted(text: string): string {
  if (!text.startsWith("'")) return text;
  return `"${text.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`;
}

/** What `diff` compares of a provider's operations. */
export function operationsModel({ api, operations, schemas, types }: ModuleParts, wire: Wires): OperationsModel {
  const { root } = api.document;
  const entries = operations.map((each) => {
    const key = `${each.operation.method.toUpperCase()} ${each.operation.path}`;
    return [key, operationEntry(each, callNameOf(each.operation, api), wire[key], api.document)] as const;
  });
  const declared = schemas.map((schema) => [schema.form.name, schemaEntry(schema, root, types)] as const);
  return { operations: sorted(entries), schemas: sorted(declared), document: documentFacts(api.document) };
}

/** What goes over the wire otherwise, by method and path. */
export interface Wires {
  readonly [key: string]: OperationWire | undefined;
}

/** The model as the text of a file: an entry to a line, so that one change is one line. */
export function printOperationsModel({ operations, schemas, document }: OperationsModel, file: string): string {
  const generated = `@generated by sdkwright from ${file}. Do not edit.`;
  const head = `{\n  "generated": ${JSON.stringify(generated)},\n  "format": ${OPERATIONS_FORMAT},\n`;
  const text = `${head}  "operations": ${entryLines(operations)},\n  "schemas": ${entryLines(schemas)},\n  "document": ${JSON.stringify(document)}\n}\n`;
  return escapeLines(text);
}

function entryLines(entries: { readonly [key: string]: object }): string {
  const lines = Object.entries(entries).map(([key, entry]) => `    ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
}

function operationEntry(
  { operation, name, request, answer, pages }: OperationTypes,
  call: string,
  wire: OperationWire | undefined,
  document: ApiDocument,
): OperationEntry {
  const { path, method, pointer, isDeprecated } = operation;
  const bodies = Array.from(request.bodies, ([kind, type]) => [kind, compactType(type)] as const);
  const media = Array.from(answer.others, ([status, types]) => [status, [...types].sort()] as const);
  const written = [optionsNode(request), objectNode(answer.answers), objectNode(answer.errors)];
  const { summary, description, parameters, answers } = operation;
  const said = [summary, description, ...[...parameters, ...answers].map((each) => each.description)];
  const text = hashOf([...said, ...written.flatMap((node) => commentsIn(node))]);
  const at = pointer === toPointer("paths", path, method) ? undefined : pointer;
  return defined({
    options: compactType(modelOptionsNode(request)),
    bodies: bodies.length === 0 ? undefined : Object.fromEntries(bodies),
    optionalBody: bodies.length > 0 && request.isBodyOptional ? (true as const) : undefined,
    answers: typesByName(answer.answers),
    errors: typesByName(answer.errors),
    media: media.length === 0 ? undefined : sorted(media),
    wire,
    facts: operationFacts(operation),
    cookies: undefined,
    headers: undefined,
    sunset: undefined,
    ...operationExtras(operation, document),
    deprecated: isDeprecated ? (true as const) : undefined,
    pages: pages?.rule,
    item: pages?.item && compactType(pages.item),
    name: name === operationName(method, path) ? undefined : name,
    call: call === pathCallName(operation) ? undefined : call,
    text,
    at,
  });
}

function schemaEntry({ form, type }: SchemaTypes, root: JsonObject, types: ModuleParts["types"]): SchemaEntry {
  const { pointer } = form;
  const holder = heldBy(pointer);
  // The part that others inherit says it, if that is a part of its own.
  const isSplit = types.has(inheritedPart(pointer));
  const found = isSplit ? undefined : valueAt(root, pointerSegments(holder ?? pointer));
  const schema = isJsonObject(found) ? found : {};
  const written = compactType(type);
  const neutral = types.get(pointer);
  return defined({
    interface: type.kind === "object" ? written : undefined,
    type: type.kind === "object" ? undefined : written,
    at: placeOf(form),
    facts: schemaFacts(found),
    deprecated: schema["deprecated"] === true ? (true as const) : undefined,
    text: hashOf([schema["description"], schema["title"], ...propertyTexts(neutral), ...commentsIn(type)]),
  });
}

/** The place where it is written, if its name does not say so. */
function placeOf({ pointer, name }: SchemaTypes["form"]): string | undefined {
  const holder = heldBy(pointer);
  if (holder !== undefined) return `${holder}/properties`;
  return pointer === schemaPointer(name, undefined) ? undefined : pointer;
}

function propertyTexts(type: SchemaType | undefined): readonly (JsonValue | undefined)[] {
  if (type?.kind === "intersection") return type.members.flatMap(propertyTexts);
  return type?.kind === "object" ? type.properties.map(({ schema }) => schema?.["description"]) : [];
}

/** One short hash of all texts, in order; `undefined` if there are none. */
function hashOf(texts: readonly (JsonValue | undefined)[]): string | undefined {
  const said = texts.filter((text) => typeof text === "string");
  return said.length === 0 ? undefined : hashText(said.join("\n\n")).slice(0, 8);
}

function typesByName(properties: readonly PropertyNode[]): { readonly [name: string]: string } {
  return sorted(properties.map(({ name, type }) => [name, compactType(type)] as const));
}

/** By code unit: the same on every machine, whatever order the document has. */
function sorted<T>(entries: readonly (readonly [string, T])[]): { readonly [key: string]: T } {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** Without what is absent. */
export function defined<T extends object>(record: { [Key in keyof Required<T>]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
