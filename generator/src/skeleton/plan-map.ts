import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileKind, own, suggestion, type JsonObject, type ProfileConfig } from "@sdkwright/runtime/config";
import type { PlannedFile } from "../add/plan.js";
import type { Refusal } from "../add/request.js";
import type { Source } from "../diagnostics/source.js";
import type { InputPlaces } from "../files/find-project.js";
import { isInside, realPathOf } from "../files/output-folder.js";
import { relativePath } from "../files/relative-path.js";
import { importPath } from "../model/import-path.js";
import { useCaseNamesOf } from "../model/profile-model.js";
import { profileFile } from "../names/profile-names.js";
import type { LoadedProfile, LoadedProject } from "../project/project.js";
import { mapText } from "./map-text.js";
import { withMap } from "./wire-map.js";

/** What the command line asks of `map`. */
export interface MapRequest {
  readonly profile: string;
  readonly provider: string;
  /** Where the map goes, absolute. */
  readonly file?: string | undefined;
}

/** The files of a new map, and what there is to tell. */
export interface MapPlan {
  readonly files: readonly PlannedFile[];
  /** Relative to the project root. */
  readonly map: string;
  readonly useCases: readonly string[];
  readonly notes: readonly string[];
}

/** A skeleton, and client.json that names it; or why not. */
export function planMap(
  request: MapRequest,
  { client, profiles, importExtension }: LoadedProject,
  source: Source,
  places: InputPlaces,
): MapPlan | Refusal {
  const loaded = profiles.find(({ name }) => name === request.profile);
  const config = client === undefined ? undefined : own(client.config.profiles, request.profile);
  if (loaded === undefined || config === undefined)
    return unknown(
      "profile",
      request.profile,
      profiles.map(({ name }) => name),
    );
  const providers = [...Object.keys(client?.config.providers ?? {}), ...Object.keys(config.providers)];
  if (!providers.includes(request.provider)) return unknown("provider", request.provider, [...new Set(providers)]);
  const wired = own(config.providers, request.provider)?.file;
  const path =
    wired === undefined
      ? (request.file ?? usualPath(request, profiles, places))
      : resolve(dirname(places.config), wired);
  const useCases = useCaseNamesOf(loaded.document?.profile, config);
  const refusal = refusalOf({ request, loaded, wired, path, places, useCases });
  if (refusal !== undefined) return refusal;
  const { root, out } = places;
  const map = relativePath(root, path);
  const module = importPath(map, `${relativePath(root, out)}/${profileFile(request.profile)}`, importExtension);
  const sketches = useCases.map((name) => ({ name, json: own(loaded.document?.profile.usecases ?? {}, name) }));
  const language = /\.m?js$/.test(path) ? "JavaScript" : "TypeScript";
  const text = mapText({ ...request, useCases: sketches, module, language });
  return {
    files: [{ path, after: text, what: "the map, to be written" }, ...wiring(request, source, places, path, wired)],
    map,
    useCases,
    notes: notesOf(request, config, providers),
  };
}

function wiring(
  { profile, provider }: MapRequest,
  { text, json }: Source,
  { config }: InputPlaces,
  path: string,
  wired: string | undefined,
): readonly PlannedFile[] {
  if (wired !== undefined) return [];
  const after = withMap(text, json as JsonObject, profile, provider, relativePath(dirname(config), path));
  return [{ path: config, before: text, after, what: "names it" }];
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

interface Intended {
  readonly request: MapRequest;
  readonly loaded: LoadedProfile;
  readonly wired: string | undefined;
  readonly path: string;
  readonly places: InputPlaces;
  readonly useCases: readonly string[];
}

function refusalOf({ request, wired, path, places: { root, out }, useCases }: Intended): Refusal | undefined {
  const { profile, provider } = request;
  const shown = JSON.stringify(relativePath(root, path));
  if (wired !== undefined && request.file !== undefined && path !== request.file)
    return refused(
      `client.json names a map for ${provider} of ${profile} already`,
      `without --file, ${shown} is written`,
    );
  if (wired !== undefined && fileKind(wired) === "definition")
    return refused(
      `the file of ${provider} in ${profile} is a definition, and an entry has one file`,
      "give the map in code: createClient({ maps })",
    );
  if (fileKind(path) !== "map")
    return { ...refused(`${shown} is no map module`, "it ends in .ts, .mts, .js or .mjs"), exitCode: 3 };
  if (!isInside(realPathOf(path), realPathOf(root)) || isInside(path, out))
    return {
      ...refused(
        `${shown} does not stand in the project, outside of the output folder`,
        "name another place with --file",
      ),
      exitCode: 3,
    };
  if (existsSync(path))
    return refused(`${shown} is there already, and is not replaced`, "move it away, or name another place with --file");
  if (useCases.length === 0)
    return refused(`the profile ${profile} has no use-case`, "write its profile document first");
  return undefined;
}

function refused(message: string, hint: string): Refusal {
  return { code: "SW0802", message, hint, exitCode: 2 };
}

function unknown(what: "profile" | "provider", name: string, known: readonly string[]): Refusal {
  const hint = suggestion(name, known, `client.json has the ${what}s`) ?? `client.json names no ${what}`;
  return { code: "SW0302", message: `client.json has no ${what} ${JSON.stringify(name)}`, hint, exitCode: 3 };
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
