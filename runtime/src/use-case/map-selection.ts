import { ConfigurationError } from "../errors.js";
import { selectionOf, type MapSelection } from "./map.js";

/** Names a map's profile and provider in messages. */
export interface MapPlace {
  readonly profile: string;
  readonly provider: string;
}

/**
 * The map that is to be used of those given for one profile and provider, `undefined` when none is given (rules C8).
 * Throws a ConfigurationError when client.json asks for one that is not among them, or when several are and it does not
 * say which.
 */
export function selectMap(
  given: object | readonly object[] | undefined,
  wanted: MapSelection,
  place: MapPlace,
): object | undefined {
  const maps = Array.isArray(given) ? (given as readonly object[]) : given === undefined ? [] : [given];
  const fitting = maps.filter((map) => carries(selectionOf(map), wanted));
  const [only, ...others] = fitting.length > 1 ? unmarkedFirst(fitting, wanted) : fitting;
  if (only !== undefined && others.length === 0) return only;
  if (maps.length === 0) return undefined;
  const asked = wanted.variant === undefined && wanted.revision === undefined ? "none of them" : describe(wanted);
  const message = `maps for ${place.profile} and ${place.provider}: client.json selects ${asked}, given ${maps
    .map((map) => describe(selectionOf(map)))
    .join("; ")}`;
  throw new ConfigurationError(message, { code: "map-selection", provider: place.provider });
}

function carries(selection: MapSelection, { variant, revision }: MapSelection): boolean {
  return (
    (variant === undefined || selection.variant === variant) &&
    (revision === undefined || selection.revision === revision)
  );
}

/** Where client.json does not say which, the one without marks is meant. */
function unmarkedFirst(maps: readonly object[], wanted: MapSelection): readonly object[] {
  const exact = maps.filter((map) => {
    const { variant, revision } = selectionOf(map);
    return variant === wanted.variant && revision === wanted.revision;
  });
  return exact.length > 0 ? exact : maps;
}

function describe({ variant, revision }: MapSelection): string {
  if (variant === undefined && revision === undefined) return "a map without variant and revision";
  const parts = [variant !== undefined && `variant "${variant}"`, revision !== undefined && `revision "${revision}"`];
  return parts.filter((part) => part !== false).join(", ");
}

/** Maps by profile and provider: one, or several of which client.json selects one (`mapVariant`, `mapRevision`). */
export interface MapsOption {
  readonly [profile: string]: { readonly [provider: string]: object | readonly object[] | undefined } | undefined;
}
