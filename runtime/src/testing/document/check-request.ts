import type { JsonObject } from "../../config/client-config.js";
import { isPlainObject, own } from "../../config/records.js";
import { referencedPart } from "../../config/schema-reference.js";
import { problemsIn } from "../../validate/problems.js";
import type { FakeRequest } from "../answers.js";
import { valueOf } from "./parameter-value.js";
import type { Operation } from "./operations.js";
import { boundedPattern } from "./pattern.js";
import { isReferenceAlone, resolved, textAt } from "./readable.js";

/** What of a request is not as its operation says. No value is shown. */
export function problemsOf(root: JsonObject, operation: Operation, request: FakeRequest, url: URL): readonly string[] {
  const { pattern, parameters } = operation;
  const params = pattern.match(request.path, url.searchParams) ?? {};
  return [
    ...parameters.flatMap((parameter) => parameterProblems(root, parameter, { ...request, params }, url)),
    ...bodyProblems(root, operation.body, request),
  ];
}

/** Headers that a document may not describe (OpenAPI 3.1 §4.8.12). */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

function parameterProblems(root: JsonObject, parameter: JsonObject, request: FakeRequest, url: URL): readonly string[] {
  const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
  if (place === "header" && NOT_PARAMETERS.has(name.toLowerCase())) return [];
  const texts = textsOf(name, place, request, url);
  const title = `${place} parameter "${name}"`;
  if (texts.length === 0)
    return own(parameter, "required") === true && !isSpread(root, parameter) ? [`${title} is missing`] : [];
  const schema = own(parameter, "schema");
  const value = valueOf(texts, resolved(schema, root), parameter);
  return value === undefined ? [] : schemaProblems(root, schema, value).map((problem) => title + problem);
}

/** Whether a parameter is written under other names than its own. */
function isSpread(root: JsonObject, parameter: JsonObject): boolean {
  return own(parameter, "style") === "deepObject" || resolved(own(parameter, "schema"), root)?.["type"] === "object";
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

function bodyProblems(root: JsonObject, body: JsonObject | undefined, request: FakeRequest): readonly string[] {
  if (body === undefined) return [];
  if (request.body === undefined) return own(body, "required") === true ? ["a body is missing"] : [];
  const content = own(body, "content");
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const types = Object.keys(isPlainObject(content) ? content : {});
  const found = types.find((range) => isWithin(type, range.split(";")[0]?.trim().toLowerCase() ?? ""));
  if (found === undefined) return [`the body is ${type || "of no type"}, not ${types.join(" or ")}`];
  const schema = own(resolved(own(content as JsonObject, found), root), "schema");
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/)/.test(type);
  const problems = /\bjson\b/.test(type) || isForm ? schemaProblems(root, schema, request.body, isForm) : [];
  return problems.map((problem) => `the body${problem}`);
}

/** `application/*` and any type are ranges (RFC 9110 §12.5.1). */
function isWithin(type: string, range: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** In forms all is text, so only what is missing is told. */
function schemaProblems(root: JsonObject, schema: unknown, value: unknown, isForm = false): readonly string[] {
  if (schema === undefined) return [];
  const problems = problemsIn(schema, value, {
    find: (from) => referencedPart(root, from)?.value,
    isAlone: isReferenceAlone(root),
    compile: boundedPattern,
  });
  const told = problems.filter(
    ({ keyword, pointer }) => !isForm || (keyword === "required" && !pointer.includes("/", 1)),
  );
  return told.map(({ pointer, message }) => `${pointer === "" ? "" : ` at ${pointer}`} ${message}`);
}
