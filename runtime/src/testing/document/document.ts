import type { Answerer, FakeRequest } from "../answers.js";

export interface DocumentAnswers {
  readonly check: (request: FakeRequest, query: URLSearchParams) => string | undefined;
  readonly answer: (request: FakeRequest) => Answerer | undefined;
}

export function readDocument(document: object, seed: number, provider: string): DocumentAnswers {
  throw new Error(`${provider} ${seed} ${JSON.stringify(document)}`);
}
