import type { ConfiguredValues, ProviderDefinition } from "../config/definition.js";
import { readOptions } from "../config/options.js";
import {
  badOption,
  bind,
  type BindOptions,
  PROVIDER_OPTIONS,
  readGiven,
  type RuntimeParts,
} from "../http/bound-provider.js";
import { createProviderClient } from "../http/client.js";
import type { ProviderClient } from "../http/provider-client.js";
import { dispatchRequests } from "../policy/first-attempt.js";

/** The function that emitted `create<Provider>` functions call. `Client` is the emitted type of what comes out. */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export type BindProvider = <Client extends { readonly name: string } = ProviderClient>(
  definition: ProviderDefinition,
  configured: ConfiguredValues,
  options: BindOptions,
  /** The parts that the provider's schemes need besides those of the entry point. */
  parts?: RuntimeParts,
) => Client;

/** Makes the `bindProvider` of an entry point, with the parts that it has. */
export function createBindProvider(ownParts: RuntimeParts): BindProvider {
  return (definition, configured, options, parts) => {
    const bad = badOption(definition.name);
    const read = readOptions(options, "", PROVIDER_OPTIONS, bad);
    const bound = bind(definition, configured, read, readGiven(read, [definition], bad), {
      ...ownParts,
      ...parts,
    });
    return createProviderClient(bound, dispatchRequests(bound));
  };
}
