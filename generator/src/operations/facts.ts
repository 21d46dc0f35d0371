// What a document says of values beside their types, as `diff` compares it: bounds, formats, defaults, what is deprecated.
import { own, pointerSegments, toPointer, type JsonObject, type JsonValue } from "@sdkwright/runtime/config";
import { isJsonObject } from "../json-schema/schema-part.js";
import type { ApiDocument, Operation } from "../openapi/api.js";
import { bodyKind, isJson } from "./media-types.js";
import type { DocumentFacts, Facts, FactsByWay } from "./operations-model.js";

const BOUNDS =
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern minItems maxItems uniqueItems minProperties maxProperties".split(
    " ",
  );

/** Formats that a type shows, or that only say how large a number is. */
const SILENT_FORMATS = new Set(["int32", "int64", "float", "double", "binary", "byte"]);

/** Facts of the schema at a JSON pointer's value, by JSON pointers of properties (`/shipping/method`, `/tags/[]`). */
export function schemaFacts(schema: JsonValue | undefined): FactsByWay | undefined {
  const found: Found = [];
  collect(schema, [], found);
  return byWay(found);
}

/** Facts of what an operation takes and answers: `/query/limit`, `/json/grams`, `/200/state`. */
export function operationFacts({ parameters, bodies, answers }: Operation): FactsByWay | undefined {
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
export function operationExtras(
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
export function documentFacts(document: ApiDocument): DocumentFacts {
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
