import { isPlainObject } from "../../config/records.js";
import type { Answerer, FakeRequest } from "../answers.js";
import { printable } from "../../redaction.js";
import { inPart, wrongUse } from "../wrong-use.js";
import { answerOf } from "./answer.js";
import { problemsOf } from "./check-request.js";
import { operationsOf, type Operation } from "./operations.js";
import { readable } from "./readable.js";
import { textAt } from "./references.js";
import { nearest } from "../../config/nearest.js";

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
