import { createProviderClient } from "./bind-provider.js";
import type { MapsOption } from "./client-options.js";
import { ownProperty } from "./own-property.js";
import type { ProfileDefinition, ProviderPart } from "./profile-definition.js";
import type { ProviderClient, ProviderOptions } from "./provider-client.js";
import { bind, type RuntimeParts } from "./provider.js";

/** What an emitted `client.ts` binds together. */
export interface ClientParts extends RuntimeParts {
  /** By provider name. */
  readonly providers: { readonly [provider: string]: ProviderPart };
  /** By profile name. */
  readonly profiles?: { readonly [profile: string]: ProfileDefinition } | undefined;
  /** The maps that client.json names. */
  readonly maps?: MapsOption | undefined;
}

/** What emitted option types of `createClient` come down to; credentials and parameters by provider name. */
export interface ClientOptions extends ProviderOptions {
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
}

/** Binds everything that client.json names. Two clients share nothing. `Client` is the emitted type of what comes out. */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function bindClient<Client>(parts: ClientParts, options: ClientOptions): Client {
  const providers = Object.entries(parts.providers).map(([name, part]) => [name, bindPart(name, part, parts, options)]);
  return { providers: Object.fromEntries(providers) } as Client;
}

function bindPart(name: string, part: ProviderPart, parts: RuntimeParts, options: ClientOptions): ProviderClient {
  const credentials = ownProperty(options.credentials, name) as object | undefined;
  const parameters = ownProperty(options.parameters, name) as object | undefined;
  return createProviderClient(bind(part.definition, part.configured, { ...options, credentials, parameters }, parts));
}
