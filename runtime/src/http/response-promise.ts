import type { ProviderResponse, ResponsePromise } from "../provider-client.js";

/** What a request is started with; the accept header is known once the caller has said what it reads. */
export type Start = (accept: string | undefined) => Promise<ProviderResponse>;

/** Starts a request after the current job, so that `.json()` on the promise can still say what is accepted. */
export function toResponsePromise(start: Start): ResponsePromise {
  let accept: string | undefined;
  const response = Promise.resolve().then(() => start(accept));
  return Object.assign(response, {
    json<T>(): Promise<T> {
      accept = "application/json";
      return response.then((answer) => answer.json<T>());
    },
    text: () => response.then((answer) => answer.text()),
    bytes: () => response.then((answer) => answer.bytes()),
    arrayBuffer: () => response.then((answer) => answer.arrayBuffer()),
    blob: () => response.then((answer) => answer.blob()),
    formData: () => response.then((answer) => answer.formData()),
  });
}
