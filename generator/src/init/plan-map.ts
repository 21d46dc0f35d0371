import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  fileKind,
  type JsonObject,
  nearest,
  own,
  PROFILE_NAME,
  type ProfileConfig,
  type ProfileProviderConfig,
  PROVIDER_NAME,
  suggestion,
  valueAt,
} from "@sdkwright/runtime/config";
import type { PlannedFile } from "../add/plan.js";
import type { Refusal } from "../add/request.js";
import type { Source } from "../diagnostics/source.js";
import { callOf, simplestOperation } from "../emit/example-call.js";
import { importPath } from "../emit/import-model.js";
import { profileFile } from "../emit/names.js";
import type { InputPlaces } from "../io/find-project.js";
import { isInside, realPathOf } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import { type LoadedProfile, type LoadedProject, type LoadedProvider, useCaseNamesOf } from "../project/project.js";
import { type Failover, mapText, withFailover, withMap } from "./map-text.js";

/** What the command line asks of `map`. */
interface MapRequest {
  readonly profile: string;
  readonly provider: string;
  /** Where the map goes, absolute. */
  readonly file?: string | undefined;
}

/** What an entry of client.json has against a map of its own: it names one file, or selects among maps from code (rules C7, C8). */
function entryRefusal(
  { profile, provider, file: asked }: MapRequest,
  { file, mapVariant, mapRevision }: Partial<ProfileProviderConfig> = {},
  path: string,
  { root }: InputPlaces,
): Refusal | undefined {
  const inCode = "give the map in code: createClient({ maps })";
  if (mapVariant !== undefined || mapRevision !== undefined)
    return refused(
      `${provider} in ${profile} selects a map by variant or revision, and has no file beside that`,
      inCode,
    );
  if (file === undefined) return undefined;
  if (fileKind(file) === "definition")
    return refused(`the file of ${provider} in ${profile} is a definition, and an entry has one file`, inCode);
  if (asked === undefined || path === asked) return undefined;
  const hint = `without --file, ${JSON.stringify(relativePath(root, path))} is written`;
  return refused(`client.json names a map for ${provider} of ${profile} already`, hint);
}

/** What is wrong with the place of a map. */
function placeRefusal(path: string, { root, out }: InputPlaces): Refusal | undefined {
  const shown = JSON.stringify(relativePath(root, path));
  if (fileKind(path) !== "map") return usage(`${shown} is no map module`, "it ends in .ts, .mts, .js or .mjs");
  if (!isInside(realPathOf(path), realPathOf(root)) || isInside(path, out)) {
    const message = `${shown} does not stand in the project, outside of the output folder`;
    return usage(message, "name another place with --file");
  }
  if (!existsSync(path)) return undefined;
  return refused(`${shown} is there already, and is not replaced`, "move it away, or name another place with --file");
}

function contentRefusal({ profile }: MapRequest, useCases: readonly string[]): Refusal | undefined {
  if (useCases.length > 0) return undefined;
  return refused(`the profile ${profile} has no use-case`, "write its profile document first");
}

function usage(message: string, hint: string): Refusal {
  return { code: "SW0802", message, hint, exitCode: 3 };
}

function refused(message: string, hint: string): Refusal {
  return { code: "SW0802", message, hint, exitCode: 2 };
}

/** A profile or a provider that client.json does not have, and how it gets one. */
function unknownName(
  what: "profile" | "provider",
  name: string,
  known: readonly string[],
  places: InputPlaces,
): Refusal {
  const names = suggestion(name, known, `client.json has the ${what}s`) ?? `client.json names no ${what}`;
  const isMisspelt = nearest(name, known) !== undefined;
  const entry = isMisspelt ? undefined : what === "profile" ? profileEntry(name, places) : providerEntry(name, places);
  const hint = entry === undefined ? names : `${names}; ${entry}`;
  return { code: "SW0302", message: `client.json has no ${what} ${JSON.stringify(name)}`, hint, exitCode: 3 };
}

