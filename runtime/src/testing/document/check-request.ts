import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isPlainObject, own } from "../../config/options.js";
import { problemsIn } from "../../schema/problems.js";
import type { FakeRequest } from "../answers.js";
import type { Operation } from "./operations.js";
import type { References } from "./references.js";

/** What of a request is not as its operation says. No value is shown. */
export function problemsOf(
  references: References,
  operation: Operation,
  request: FakeRequest,
  url: URL,
): readonly string[] {
  const { pattern, parameters } = operation;
  const asked = { ...request, params: pattern.match(request.path, url.searchParams) ?? {} };
  return [
    ...parameters.flatMap((parameter) => parameterProblems(references, parameter, asked, url)),
    ...bodyProblems(references, operation.body, request),
  ];
}

/** Headers that a document may not describe (OpenAPI 3.1 §4.8.12). */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

function parameterProblems(
  references: References,
  parameter: JsonValue,
  request: FakeRequest,
  url: URL,
): readonly string[] {
  const [name, place] = [references.textAt(parameter, "name"), references.textAt(parameter, "in")];
  if (place === "header" && NOT_PARAMETERS.has(name.toLowerCase())) return [];
  const texts = textsOf(name, place, request, url);
  const title = `${place} parameter "${name}"`;
  if (texts.length === 0)
    return references.read(parameter, "required") === true && !isSpread(references, parameter)
      ? [`${title} is missing`]
      : [];
  const value = valueOf(texts, parameter, references);
  const schema = references.read(parameter, "schema");
  return value === undefined ? [] : schemaProblems(references, schema, value).map((problem) => title + problem);
}

/** Whether a parameter is written under other names than its own. */
function isSpread(references: References, parameter: JsonValue): boolean {
  const schema = references.read(parameter, "schema");
  return references.read(parameter, "style") === "deepObject" || references.read(schema, "type") === "object";
}

function textsOf(
  name: string,
  place: string,
  { params, headers }: FakeRequest,
  { searchParams }: URL,
): readonly string[] {
  if (place === "query") return searchParams.getAll(name);
  const values = place === "path" ? params : place === "header" ? headers : cookiesOf(headers["cookie"] ?? "");
  const text = own(values, place === "header" ? name.toLowerCase() : name);
  return text === undefined ? [] : [text];
}

function cookiesOf(field: string): { readonly [name: string]: string } {
  return Object.fromEntries(field.split(/;\s*/).map((pair) => [pair.split("=")[0], pair.replace(/^[^=]*=/, "")]));
}

/** A parameter's texts as the value that its schema describes; `undefined` where only its style could tell. */
function valueOf(texts: readonly string[], parameter: JsonValue, references: References): unknown {
  const read = (keyword: string): JsonValue | undefined => references.read(parameter, keyword);
  const schema = read("schema");
  if (references.partsOf(schema).length === 0) return undefined;
  const types = typesIn(references.read(schema, "type"));
  if (types.includes("object") || typeof read("style") === "string") return undefined;
  if (!types.includes("array")) return scalar(texts[0] ?? "", types);
  const isSplit = read("in") !== "query" || read("explode") === false;
  const items = references.read(schema, "items");
  const itemTypes = isPlainObject(items) ? typesIn(own(items, "type")) : [];
  return itemTypes.length === 0
    ? undefined
    : (isSplit ? (texts[0] ?? "").split(",") : texts).map((text) => scalar(text, itemTypes));
}

function typesIn(type: JsonValue | undefined): readonly string[] {
  return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
}

/** As text where it is none of the types: the check then says so. */
function scalar(text: string, types: readonly string[]): unknown {
  if (types.includes("string") || types.length === 0) return text;
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

function bodyProblems(references: References, body: JsonValue | undefined, request: FakeRequest): readonly string[] {
  if (body === undefined) return [];
  if (request.body === undefined) return references.read(body, "required") === true ? ["a body is missing"] : [];
  const content = references.read(body, "content");
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const types = Object.keys(isPlainObject(content) ? content : {});
  const found = types.find((range) => isWithin(type, range.split(";")[0]?.trim().toLowerCase() ?? ""));
  if (found === undefined) return [`the body is ${type || "of no type"}, not ${types.join(" or ")}`];
  const schema = references.read(own(content as JsonObject, found), "schema");
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/)/.test(type);
  const problems = /\bjson\b/.test(type) || isForm ? schemaProblems(references, schema, request.body, isForm) : [];
  return problems.map((problem) => `the body${problem}`);
}

/** `application/*` and any type are ranges (RFC 9110 §12.5.1). */
function isWithin(type: string, range: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** In forms all is text, so only what is missing is told. */
function schemaProblems(references: References, schema: unknown, value: unknown, isForm = false): readonly string[] {
  if (schema === undefined) return [];
  const problems = problemsIn(schema, value, references);
  const told = problems.filter(
    ({ keyword, pointer }) => !isForm || (keyword === "required" && !pointer.includes("/", 1)),
  );
  return told.map(({ pointer, message }) => `${pointer === "" ? "" : ` at ${pointer}`} ${message}`);
}
