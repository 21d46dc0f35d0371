import {
  type JsonObject,
  type JsonValue,
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
import type { SchemaType } from "../../schema/schema-type.js";
import { operationName } from "../names.js";
import { typeKey } from "../quoting.js";
import { bodyKind, isJson } from "./media-types.js";
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
import { commentsIn, type IndexNode, objectNode, type PropertyNode, type TypeNode } from "./type-node.js";

// What a document says of values beside their types, as `diff` compares it: bounds, formats, defaults, what is deprecated.

const BOUNDS =
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties".split(
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
    for (const { mediaType, schema } of contents) if (isJson(mediaType)) collect(schema?.value, [status], found);
  return byWay(found);
}

type Found = (readonly [way: readonly string[], facts: Facts])[];

/** Goes as far as the type is written in place: behind a reference there is a schema with facts of its own. */
function collect(value: JsonValue | undefined, way: readonly string[], found: Found): void {
  if (!isJsonObject(value)) return;
  const facts = factsOf(value);
  if (Object.keys(facts).length > 0) found.push([way, facts]);
  if (own(value, "$ref") !== undefined) return;
  const properties = own(value, "properties");
  if (isJsonObject(properties))
    for (const [name, schema] of Object.entries(properties)) collect(schema, [...way, name], found);
  collect(own(value, "items"), [...way, "[]"], found);
  collect(own(value, "additionalProperties"), [...way, "*"], found);
  const composed = own(value, "allOf");
  if (Array.isArray(composed)) for (const part of composed) collect(part, way, found);
  for (const keyword of ["oneOf", "anyOf"]) {
    const [only, ...others] = alternatives(own(value, keyword));
    if (others.length === 0) collect(only, way, found);
  }
}

/** Without null. */
function alternatives(value: JsonValue | undefined): readonly JsonValue[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each: JsonValue) => !isJsonObject(each) || own(each, "type") !== "null");
}

