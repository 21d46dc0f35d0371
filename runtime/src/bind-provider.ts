import type { ProviderDefinition } from "./config/provider-definition.js";
import type { ConfiguredValues } from "./credentials.js";
import { toResponsePromise, type Rejections } from "./http/response-promise.js";
import { sendRequest, type Sender } from "./http/send.js";
import { standaloneSender } from "./policy/standalone.js";
import type { ProviderClient, RequestOptions, ResponsePromise, Send } from "./provider-client.js";
import { bind, type BindOptions, type BoundProvider, type RuntimeParts } from "./provider.js";

/** What emitted `create<Provider>` functions call. */
export type BindProvider = <Name extends string, Service extends string, Scheme extends string>(
  definition: ProviderDefinition<Service, Scheme>,
  configured: ConfiguredValues,
  options: BindOptions,
) => ProviderClient<Name, Service, Scheme>;

/** Makes the `bindProvider` of a door, with the parts that the door brings along. */
export function createBindProvider(parts: RuntimeParts): BindProvider {
  return (definition, configured, options) => {
    const bound = bind(definition, configured, options, parts);
    return createProviderClient(bound, standaloneSender(bound));
  };
}

/**
 * A client of a bound provider. Cheap: a map gets one of its own, whose `sender` knows which performance it belongs to.
 * What it is bound to stands in closures, out of reach of `inspect` and `JSON.stringify`.
 */
export function createProviderClient<Name extends string, Service extends string, Scheme extends string>(
  bound: BoundProvider,
  sender: Sender,
  rejections: Rejections = "reported",
): ProviderClient<Name, Service, Scheme> {
  const start = (method: string, path: string, options: RequestOptions): ResponsePromise =>
    toResponsePromise((accept) => sendRequest(bound, { method, path, options, accept }, sender), rejections);
  const verb =
    (method: string): Send<Service, Scheme> =>
    (path, options = {}) =>
      start(method, path, options);
  return {
    name: bound.definition.name as Name,
    get: verb("GET"),
    post: verb("POST"),
    put: verb("PUT"),
    patch: verb("PATCH"),
    delete: verb("DELETE"),
    head: verb("HEAD"),
    request: (path, options) => start(options.method, path, options),
  };
}