/** Where its document belongs. */
function profileEntry(name: string, { config, root }: InputPlaces): string | undefined {
  if (!PROFILE_NAME.test(name)) return undefined;
  return `write its document ${relativePath(root, join(dirname(config), "profiles", `${name}.json`))} first`;
}

function providerEntry(name: string, { config, root }: InputPlaces): string | undefined {
  if (!PROVIDER_NAME.test(name)) return undefined;
  const definition = join(dirname(config), "providers", `${name}.json`);
  if (existsSync(definition)) return `add "${name}": {} to its "providers": ${relativePath(root, definition)} is there`;
  return `\`sdkwright init ${name} --base-url <url>\` makes it`;
}

/** The files of a new map, and what there is to tell. */
export interface MapPlan {
  readonly files: readonly PlannedFile[];
  /** Relative to the project root. */
  readonly map: string;
  readonly useCases: readonly string[];
  readonly notes: readonly string[];
}

/** client.json before, and with the profile. */
export interface Configuration {
  readonly before: string;
  readonly source: Source;
}

/** A skeleton, and client.json that names it; or why not. */
export function planMap(
  request: MapRequest,
  { client, profiles, providers: definitions, importExtension }: LoadedProject,
  configuration: Configuration,
  places: InputPlaces,
): MapPlan | Refusal {
  const loaded = profiles.find(({ name }) => name === request.profile);
  const config = client === undefined ? undefined : own(client.config.profiles, request.profile);
  if (loaded === undefined || config === undefined)
    return unknownName(
      "profile",
      request.profile,
      profiles.map(({ name }) => name),
      places,
    );
  const providers = [...new Set([...Object.keys(client?.config.providers ?? {}), ...Object.keys(config.providers)])];
  if (!providers.includes(request.provider)) return unknownName("provider", request.provider, providers, places);
  const wired = own(config.providers, request.provider)?.file;
  const path =
    wired === undefined
      ? (request.file ?? usualPath(request, profiles, places))
      : resolve(dirname(places.config), wired);
  const useCases = useCaseNamesOf(loaded.document?.profile, config);
  const refusal =
    entryRefusal(request, own(config.providers, request.provider), path, places) ??
    placeRefusal(path, places) ??
    contentRefusal(request, useCases);
  if (refusal !== undefined) return refusal;
  const definition = definitions.find(({ definition: { name } }) => name === request.provider);
  const text = skeletonOf(request, { loaded, useCases, path, importExtension, places, definition });
  const failover = failoverOf(request, { loaded, config, useCases, json: configuration.source.json });
  const files = [
    { path, after: text, what: "the map, to be written" },
    ...wiring(request, configuration, { path, wired, failover }, places),
  ];
  const notes = [...notesOf(request, config, providers), ...(failover?.notes ?? [])];
  return { files, map: relativePath(places.root, path), useCases, notes };
}

interface Listed {
  readonly loaded: LoadedProfile;
  readonly config: ProfileConfig;
  readonly useCases: readonly string[];
  /** client.json, as it is written. */
  readonly json: unknown;
}

/** With a second map, the use-cases that say nothing of failover get it; what the user wrote stays. */
function failoverOf(
  { profile, provider }: MapRequest,
  { loaded, config, useCases, json }: Listed,
): (Failover & { readonly notes: readonly string[] }) | undefined {
  const isWritten = config.prioritySource === "written";
  const listed = isWritten ? config.priority : [...new Set([...Object.keys(config.providers), provider])];
  const mapped = listed.filter((name) => name === provider || own(loaded.mapFiles, name) !== undefined);
  if (mapped.length < 2 || !mapped.includes(provider)) return undefined;
  const saying = (setting: boolean | undefined): readonly string[] =>
    useCases.filter((name) => {
      const path = ["profiles", profile, "defaults", name, "providerFailover"];
      return valueAt(json as JsonObject, path) === setting;
    });
  const [silent, refusing] = [saying(undefined), saying(false)];
  const order = listed.join(", then ");
  return {
    priority: isWritten || silent.length === 0 ? undefined : listed,
    useCases: silent,
    notes: [
      ...(silent.length === 0 ? [] : [`"providerFailover" of ${silent.join(", ")} is now true: calls ask ${order}.`]),
      ...(refusing.length === 0
        ? []
        : [
            `"providerFailover" of ${refusing.join(", ")} stays false: calls ask ${listed[0] ?? ""} only, unless they name another.`,
          ]),
    ],
  };
}

