import type { ProfileDefinition, ProviderDefinition, ProviderPart } from "../config/definition.js";
import { allOf, entriesOf, own, readOptions } from "../config/options.js";
import type { MapsOption } from "../failover/bind-profile.js";
import { badOption, type GivenValues, readGiven, type RuntimeParts } from "../http/bound-provider.js";

/** The parts that an emitted `client.ts` binds together. */
export interface ClientParts extends RuntimeParts {
  /** By provider name. */
  readonly providers: { readonly [provider: string]: ProviderPart };
  /** By profile name. */
  readonly profiles?: { readonly [profile: string]: ProfileDefinition } | undefined;
  /** The maps that client.json names. */
  readonly maps?: MapsOption | undefined;
}

/** A configuration that `clientJson()` of `@sdkwright/runtime/client-json` has read, for one client or several. */
export interface ClientJson {
  /** Called by `createClient`, with what was generated. */
  readonly configure: (parts: ClientParts) => ClientParts;
}

/** The profiles of client.json; empty if it names none. */
export function profilesOf(parts: ClientParts): { readonly [profile: string]: ProfileDefinition } {
  return (own(parts, "profiles") ?? {}) as { readonly [profile: string]: ProfileDefinition };
}

/** Definitions that a profile has for itself (rules C7). */
export function definitionsOf(profile: ProfileDefinition): { readonly [provider: string]: ProviderPart } {
  return (own(profile, "definitions") ?? {}) as { readonly [provider: string]: ProviderPart };
}

/** The options that are given by provider. */
const INPUTS = ["credentials", "parameters", "services", "headers"] as const;

/** Reads the values that code gives for each provider. Throws for a name that is no provider, scheme, field or parameter of the client. */
export function readGivenByProvider(
  parts: ClientParts,
  options: { readonly [Input in (typeof INPUTS)[number]]?: object | undefined },
): ReadonlyMap<string, GivenValues> {
  const definitions = definitionsByProvider(parts);
  const names = allOf([...definitions.keys()]);
  const inputs = INPUTS.map(
    (input) => [input, readOptions<object>(options[input], input, names, badOption())] as const,
  );
  return new Map(
    Array.from(definitions, ([name, ofProvider]) => {
      const given = Object.fromEntries(inputs.map(([input, byProvider]) => [input, own(byProvider, name) as object]));
      return [name, readGiven(given, ofProvider, badOption(name))];
    }),
  );
}

function definitionsByProvider(parts: ClientParts): ReadonlyMap<string, readonly ProviderDefinition[]> {
  const byProvider = new Map<string, ProviderDefinition[]>();
  for (const providers of [parts.providers, ...Object.values(profilesOf(parts)).map(definitionsOf)]) {
    for (const [name, { definition }] of Object.entries(providers)) {
      byProvider.set(name, [...(byProvider.get(name) ?? []), definition]);
    }
  }
  return byProvider;
}

/** Maps by profile and provider, refused where the client has no such profile, or the profile no such provider. */
export function readMaps(parts: ClientParts, given: object | undefined): MapsOption {
  const profiles = profilesOf(parts);
  const maps = readOptions<object>(given, "maps", allOf(Object.keys(profiles)), badOption());
  const read = entriesOf(maps, "maps", badOption()).map(([name, byProvider]) => {
    const profile = profiles[name];
    const known = Object.keys({ ...parts.providers, ...(profile && definitionsOf(profile)) });
    return [name, readOptions(byProvider as object, `maps.${name}`, allOf(known, "an object"), badOption())];
  });
  return Object.fromEntries(read) as MapsOption;
}
