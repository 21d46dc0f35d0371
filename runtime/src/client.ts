import { createProviderClient } from "./bind-provider.js";
import { applyClientJson } from "./client-json.js";
import type { CommonClientOptions, MapsOption } from "./client-options.js";
import { mapValues } from "./map-values.js";
import { ownProperty } from "./own-property.js";
import { performanceSender } from "./policy/performance-sender.js";
import { standaloneSender } from "./policy/standalone.js";
import type { ProfileDefinition, ProviderPart } from "./profile-definition.js";
import type { ProviderClient } from "./provider-client.js";
import { bindProfile } from "./profiles.js";
import { bind, policyContext, type BoundProvider, type RuntimeParts } from "./provider.js";

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
export interface ClientOptions extends CommonClientOptions {
  readonly maps?: object | undefined;
  readonly credentials?: object | undefined;
  readonly parameters?: object | undefined;
}

/**
 * Binds everything that client.json names: providers, and the use-cases of profiles. Two clients share nothing. `Client`
 * is the emitted type of what comes out. Throws a ConfigurationError for a `clientJson` that is not valid, and where
 * client.json selects a map that was not given.
 */
// eslint-disable-next-line typescript/no-unnecessary-type-parameters -- emitted code says what it gets
export function bindClient<Client>(generated: ClientParts, options: ClientOptions): Client {
  const { clientJson, maps = {} } = options;
  const parts = clientJson === undefined ? generated : applyClientJson(generated, clientJson);
  const bindPart = partBinder(parts, options);
  const providers = mapValues(parts.providers, bindPart);
  const profiles = mapValues(parts.profiles ?? {}, (profile) => {
    const own = mapValues(profile.definitions ?? {}, bindPart);
    return bindProfile(profile, {
      context: policyContext(options),
      providers: { ...providers, ...own },
      maps: maps as MapsOption,
      configuredMaps: parts.maps ?? {},
    });
  });
  return { profiles, providers: mapValues(providers, clientOf) } as Client;
}

/** Use-cases have brought the policy along, so nothing is loaded late. */
function clientOf(bound: BoundProvider): ProviderClient {
  return createProviderClient(
    bound,
    standaloneSender(bound, async () => performanceSender(bound)),
  );
}

/** Binds definitions to what client.json and code say of their providers. */
function partBinder(
  parts: ClientParts,
  options: ClientOptions,
): (part: ProviderPart, provider: string) => BoundProvider {
  const digest = parts.digest?.();
  return ({ definition, configured }, provider) => {
    const credentials = ownProperty(options.credentials, provider) as object | undefined;
    const parameters = ownProperty(options.parameters, provider) as object | undefined;
    return bind(definition, configured, { ...options, credentials, parameters }, { digest: digest && (() => digest) });
  };
}
