import { sendAttempt } from "./attempt.js";
import type { AttemptLimits } from "./attempt-scope.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import { prepareRequest, type PreparedRequest, type RequestInput } from "./request.js";
import type { ReceivedAnswer } from "./response.js";
import type { ProviderClient, RequestOptions, ResponsePromise, Send } from "../provider/provider-client.js";
import { type Rejections, toResponsePromise } from "./response-promise.js";

/** Makes attempts of a prepared request: retries and circuits, see `policy/`. `callers` end a stream too that outlives the limits' signals. */
export type Dispatch = (
  prepared: PreparedRequest,
  attempt: (limits: AttemptLimits, callers?: readonly AbortSignal[]) => Promise<ReceivedAnswer>,
) => Promise<ReceivedAnswer>;

/** Prepares a request once and sends it, in as many attempts as `dispatch` makes of it. */
export async function dispatchRequest(
  bound: BoundProvider,
  input: RequestInput,
  dispatch: Dispatch,
): Promise<ReceivedAnswer> {
  const prepared = await prepareRequest(bound, input);
  return dispatch(prepared, (limits, callers) => sendAttempt(prepared, limits, callers));
}

/**
 * A client of a bound provider. Cheap: a map gets one of its own, whose `dispatch` knows which performance it belongs to.
 * What it is bound to stands in closures, out of reach of `inspect` and `JSON.stringify`.
 */
export function createProviderClient<Name extends string, Service extends string, Scheme extends string>(
  bound: BoundProvider,
  dispatch: Dispatch,
  rejections: Rejections = "reported",
): ProviderClient<Name, Service, Scheme> {
  const start = (method: string | undefined, path: string, options: RequestOptions | undefined): ResponsePromise =>
    toResponsePromise((accept) => dispatchRequest(bound, { method, path, options, accept }, dispatch), rejections);
  const verb =
    (method: string): Send<Service, Scheme> =>
    (path, options) =>
      start(method, path, options);
  return {
    name: bound.definition.name as Name,
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    head: verb("HEAD"),
    request: (path, options) => start(undefined, path, options),
  };
}
