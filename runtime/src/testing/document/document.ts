import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isPlainObject, own } from "../../config/options.js";
import { nearest } from "../../config/text.js";
import { printable } from "../../errors/errors.js";
import { problemsIn } from "../../schema/check.js";
import { answerFromSample, type FindRule } from "../pages.js";
import { type Answerer, type FakeRequest, type PathPattern, pathPattern } from "../route.js";
import { inPart, wrongUse } from "../wrong-use.js";
import { listOf, readable, recordOf, type References, textOf } from "./references.js";
import { sample, seeded } from "./sample.js";

/** Checks requests against an OpenAPI document, and answers them from it. */
export interface DocumentAnswers {
  /** Says how a request differs from the document; `undefined` if it does not. `shown` is its path, without credentials. */
  readonly check: (request: FakeRequest, url: URL, shown: string) => string | undefined;
  readonly answer: (request: FakeRequest) => Answerer | undefined;
}

/** Bounds a problem, in characters: names in it are the document's. */
const MAX_PROBLEM = 400;

/** Reads a document of OpenAPI 3. `seed` decides what its schemas are sampled to, `ruleOf` says how lists go on. */
export function readDocument(
  document: object,
  seed: number,
  provider: string,
  ruleOf: (method: string, path: string) => FindRule,
): DocumentAnswers {
  if (!isPlainObject(document) || !textOf(document["openapi"]).startsWith("3.")) {
    throw wrongUse(
      "document() takes OpenAPI 3.0 and 3.1 as parsed JSON: `sdkwright add` converts Swagger 2.0 and YAML, below `openapi/`",
      provider,
    );
  }
  const [asked, answered] = [readable(document, "readOnly"), readable(document, "writeOnly")];
  const [requests, answers] = [operationsOf(asked), operationsOf(answered)];
  return {
    check: (request, url, shown) => {
      const operation = operationFor(requests, request);
      const problems = operation
        ? problemsOf(asked, operation, request, url)
        : [missing(`${request.method} ${shown}`, requests)];
      if (problems.length === 0) return undefined;
      const texts = inPart(problems.map((problem) => printable(problem, MAX_PROBLEM))).join("; ");
      return `fake ${provider}: ${request.method} ${shown} does not fit its document: ${texts}`;
    },
    answer: (request) => {
      const operation = operationFor(answers, request);
      return operation && answerOf(answered, operation, seed, ruleOf(operation.method, operation.pattern.text));
    },
  };
}

/** A method of a path. */
interface Operation {
  readonly method: string;
  readonly pattern: PathPattern;
  readonly parameters: readonly Parameter[];
  readonly body: JsonValue | undefined;
  readonly responses: JsonObject;
}

