import { fieldsFromCode, own, toPointer } from "@sdkwright/runtime/config";
import type { PublicModel, PublicProvider } from "./public-model.js";

/**
 * What code can name that is put together from several definitions; the others stand in the model. As JSON pointers:
 *
 * - `/createClient/credentials/<provider>/<scheme>/<field>` and `/createClient/parameters/<provider>/<parameter>`
 * - `/maps/<profile>/<provider>/services/<service>`, `…/schemes/<scheme>`, `…/parameters/<parameter>`, and
 *   `…/certain/<parameter>` where a map always finds the parameter
 */
export function offersOf(model: PublicModel): ReadonlySet<string> {
  const ofMaps = Object.entries(model.profiles).flatMap(([profile, { candidates }]) =>
    candidates.flatMap((provider) => {
      const definition = definitionOf(model, profile, provider);
      if (definition === undefined) return [];
      const { services, securitySchemes: schemes, parameters, certain } = definition;
      const offers = Object.entries({ services, schemes, parameters }).flatMap(([kind, named]) =>
        Object.keys(named).map((name) => [kind, name]),
      );
      const all = [...offers, ...certain.map((name) => ["certain", name])];
      return all.map((way) => ["maps", profile, provider, ...way]);
    }),
  );
  const ways = [...ofMaps, ...(model.client ? clientOffers(model) : [])];
  return new Set(ways.map((way) => toPointer(...way)));
}

/** The definition that a profile's maps have to do with: one of its own, or else the provider's. */
export function definitionOf(model: PublicModel, profile: string, provider: string): PublicProvider | undefined {
  const settings = own(own(model.profiles, profile)?.providers, provider);
  return settings?.definition ?? own(model.providers, provider);
}

function clientOffers({ providers, profiles }: PublicModel): readonly string[][] {
  const ofProfiles = Object.values(profiles).flatMap((profile) =>
    Object.entries(profile.providers).map(([name, { definition }]) => [name, definition] as const),
  );
  return [...Object.entries(providers), ...ofProfiles].flatMap(([provider, definition]) => [
    ...Object.entries(definition?.securitySchemes ?? {}).flatMap(([id, scheme]) =>
      fieldsFromCode(scheme).map((field) => ["createClient", "credentials", provider, id, field]),
    ),
    ...Object.keys(definition?.parameters ?? {}).map((name) => ["createClient", "parameters", provider, name]),
  ]);
}
