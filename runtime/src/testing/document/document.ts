import type { JsonObject, JsonValue } from "../../config/definition.js";
import { isArray, isPlainObject, own } from "../../config/options.js";
import { nearest } from "../../config/text.js";
import { printable } from "../../errors/errors.js";
import type { Answerer, FakeRequest } from "../answers.js";
import { hashOf, seeded } from "../chance.js";
import { inPart, wrongUse } from "../wrong-use.js";
import { problemsOf } from "./check-request.js";
import { type Operation, operationsOf } from "./operations.js";
import { readable } from "./readable.js";
import { type References, textAt } from "./references.js";
import { sample } from "./sample.js";

/** What an OpenAPI document says of requests, and answers them with. */
export interface DocumentAnswers {
  /** What is wrong with a request; `undefined` for nothing. `shown` is its path, without credentials. */
  readonly check: (request: FakeRequest, url: URL, shown: string) => string | undefined;
  readonly answer: (request: FakeRequest) => Answerer | undefined;
}

/** Reads a document of OpenAPI 3. `seed` decides what its schemas are sampled to. */
export function readDocument(document: object, seed: number, provider: string): DocumentAnswers {
  if (!isPlainObject(document) || !textAt(document, "openapi").startsWith("3.")) {
    throw wrongUse(
      "document() reads OpenAPI 3.0 and 3.1 as parsed JSON: of Swagger 2.0 and YAML `sdkwright add` makes that, below `openapi/`",
      provider,
    );
  }
  const [asked, answered] = [readable(document, "readOnly"), readable(document, "writeOnly")];
  const [requests, answers] = [operationsOf(asked), operationsOf(answered)];
  const find = (operations: readonly Operation[], { method, path }: FakeRequest): Operation | undefined =>
    operations.find(
      (operation) => operation.method === method && operation.pattern.match(path, NO_QUERY) !== undefined,
    );
  return {
    check: (request, url, shown) => {
      const operation = find(requests, request);
      const problems =
        operation === undefined
          ? [missing(request.method, shown, requests)]
          : problemsOf(asked, operation, request, url);
      if (problems.length === 0) return undefined;
      const told = inPart(problems.map((problem) => printable(problem, MAX_PROBLEM))).join("; ");
      return `fake ${provider}: ${request.method} ${shown} is not what its document says: ${told}`;
    },
    answer: (request) => {
      const operation = find(answers, request);
      return operation && answerOf(answered, operation, seed);
    },
  };
}

/** Of one, in characters: names in it are the document's. */
const MAX_PROBLEM = 400;

const NO_QUERY = new URLSearchParams();

function missing(method: string, path: string, operations: readonly Operation[]): string {
  const near = nearest(
    `${method} ${path}`,
    operations.map((operation) => `${operation.method} ${operation.pattern.text}`),
  );
  return `there is no such operation${near === undefined ? "" : `; did you mean ${near}?`}`;
}

/** What an operation answers where all goes well: an example of the document's, else what its schema allows. */
function answerOf(references: References, operation: Operation, seed: number): Answerer {
  const { method, pattern, responses } = operation;
  const codes = Object.keys(responses);
  const code = codes.filter((one) => /^2(?:\d\d|XX)$/i.test(one)).sort()[0] ?? "default";
  const status = /^\d+$/.test(code) ? Number(code) : 200;
  const content = references.read(own(responses, code), "content");
  const types = Object.keys(isPlainObject(content) ? content : {});
  const type = types.find((one) => /\bjson\b/i.test(one)) ?? types[0];
  if (type === undefined || [204, 205].includes(status)) return () => ({ status });
  const media = own(content as JsonObject, type);
  const headers = { "content-type": type.includes("*") ? "application/octet-stream" : type };
  return () => {
    // Not after what was asked before: a test more must not change the answers of others.
    const random = seeded(hashOf(`${seed} ${method} ${pattern.text}`));
    const example = exampleOf(media, references);
    const value = example === undefined ? sample(references.read(media, "schema"), references, random) : example.value;
    return {
      status,
      headers,
      body: typeof value === "string" && !/\bjson\b/i.test(type) ? value : JSON.stringify(value),
    };
  };
}

/** An example may be any JSON, `null` too. */
function exampleOf(media: JsonValue | undefined, references: References): { readonly value: JsonValue } | undefined {
  const example = references.read(media, "example");
  if (example !== undefined) return { value: example };
  const examples = references.read(media, "examples");
  const [first] = isPlainObject(examples)
    ? Object.values(examples)
    : isArray(examples)
      ? examples.map((value) => ({ value }))
      : [];
  const value = references.read(first, "value");
  return value === undefined ? undefined : { value };
}
