import { toPointer } from "@sdkwright/runtime/config";
import { credentialInputs, parameterInputs } from "../model/client-inputs.js";
import { clientMaps } from "../model/client-maps.js";
import type { ProfileModel } from "../model/profile-model.js";
import type { ProviderModel } from "../model/provider-model.js";
import type { SdkModel } from "../model/sdk-model.js";
import { compareText } from "./compare-text.js";

/**
 * What code has to give, or does not compile; inputs of use-cases apart, which have types. As JSON pointers, in one order:
 *
 * - `/createClient/maps/<profile>/<provider>`
 * - `/createClient/schemes/<provider>/<scheme>…`: credentials of one of these schemes
 * - `/createClient/credentials/<provider>/<scheme>/<field>`, where the scheme is given at all
 * - `/createClient/parameters/<provider>/<parameter>`
 * - `/providers/<provider>/credentials/<scheme>/<field>` and `/providers/<provider>/parameters/<parameter>`: the same
 *   for a provider alone
 * - `/providers/<provider>/default/<scheme>`: credentials of a scheme that requests use by default, or another default
 * - `/profiles/<profile>/useCases/<use-case>`, of every map
 */
export function demandsOf({ providers, profiles, client }: SdkModel): readonly string[] {
  const alone = providers.map(({ provider }) => provider);
  const models = profiles.map(({ profile }) => profile);
  const demands = [
    ...(client === undefined ? [] : clientDemands(alone, models).map((way) => ["createClient", ...way])),
    ...alone.flatMap((provider) =>
      [...definitionDemands(provider), ...provider.demandedSchemes.map((id) => ["default", id])].map((way) => [
        "providers",
        provider.name,
        ...way,
      ]),
    ),
    ...models.flatMap(({ name, useCaseNames }) =>
      useCaseNames.map((useCase) => ["profiles", name, "useCases", useCase]),
    ),
  ];
  return [...new Set(demands.map((way) => toPointer(...way)))].sort(compareText);
}

/** What `createClient` cannot be called without. */
function clientDemands(providers: readonly ProviderModel[], profiles: readonly ProfileModel[]): readonly string[][] {
  const maps = clientMaps(profiles).flatMap(({ profile, maps }) =>
    maps.filter(({ isDemanded }) => isDemanded).map(({ provider }) => ["maps", profile.name, provider]),
  );
  const schemes = credentialInputs(providers, profiles).flatMap(({ provider, types }) =>
    types
      .filter(({ extent }) => extent !== "any")
      .map((type) => ["schemes", provider, ...type.of.schemes.map(({ id }) => id).sort(compareText)]),
  );
  const values = [credentialInputs(providers, profiles), parameterInputs(providers, profiles)].flatMap((inputs) =>
    inputs.flatMap(({ provider, types }) =>
      types.flatMap((type) => definitionDemands(type.of).map(([kind, ...way]) => [kind, provider, ...way])),
    ),
  );
  return [...maps, ...schemes, ...values];
}

/** Fields that client.json does not supply, and parameters that a base URL cannot do without. */
function definitionDemands({ schemes, parameters }: ProviderModel): readonly (readonly [string, ...string[]])[] {
  return [
    ...schemes.flatMap(({ id, fields, referenceFields }) =>
      fields.filter((field) => !referenceFields.includes(field)).map((field) => ["credentials", id, field] as const),
    ),
    ...parameters.filter(({ isDemanded }) => isDemanded).map(({ name }) => ["parameters", name] as const),
  ];
}