interface Parameter {
  readonly name: string;
  readonly place: string;
  /** Its keywords; `$ref`s are followed. */
  readonly read: (keyword: string) => JsonValue | undefined;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** All operations; a path that says more comes before one with names in its place. */
export function operationsOf(references: References): readonly Operation[] {
  const items = Object.entries(recordOf(own(references.root, "paths")));
  const operations = items.flatMap(([path, item]) =>
    METHODS.flatMap((method) => operationOf(method, path, item, references)),
  );
  return operations.sort((one, other) => one.pattern.places - other.pattern.places);
}

function operationOf(method: string, path: string, item: JsonValue, references: References): readonly Operation[] {
  const operation = references.read(item, method);
  if (!isPlainObject(operation)) return [];
  // Those of the operation take the place of the path's.
  const all = [references.read(item, "parameters"), own(operation, "parameters")].flatMap(listOf).map((node) => {
    const read = (keyword: string) => references.read(node, keyword);
    return { name: textOf(read("name")), place: textOf(read("in")), read };
  });
  return [
    {
      method: method.toUpperCase(),
      pattern: pathPattern(path),
      parameters: [...new Map(all.map((one) => [`${one.place} ${one.name}`, one])).values()],
      body: own(operation, "requestBody"),
      responses: recordOf(own(operation, "responses")),
    },
  ];
}

function operationFor(operations: readonly Operation[], { method, path }: FakeRequest): Operation | undefined {
  return operations.find((one) => one.method === method && one.pattern.match(path) !== undefined);
}

function missing(asked: string, operations: readonly Operation[]): string {
  const titles = operations.map(({ method, pattern }) => `${method} ${pattern.text}`);
  const near = nearest(asked, titles);
  return `there is no such operation${near === undefined ? "" : `; did you mean ${near}?`}`;
}

/** Says where a request is not as its operation says; no value is shown. */
function problemsOf(references: References, operation: Operation, request: FakeRequest, url: URL): readonly string[] {
  const params = operation.pattern.match(request.path) ?? {};
  return [
    ...operation.parameters.flatMap((one) => parameterProblems(references, one, { ...request, params }, url)),
    ...bodyProblems(references, operation.body, request),
  ];
}

/** Headers that a document may not describe (OpenAPI 3.1 §4.8.12). */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

function parameterProblems(
  references: References,
  parameter: Parameter,
  request: FakeRequest,
  url: URL,
): readonly string[] {
  const { name, place, read } = parameter;
  const schema = read("schema");
  if (place === "header" && NOT_PARAMETERS.has(name.toLowerCase())) return [];
  const texts = textsOf(name, place, request, url);
  const title = `${place} parameter "${name}"`;
  const types = typesIn(references.read(schema, "type"));
  if (texts.length === 0) {
    // An object may be written under other names than its own.
    const isSpread = read("style") === "deepObject" || types.includes("object");
    return read("required") === true && !isSpread ? [`${title} is missing`] : [];
  }
  // The value of these texts depends on a style.
  if (types.includes("object") || read("style") !== undefined || references.partsOf(schema).length === 0) return [];
  const value = types.includes("array") ? listIn(texts, parameter, references) : scalar(texts[0] ?? "", types);
  return value === undefined ? [] : schemaProblems(references, schema, value).map((problem) => title + problem);
}

function textsOf(name: string, place: string, request: FakeRequest, { searchParams }: URL): readonly string[] {
  if (place === "query") return searchParams.getAll(name);
  const { params, headers } = request;
  const values = place === "path" ? params : place === "header" ? headers : cookiesOf(headers["cookie"] ?? "");
  const text = own(values, place === "header" ? name.toLowerCase() : name);
  return text === undefined ? [] : [text];
}

function cookiesOf(field: string): { readonly [name: string]: string } {
  return Object.fromEntries(field.split(/;\s*/).map((pair) => [pair.split("=")[0], pair.replace(/^[^=]*=/, "")]));
}

function listIn(texts: readonly string[], { place, read }: Parameter, references: References): unknown[] | undefined {
  const types = typesIn(own(recordOf(references.read(read("schema"), "items")), "type"));
  if (types.length === 0) return undefined;
  const isSplit = place !== "query" || read("explode") === false;
  return (isSplit ? (texts[0] ?? "").split(",") : texts).map((text) => scalar(text, types));
}

function typesIn(type: JsonValue | undefined): readonly string[] {
  return [type].flat().filter((one) => typeof one === "string");
}

/** The value of a text; the text itself if it is none of the types, so that the check says so. */
function scalar(text: string, types: readonly string[]): unknown {
  if (types.includes("string") || types.length === 0) return text;
  if (types.includes("boolean") && /^(?:true|false)$/.test(text)) return text === "true";
  const isNumber = types.includes("integer") || types.includes("number");
  return isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text;
}

function bodyProblems(references: References, body: JsonValue | undefined, request: FakeRequest): readonly string[] {
  if (references.partsOf(body).length === 0) return [];
  if (request.body === undefined) return references.read(body, "required") === true ? ["a body is missing"] : [];
  const content = recordOf(references.read(body, "content"));
  const type = mediaType(request.headers["content-type"] ?? "");
  const found = Object.keys(content).find((range) => isWithin(type, mediaType(range)));
  if (found === undefined) return [`the body is ${type || "of no type"}, not ${Object.keys(content).join(" or ")}`];
  const isForm = /^(?:application\/x-www-form-urlencoded|multipart\/)/.test(type);
  if (!isForm && !/\bjson\b/.test(type)) return [];
  const schema = references.read(own(content, found), "schema");
  return schemaProblems(references, schema, request.body, isForm).map((problem) => `the body${problem}`);
}

function mediaType(field: string): string {
  return (field.split(";")[0] ?? "").trim().toLowerCase();
}

/** `application/*` and any type are ranges (RFC 9110 §12.5.1). */
function isWithin(type: string, range: string): boolean {
  return range === type || range === "*/*" || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** In forms all is text, so only fields that are missing are problems. */
function schemaProblems(references: References, schema: unknown, value: unknown, isForm = false): readonly string[] {
  if (schema === undefined) return [];
  return problemsIn(schema, value, references)
    .filter(({ keyword, pointer }) => !isForm || (keyword === "required" && !pointer.includes("/", 1)))
    .map(({ pointer, message }) => `${pointer === "" ? "" : ` at ${pointer}`} ${message}`);
}

/** Answers as an operation that goes well: an example of the document's, else what its schema allows; a list in pages. */
function answerOf(references: References, operation: Operation, seed: number, findRule: FindRule): Answerer {
  const { method, pattern, responses } = operation;
  const [good] = Object.keys(responses)
    .filter((one) => /^2(?:\d\d|XX)$/i.test(one))
    .sort();
  const code = good ?? "default";
  const status = /^\d+$/.test(code) ? Number(code) : 200;
  const content = recordOf(references.read(own(responses, code), "content"));
  const types = Object.keys(content);
  const type = types.find((one) => /\bjson\b/i.test(one)) ?? types[0];
  if (type === undefined || [204, 205].includes(status)) return () => ({ status });
  const media = own(content, type);
  const headers = { "content-type": type.includes("*") ? "application/octet-stream" : type };
  const schema = references.read(media, "schema");
  return async (request) => {
    // Seeded by the operation alone, so that a test more does not change the answers of others.
    const random = seeded(hashOf(`${seed} ${method} ${pattern.text}`));
    const value = exampleOf(media, references) ?? sample(schema, references, random);
    const rule = /\bjson\b/i.test(type) ? await findRule() : undefined;
    if (rule !== undefined) {
      const misfits = (body: unknown): number => schemaProblems(references, schema, body).length;
      const other = sample(schema, references, random);
      const page = answerFromSample({ body: value, misfits }, other, rule, request);
      return { status, headers: { ...headers, ...page.headers }, body: JSON.stringify(page.body) };
    }
    const isText = typeof value === "string" && !/\bjson\b/i.test(type);
    return { status, headers, body: isText ? value : JSON.stringify(value) };
  };
}

/** A number of 32 bits that depends on each character (FNV-1a). */
function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (const unit of text.split("")) hash = Math.imul(hash ^ unit.charCodeAt(0), 0x01_00_01_93);
  return hash >>> 0;
}

function exampleOf(media: JsonValue | undefined, references: References): JsonValue | undefined {
  const example = references.read(media, "example");
  if (example !== undefined) return example;
  const [first] = Object.values(recordOf(references.read(media, "examples")));
  return references.read(first, "value");
}