interface Skeleton {
  readonly loaded: LoadedProfile;
  readonly useCases: readonly string[];
  readonly path: string;
  readonly importExtension: LoadedProject["importExtension"];
  readonly places: InputPlaces;
  readonly definition: LoadedProvider | undefined;
}

function skeletonOf(
  request: MapRequest,
  { loaded, useCases, path, importExtension, places, definition }: Skeleton,
): string {
  const { root, out } = places;
  const target = `${relativePath(root, out)}/${profileFile(request.profile)}`;
  return mapText({
    ...request,
    useCases: useCases.map((name) => ({ name, json: own(loaded.document?.profile.usecases ?? {}, name) })),
    module: importPath(relativePath(root, path), target, importExtension),
    language: /\.m?js$/.test(path) ? "JavaScript" : "TypeScript",
    request: definition && documentedRequest(definition),
    security: definition && neededScheme(definition),
  });
}

/** Where the definition has schemes and no default, a request that names none goes without a credential. */
function neededScheme({ definition: { security = [], securitySchemes } }: LoadedProvider): string | undefined {
  return security.length > 0 ? undefined : Object.keys(securitySchemes)[0];
}

/** The simplest one of the provider's document. */
function documentedRequest({ api, json, definition }: LoadedProvider): string | undefined {
  const defaults = { definition: json, security: definition.security ?? [] };
  const operation = simplestOperation(api?.operations ?? [], defaults);
  if (operation === undefined) return undefined;
  const { expression, answer } = callOf("http", operation, defaults);
  return answer === "none" ? expression : `${expression}.${answer}()`;
}

interface Wiring {
  readonly path: string;
  /** The file that client.json names already. */
  readonly wired: string | undefined;
  readonly failover: Failover | undefined;
}

function wiring(
  { profile, provider }: MapRequest,
  { before, source: { text, json } }: Configuration,
  { path, wired, failover }: Wiring,
  { config }: InputPlaces,
): readonly PlannedFile[] {
  const file = relativePath(dirname(config), path);
  const named = wired === undefined ? withMap(text, json as JsonObject, profile, provider, file) : text;
  const after = failover === undefined ? named : withFailover(named, profile, failover);
  return after === before ? [] : [{ path: config, before, after, what: wired === undefined ? "names it" : "failover" }];
}

/** Beside the output folder, by the last part of the profile's name where that tells profiles apart. */
function usualPath(
  { profile, provider }: MapRequest,
  profiles: LoadedProject["profiles"],
  { out }: InputPlaces,
): string {
  const last = (name: string): string => name.slice(name.indexOf("/") + 1);
  const isShared = profiles.some(({ name }) => name !== profile && last(name) === last(profile));
  const name = isShared ? profile.replace("/", "-") : last(profile);
  return join(dirname(out), "maps", `${name}.${last(provider)}.ts`);
}

/** Who takes part may change with the first entry (rules C9). */
function notesOf(
  { profile, provider }: MapRequest,
  { priority, prioritySource, providers }: ProfileConfig,
  all: readonly string[],
): readonly string[] {
  if (prioritySource === "written" && !priority.includes(provider))
    return [`"priority" of ${profile} does not name ${provider}: add it where it should have its turn.`];
  if (Object.keys(providers).length > 0 || all.length < 2) return [];
  return [`From now on only the providers that ${profile} lists take part in it; now that is ${provider}.`];
}