function factsOf(schema: JsonObject): Facts {
  const facts: { [name: string]: JsonValue } = {};
  const [isReadOnly, isWriteOnly] = ["readOnly", "writeOnly"].map((name) => own(schema, name) === true);
  // Requests have no read-only properties, so nothing bounds what they carry.
  if (isReadOnly !== true)
    for (const name of [...BOUNDS, "default"]) {
      const value = own(schema, name);
      if (value !== undefined && value !== false) facts[name] = value;
    }
  // OpenAPI 3.0 says by a boolean that a bound itself is not allowed.
  for (const [name, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (facts[name] !== true) continue;
    const value = facts[bound];
    delete facts[bound];
    if (value === undefined) delete facts[name];
    else facts[name] = value;
  }
  const [type, format] = [own(schema, "type"), own(schema, "format")];
  if (typeof format === "string" && !SILENT_FORMATS.has(format)) facts["format"] = format;
  if (type === "integer" || (Array.isArray(type) && type.includes("integer"))) facts["integer"] = true;
  if (own(schema, "deprecated") === true) facts["deprecated"] = true;
  if (isWriteOnly === true) facts["writeOnly"] = true;
  return facts;
}

function byWay(found: Found): FactsByWay | undefined {
  const all = new Map<string, Facts>();
  for (const [way, facts] of found) {
    const key = way.length === 0 ? "" : toPointer(...way);
    all.set(key, { ...all.get(key), ...facts });
  }
  return all.size === 0 ? undefined : Object.fromEntries([...all].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** What an operation says outside of types: required cookies, described headers of answers, when it ends. */
function operationExtras(
  { pointer }: Operation,
  document: ApiDocument,
): { readonly cookies?: readonly string[]; readonly headers?: { readonly [status: string]: readonly string[] } } & {
  readonly sunset?: string;
} {
  const operation = objectAt(document, pointer);
  const item = objectAt(document, pointer.replace(/\/[^/]*$/, ""));
  const listed = [own(item, "parameters"), own(operation, "parameters")].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  const cookies = listed.flatMap((each: JsonValue) => {
    const parameter = resolved(each, document);
    const name = own(parameter, "name");
    const isOne = own(parameter, "in") === "cookie" && own(parameter, "required") === true;
    return isOne && typeof name === "string" ? [name] : [];
  });
  const responses = own(operation, "responses");
  const headers = Object.entries(isJsonObject(responses) ? responses : {}).flatMap(([status, answer]) => {
    const described = own(resolved(answer, document), "headers");
    const names = isJsonObject(described) ? Object.keys(described).sort() : [];
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
  const components = own(root, "components");
  const schemes = isJsonObject(components) ? own(components, "securitySchemes") : undefined;
  const entries = Object.entries(isJsonObject(schemes) ? schemes : {}).map(
    ([id, scheme]) => [id, schemeFacts(resolved(scheme, document))] as const,
  );
  const [servers, security] = [own(root, "servers"), own(root, "security")];
  const urls = (Array.isArray(servers) ? servers : []).flatMap((server: JsonValue) => {
    const url = isJsonObject(server) ? own(server, "url") : undefined;
    return typeof url === "string" ? [url] : [];
  });
  const alternatives = (Array.isArray(security) ? security : []).map((each: JsonValue) =>
    isJsonObject(each) ? Object.keys(each).sort() : [],
  );
  return { schemes: Object.fromEntries(entries), servers: urls, security: alternatives };
}

function schemeFacts(scheme: JsonObject): { readonly [name: string]: string } {
  const texts = ["type", "in", "name", "scheme"].flatMap((key) => {
    const value = own(scheme, key);
    return typeof value === "string" ? [[key, value] as const] : [];
  });
  const flows = own(scheme, "flows");
  const urls = Object.values(isJsonObject(flows) ? flows : {}).flatMap((flow) => {
    const url = isJsonObject(flow) ? own(flow, "tokenUrl") : undefined;
    return typeof url === "string" ? [url] : [];
  });
  const tokenUrls = [...new Set(urls)].sort().join(" ");
  return { ...Object.fromEntries(texts), ...(tokenUrls !== "" && { tokenUrl: tokenUrls }) };
}

function resolved(value: JsonValue | undefined, document: ApiDocument): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = own(value, "$ref");
  const target = typeof reference === "string" ? document.resolve(reference)?.value : value;
  return isJsonObject(target) ? target : {};
}

function objectAt({ root }: ApiDocument, pointer: string): JsonObject {
  const value = pointerSegments(pointer).reduce<JsonValue | undefined>(
    (outer, step) => (isJsonObject(outer) ? own(outer, step) : undefined),
    root,
  );
  return isJsonObject(value) ? value : {};
}

/**
 * A type on one line, as `diff` reads it: without comments and `readonly`; `a?: T` stands for `a?: T | undefined`, and
 * what is generic is spelled out.
 */
export function compactType(type: TypeNode): string {
  switch (type.kind) {
    case "text":
      return doubleQuoted(type.text);
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

export function compactProperty({ name, isOptional, type }: PropertyNode): string {
  return `${doubleQuoted(typeKey(name))}${isOptional ? "?" : ""}: ${compactType(type)}`;
}

export function compactIndex({ name, type }: IndexNode): string {
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
    return [key, operationEntry(each, wire[key], api.document)] as const;
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
  const head = `{\n  "generated": ${JSON.stringify(generated)},\n  "format": 2,\n`;
  const text = `${head}  "operations": ${entryLines(operations)},\n  "schemas": ${entryLines(schemas)},\n  "document": ${JSON.stringify(document)}\n}\n`;
  return escapeLines(text);
}

function entryLines(entries: { readonly [key: string]: object }): string {
  const lines = Object.entries(entries).map(([key, entry]) => `    ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
  return lines.length === 0 ? "{}" : `{\n${lines.join(",\n")}\n  }`;
}

function operationEntry(
  { operation, name, request, answer }: OperationTypes,
  wire: OperationWire | undefined,
  document: ApiDocument,
): OperationEntry {
  const { path, method, pointer, isDeprecated } = operation;
  const bodies = Array.from(request.bodies, ([kind, type]) => [kind, compactType(type)] as const);
  const media = Array.from(answer.others, ([status, types]) => [status, [...types].sort()] as const);
  const written = [optionsNode(request), objectNode(answer.answers), objectNode(answer.errors)];
  const text = hashOf([...textsOf(operation), ...written.flatMap((node) => commentsIn(node))]);
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
    name: name === operationName(method, path) ? undefined : name,
    text,
    at,
  });
}

function schemaEntry({ form, type }: SchemaTypes, root: JsonObject, types: ModuleParts["types"]): SchemaEntry {
  const { pointer } = form;
  const found = valueAt(root, pointerSegments(pointer));
  const schema = isJsonObject(found) ? found : {};
  const written = compactType(type);
  const neutral = types.get(pointer);
  return defined({
    interface: type.kind === "object" ? written : undefined,
    type: type.kind === "object" ? undefined : written,
    at: pointer === schemaPointer(form.name, undefined) ? undefined : pointer,
    facts: schemaFacts(found),
    deprecated: schema["deprecated"] === true ? (true as const) : undefined,
    text: hashOf([schema["description"], schema["title"], ...propertyTexts(neutral), ...commentsIn(type)]),
  });
}

function textsOf(operation: Operation): readonly (JsonValue | undefined)[] {
  const { summary, description, parameters, answers } = operation;
  return [summary, description, ...[...parameters, ...answers].map((each) => each.description)];
}

function propertyTexts(type: SchemaType | undefined): readonly (JsonValue | undefined)[] {
  if (type?.kind === "intersection") return type.members.flatMap(propertyTexts);
  return type?.kind === "object" ? type.properties.map(({ schema }) => schema?.["description"]) : [];
}

/** One hash of all texts, in order; `undefined` where there are none. */
function hashOf(texts: readonly (JsonValue | undefined)[]): string | undefined {
  const said = texts.filter((text) => typeof text === "string");
  return said.length === 0 ? undefined : shortHash(said.join("\n\n"));
}

function shortHash(text: string): string {
  return hashText(text).slice(0, 8);
}

function typesByName(properties: readonly PropertyNode[]): { readonly [name: string]: string } {
  return sorted(properties.map(({ name, type }) => [name, compactType(type)] as const));
}

/** By code unit: the same on every machine, whatever order the document has. */
function sorted<T>(entries: readonly (readonly [string, T])[]): { readonly [key: string]: T } {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : Number(a > b))));
}

/** Without what is absent. */
function defined<T extends object>(record: { [Key in keyof Required<T>]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}
