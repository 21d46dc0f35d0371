import { credentialInputs, parameterInputs, serviceInputs } from "./client-inputs.js";
import type { ClientSubjects } from "./client-imports.js";
import { clientMaps } from "./client-maps.js";
import type { ProfileModule } from "./profile-module.js";
import type { ProviderModel } from "./provider-model.js";
import type { ProviderModule } from "./provider-module.js";
import { RUNTIME_PARTS } from "./runtime-parts.js";

/** The definitions of all providers, those for one profile only as well. */
export function definitionsOf({
  providers,
  profiles,
}: Pick<ClientSubjects, "providers" | "profiles">): readonly ProviderModel[] {
  return [...providers.map(({ provider }) => provider), ...profiles.flatMap(({ profile }) => profile.definitions)];
}

/** What `client.ts` is made from. */
export function clientSubjects(
  providers: readonly ProviderModule[],
  profiles: readonly ProfileModule[],
): ClientSubjects {
  const providerModels = providers.map(({ provider }) => provider);
  const profileModels = profiles.map(({ profile }) => profile);
  const definitions = definitionsOf({ providers, profiles });
  return {
    providers,
    profiles,
    maps: clientMaps(profileModels),
    credentials: credentialInputs(providerModels, profileModels),
    parameters: parameterInputs(providerModels, profileModels),
    services: serviceInputs(providerModels, profileModels),
    providerNames: [...new Set(definitions.map(({ name }) => name))],
    usesDigest: definitions.some(({ usesDigest }) => usesDigest),
    parts: RUNTIME_PARTS.filter((part) => definitions.some(({ parts }) => parts.includes(part))),
    dependsOnGiven: providerModels.some(({ configuredSchemes, schemes }) => configuredSchemes.length < schemes.length),
  };
}
