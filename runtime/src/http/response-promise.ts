import type { ProviderResponse, ResponsePromise } from "../provider-client.js";

/** What a request is started with; the accept header is known once the caller has said what it reads. */
export type Start = (accept: string | undefined) => Promise<ProviderResponse>;

/**
 * What becomes of a rejection that nobody waits for: the platform reports it (and Node ends the process), or nothing. Of
 * a map's requests nothing: a call that ends early rejects all of them, while the map waits for one.
 */
export type Rejections = "reported" | "quiet";

/** Starts a request after the current job, so that `.json()` on the promise can still say what is accepted. */
export function toResponsePromise(start: Start, rejections: Rejections = "reported"): ResponsePromise {
  const kept = <T>(promise: Promise<T>): Promise<T> => {
    if (rejections === "quiet") promise.catch(() => {});
    return promise;
  };
  let accept: string | undefined;
  const response = kept(Promise.resolve().then(() => start(accept)));
  return Object.assign(response, {
    json<T>(): Promise<T> {
      accept = "application/json";
      return kept(response.then((answer) => answer.json<T>()));
    },
    text: () => kept(response.then((answer) => answer.text())),
    bytes: () => kept(response.then((answer) => answer.bytes())),
    arrayBuffer: () => kept(response.then((answer) => answer.arrayBuffer())),
    blob: () => kept(response.then((answer) => answer.blob())),
    formData: () => kept(response.then((answer) => answer.formData())),
  });
}
