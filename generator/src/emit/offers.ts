import { fieldsFromCode, own, toPointer } from "@sdkwright/runtime/config";
import type { PublicModel, PublicProfile, PublicProvider } from "./public-model.js";

/**
 * What code can name that is put together from several definitions; the others stand in the model. As JSON pointers:
 *
 * - `/createClient/credentials/<provider>/<scheme>/<field>` and `/createClient/parameters/<provider>/<parameter>`
 * - `/maps/<profile>/<provider>/services/<service>`, `…/schemes/<scheme>`, `…/parameters/<parameter>`, and
 *   `…/certain/<parameter>` where a map always finds the parameter
 */
export function offersOf(model: PublicModel): ReadonlySet<string> {
  const pairs = Object.entries(model.profiles).flatMap(([profile, { candidates }]) =>
    candidates.map((provider) => ["maps", profile, provider] as const),
  );
  const ways = [
    ...pairs.flatMap((pair) => mapOffers(definitionOf(model, pair[1], pair[2])).map((way) => [...pair, ...way])),
    ...(model.client ? clientOffers(model) : []),
  ];
  return new Set(ways.map((way) => toPointer(...way)));
}

/** The definition that a profile's maps have to do with: one of its own, or else the provider's. */
export function definitionOf(model: PublicModel, profile: string, provider: string): PublicProvider | undefined {
  const settings = own(own(model.profiles, profile)?.providers, provider);
  return settings?.definition ?? own(model.providers, provider);
}

function mapOffers(definition: PublicProvider | undefined): readonly string[][] {
  if (definition === undefined) return [];
  const { services, securitySchemes, parameters, certain } = definition;
  return [
    ...Object.keys(services).map((id) => ["services", id]),
    ...Object.keys(securitySchemes).map((id) => ["schemes", id]),
    ...Object.keys(parameters).map((name) => ["parameters", name]),
    ...certain.map((name) => ["certain", name]),
  ];
}

function clientOffers({ providers, profiles }: PublicModel): readonly string[][] {
  const definitions = [...Object.entries(providers), ...Object.values(profiles).flatMap(ownDefinitions)];
  return definitions.flatMap(([provider, { securitySchemes, parameters }]) => [
    ...Object.entries(securitySchemes).flatMap(([id, scheme]) =>
      fieldsFromCode(scheme).map((field) => ["createClient", "credentials", provider, id, field]),
    ),
    ...Object.keys(parameters).map((name) => ["createClient", "parameters", provider, name]),
  ]);
}

function ownDefinitions({ providers }: PublicProfile): (readonly [string, PublicProvider])[] {
  return Object.entries(providers).flatMap(([name, { definition }]) =>
    definition === undefined ? [] : [[name, definition] as const],
  );
}
