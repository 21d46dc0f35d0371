import { sendAttempt } from "./attempt.js";
import type { AttemptLimits } from "./attempt-scope.js";
import { own } from "../config/records.js";
import { fromCall } from "./from-call.js";
import { keeperOfDeeds } from "../deeds.js";
import type { BoundProvider } from "../provider/bound-provider.js";
import { prepareRequest, type PreparedRequest, type RequestInput } from "./request.js";
import type { ReceivedAnswer } from "./response.js";
import type { ProviderClient, RequestOptions, ResponsePromise } from "../provider/provider-client.js";
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
  try {
    const prepared = await prepareRequest(bound, input);
    return await dispatch(prepared, (limits, callers) => sendAttempt(prepared, limits, callers));
  } catch (error) {
    // What is found at once is told after the caller has begun to wait.
    await Promise.resolve();
    throw fromCall(error);
  }
}

/**
 * A client of a bound provider. Cheap: a map gets one of its own, whose `dispatch` knows which performance it belongs to.
 * What it is bound to stands in closures, out of reach of `inspect` and `JSON.stringify`. `Client` is what emitted code
 * says of it: a client that is typed by a document is the same object.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function createProviderClient<Client extends { readonly name: string } = ProviderClient>(
  bound: BoundProvider,
  dispatch: Dispatch,
  rejections: Rejections = "reported",
): Client {
  const start = (method: string | undefined, path: string, options: RequestOptions | undefined): ResponsePromise =>
    toResponsePromise(
      (accept) => dispatchRequest(bound, { method, path, options, accept }, dispatch),
      keeperOfDeeds(own(options, "signal")) !== undefined ? "quiet" : rejections,
    );
  const verb = (method: string) => (path: string, options?: RequestOptions) => start(method, path, options);
  const client = {
    name: bound.definition.name,
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    head: verb("HEAD"),
    options: verb("OPTIONS"),
    request: (path: string, options: RequestOptions) => start(undefined, path, options),
  };
  // Not enumerable: `JSON.stringify` would follow the circle.
  return Object.defineProperty(client, "untyped", { value: client }) as unknown as Client;
}
