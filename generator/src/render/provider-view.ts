import type { ProviderModule } from "../model/provider-module.js";
import { providerExample } from "./provider-example.js";

/** A provider's module as its template prints it: with an example, and the local names of what it binds. */
export function providerView({ provider, bound, ...module }: ProviderModule): object {
  return { ...module, provider: { ...provider, bound, example: providerExample(provider) } };
}
