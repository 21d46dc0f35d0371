import type { ProfileDefinition, ProviderUseCase, UseCaseDefinition } from "../config/definition.js";
import { toPointer } from "../config/pointers.js";
import type { DefaultInput } from "../config/merge-defaults.js";
import { own, withoutPrototypes } from "../config/options.js";
import { ConfigurationError } from "../errors/errors.js";
import type { BoundProvider, PolicyContext } from "../http/bound-provider.js";
import type { Circuits } from "../policy/circuits.js";
import { type MapSelection, selectionOf, type UseCase } from "./call.js";
import type { BoundUseCase, Candidate } from "./candidates.js";
import { createUseCase } from "./use-case.js";

/** Names a map's profile and provider in messages. */
export interface MapPlace {
  readonly profile: string;
  readonly provider: string;
}

/**
 * Selects the map of one profile and provider, `undefined` if there is none (rules C8). Throws a ConfigurationError if
 * client.json selects one that is not among them, or if there are several and it does not say which.
 */
function selectMap(
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
  const message = `maps for ${place.profile} and ${place.provider}: client.json selects ${asked}, code passes ${maps
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

/** If client.json does not say which, the one without marks is meant. */
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

/** The parts that the profiles of one client instance are bound to. */
export interface ProfileBinding {
  readonly context: PolicyContext;
  readonly circuits: Circuits;
  /** By name, with the profile's own definitions if it has them. */
  readonly providers: { readonly [provider: string]: BoundProvider };
  /** From code; they go before the maps that client.json names. */
  readonly maps: MapsOption;
  readonly configuredMaps: MapsOption;
}

/** A client's use-cases, by name. */
export type BoundProfile = { readonly [useCase: string]: UseCase<unknown, unknown> };

/** Binds a profile. Throws a ConfigurationError if client.json selects a map that is not there (rules C8). */
export function bindProfile(given: ProfileDefinition, binding: ProfileBinding): BoundProfile {
  const profile = withoutPrototypes(given);
  const maps = selectMaps(profile, binding);
  const entries = Object.entries(profile.useCases).map(([useCase, definition]) => [
    useCase,
    createUseCase(() => bindUseCase(profile, useCase, definition, maps, binding)),
  ]);
  return Object.fromEntries(entries) as BoundProfile;
}

/** No selection, whatever stands on `Object.prototype`. */
const NONE: MapSelection = withoutPrototypes({});

type SelectedMaps = ReadonlyMap<string, object | undefined>;

function selectMaps(profile: ProfileDefinition, { maps, configuredMaps }: ProfileBinding): SelectedMaps {
  const given = own(maps, profile.name);
  const configured = own(configuredMaps, profile.name);
  const providers = new Set([...profile.priority, ...Object.values(profile.useCases).flatMap(providersOf)]);
  return new Map(
    [...providers].map((provider) => {
      const candidates = own(given, provider) ?? own(configured, provider);
      const wanted = own(profile.maps, provider) ?? NONE;
      return [provider, selectMap(candidates, wanted, { profile: profile.name, provider })];
    }),
  );
}

function providersOf({ providers }: UseCaseDefinition): readonly string[] {
  return Object.keys(providers);
}

function bindUseCase(
  profile: ProfileDefinition,
  useCase: string,
  definition: UseCaseDefinition,
  maps: SelectedMaps,
  binding: ProfileBinding,
): BoundUseCase {
  const candidates = Object.entries(definition.providers).flatMap(([provider, settings]): [string, Candidate][] => {
    const bound = own(binding.providers, provider);
    if (bound === undefined) return [];
    const candidate: Candidate = {
      provider,
      bound,
      map: maps.get(provider),
      policy: settings.retryPolicy,
      circuits: binding.circuits.group({ profile: profile.name, useCase, provider }, bound.configured.limits),
      failoverOn: settings.failoverOn ?? [],
      defaults: defaultsFor(profile.name, useCase, definition, provider, settings),
    };
    return [[provider, candidate]];
  });
  return {
    profile: profile.name,
    useCase,
    context: binding.context,
    failover: definition.providerFailover,
    retriesFirst: definition.failoverAfter === "retries",
    priority: profile.priority,
    mappedOnly: profile.mappedOnly === true,
    validate: definition.validate,
    schemas: profile.schemas,
    providers: Object.fromEntries(candidates),
  };
}

/** Levels that have defaults, lowest first; the pointers are for messages. */
function defaultsFor(
  profile: string,
  useCase: string,
  { input }: UseCaseDefinition,
  provider: string,
  settings: ProviderUseCase,
): readonly DefaultInput[] {
  return [
    { input, pointer: toPointer("profiles", profile, "defaults", useCase, "input") },
    {
      input: settings.input,
      pointer: toPointer("profiles", profile, "providers", provider, "defaults", useCase, "input"),
    },
  ].filter((level) => Object.keys(level.input).length > 0);
}
