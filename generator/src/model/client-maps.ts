import type { ProfileModel } from "./profile-model.js";

/** The maps of one profile, as `createClient` takes them. */
export interface ClientMaps {
  readonly profile: ProfileModel;
  readonly maps: readonly ClientMap[];
  /** Whether code has to give one of them. */
  readonly isDemanded: boolean;
}

export interface ClientMap {
  readonly provider: string;
  /** The module that client.json names, relative to the project root. */
  readonly file?: string | undefined;
  readonly isDemanded: boolean;
}

/** Maps are demanded for providers that the profile names and that have no map file; others may be given. */
export function clientMaps(profiles: readonly ProfileModel[]): readonly ClientMaps[] {
  return profiles
    .filter(({ useCases, providers }) => useCases.length > 0 && providers.length > 0)
    .map((profile) => {
      const maps = profile.providers.map(({ provider, isNamed, mapFile }) => ({
        provider: provider.name,
        file: mapFile,
        isDemanded: isNamed && mapFile === undefined,
      }));
      return { profile, maps, isDemanded: maps.some(({ isDemanded }) => isDemanded) };
    });
}
