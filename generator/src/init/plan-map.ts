import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  fileKind,
  type JsonObject,
  nearest,
  NO_RETRY,
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
import { largest } from "../io/text.js";
import { type LoadedProfile, type LoadedProject, type LoadedProvider, useCaseNamesOf } from "../project/project.js";
import { type Failover, mapText, withFailover, withMap } from "./map-text.js";

/** What the command line asks of `map`. */
interface MapRequest {
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

/** client.json before, and with the profile. */
export interface Configuration {
  readonly before: string;
  readonly source: Source;
}

/** A skeleton, and client.json that names it; or why not. */
export function planMap(
  request: MapRequest,
  { client, profiles, providers: definitions, importExtension }: LoadedProject,
  { before, source }: Configuration,
  places: InputPlaces,
): MapPlan | Refusal {
  const { profile, provider } = request;
  const { root, out } = places;
  const names = profiles.map(({ name }) => name);
  const loaded = profiles.find(({ name }) => name === profile);
  const config = client === undefined ? undefined : own(client.config.profiles, profile);
  if (loaded === undefined || config === undefined) return unknownName("profile", profile, names, places);
  const providers = [...new Set([...Object.keys(client?.config.providers ?? {}), ...Object.keys(config.providers)])];
  if (!providers.includes(provider)) return unknownName("provider", provider, providers, places);
  const entry = own(config.providers, provider);
  const path =
    entry?.file === undefined
      ? (request.file ?? usualPath(request, names, out))
      : resolve(dirname(places.config), entry.file);
  const useCases = useCaseNamesOf(loaded.document?.profile, config);
  const refusal = entryRefusal(request, entry, path, root) ?? placeRefusal(path, places);
  if (refusal !== undefined) return refusal;
  if (useCases.length === 0)
    return refused(`the profile ${profile} has no use-case`, "write its profile document first");
  const definition = definitions.find((each) => each.definition.name === provider);
  const target = `${relativePath(root, out)}/${profileFile(profile)}`;
  const text = mapText({
    ...request,
    useCases: useCases.map((name) => ({ name, json: own(loaded.document?.profile.usecases ?? {}, name) })),
    module: importPath(relativePath(root, path), target, importExtension),
    language: /\.m?js$/.test(path) ? "JavaScript" : "TypeScript",
    request: definition && documentedRequest(definition),
    security: definition && neededScheme(definition),
  });
  const json = source.json as JsonObject;
  const failover = failoverOf(request, loaded, config, useCases, json);
  const hang = failover && hangOf(failover.listed[0] ?? "", config, client, useCases);
  const file = relativePath(dirname(places.config), path);
  const named = entry?.file === undefined ? withMap(source.text, json, profile, provider, file) : source.text;
  const after = failover === undefined ? named : withFailover(named, profile, failover);
  const what = entry?.file === undefined ? "names it" : "failover";
  return {
    files: [
      { path, after: text, what: "the map, for you to fill in" },
      ...(after === before ? [] : [{ path: places.config, before, after, what }]),
    ],
    map: relativePath(root, path),
    useCases,
    notes: [...notesOf(request, config, providers), ...(failover?.notes ?? []), ...(hang ?? [])],
  };
}

/** What an entry of client.json has against a map of its own: it names one file, or selects among maps from code (rules C7, C8). */
function entryRefusal(
  { profile, provider, file: asked }: MapRequest,
  { file, mapVariant, mapRevision }: Partial<ProfileProviderConfig> = {},
  path: string,
  root: string,
): Refusal | undefined {
  const inCode = "pass the map in code: createClient({ maps })";
  if (mapVariant !== undefined || mapRevision !== undefined) {
    const message = `${provider} in ${profile} selects a map by variant or revision, so it cannot have a file`;
    return refused(message, inCode);
  }
  if (file === undefined) return undefined;
  if (fileKind(file) === "definition")
    return refused(`the file of ${provider} in ${profile} is a definition, and an entry has only one file`, inCode);
  if (asked === undefined || path === asked) return undefined;
  const hint = `without --file, the command writes ${JSON.stringify(relativePath(root, path))}`;
  return refused(`client.json already names a map for ${provider} of ${profile}`, hint);
}

/** What is wrong with the place of a map. */
function placeRefusal(path: string, { root, out }: InputPlaces): Refusal | undefined {
  const shown = JSON.stringify(relativePath(root, path));
  if (fileKind(path) !== "map")
    return refused(`${shown} is not a map module`, "a map module ends in .ts, .mts, .js or .mjs", 3);
  if (!isInside(realPathOf(path), realPathOf(root)) || isInside(path, out)) {
    const message = `${shown} must be inside the project and outside the output folder`;
    return refused(message, "name another place with --file", 3);
  }
  if (!existsSync(path)) return undefined;
  return refused(`${shown} already exists, and is not replaced`, "move it away, or name another place with --file");
}

function refused(message: string, hint: string, exitCode: 2 | 3 = 2): Refusal {
  return { code: "SW0802", message, hint, exitCode };
}

/** A profile or a provider that client.json does not have, and how it gets one. */
function unknownName(
  what: "profile" | "provider",
  name: string,
  known: readonly string[],
  { config, root }: InputPlaces,
): Refusal {
  const names = suggestion(name, known, `client.json has the ${what}s`) ?? `client.json has no ${what}`;
  const isLegal = (what === "profile" ? PROFILE_NAME : PROVIDER_NAME).test(name);
  const path = join(dirname(config), `${what}s`, `${name}.json`);
  const file = relativePath(root, path);
  const entry =
    what === "profile"
      ? `write its document ${file} first`
      : existsSync(path)
        ? `add "${name}": {} to its "providers": ${file} exists`
        : `\`sdkwright init ${name} --base-url <url>\` creates it`;
  const hint = isLegal && nearest(name, known) === undefined ? `${names}; ${entry}` : names;
  return { code: "SW0302", message: `client.json has no ${what} ${JSON.stringify(name)}`, hint, exitCode: 3 };
}

/** With a second map, the use-cases that say nothing of failover get it; what the user wrote stays. */
function failoverOf(
  { profile, provider }: MapRequest,
  loaded: LoadedProfile,
  config: ProfileConfig,
  useCases: readonly string[],
  json: JsonObject,
): (Failover & { readonly listed: readonly string[]; readonly notes: readonly string[] }) | undefined {
  const isWritten = config.prioritySource === "written";
  const listed = isWritten ? config.priority : [...new Set([...Object.keys(config.providers), provider])];
  const mapped = listed.filter((name) => name === provider || own(loaded.mapFiles, name) !== undefined);
  if (mapped.length < 2 || !mapped.includes(provider)) return undefined;
  const saying = (setting: boolean | undefined): readonly string[] =>
    useCases.filter((name) => valueAt(json, ["profiles", profile, "defaults", name, "providerFailover"]) === setting);
  const [silent, refusing] = [saying(undefined), saying(false)];
  const on = `"providerFailover" of ${silent.join(", ")} is now true: calls try ${listed.join(", then ")}.`;
  const off = `"providerFailover" of ${refusing.join(", ")} stays false: calls only try ${listed[0] ?? ""}, unless they name another.`;
  return {
    priority: isWritten || silent.length === 0 ? undefined : listed,
    useCases: silent,
    listed: refusing.length === useCases.length ? [] : listed,
    notes: [...(silent.length === 0 ? [] : [on]), ...(refusing.length === 0 ? [] : [off])],
  };
}

/** How long the first provider holds calls up if it hangs, unless someone has set it. */
function hangOf(
  first: string,
  { providers }: ProfileConfig,
  client: LoadedProject["client"],
  useCases: readonly string[],
): readonly string[] {
  if (first === "") return [];
  const policies = useCases.map((name) => own(own(providers, first)?.defaults ?? {}, name)?.retryPolicy);
  const { deadline, requestTimeout = NO_RETRY.requestTimeout } = own(client?.config.providers ?? {}, first) ?? {};
  const longest = largest(policies.map((policy) => policy?.requestTimeout ?? requestTimeout));
  if (longest < NO_RETRY.requestTimeout || deadline !== undefined) return [];
  const place = policies.some((policy) => policy !== undefined) ? "its retryPolicy" : `${first} in "providers"`;
  const time = `${String(longest / 1000)} s`;
  return [
    `If ${first} hangs, the next provider gets its turn after ${time}: set "requestTimeout" of ${place}, or give calls a \`deadline\`.`,
  ];
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

/** Beside the output folder, by the last part of the profile's name where that tells profiles apart. */
function usualPath({ profile, provider }: MapRequest, profiles: readonly string[], out: string): string {
  const last = (name: string): string => name.slice(name.indexOf("/") + 1);
  const isShared = profiles.some((name) => name !== profile && last(name) === last(profile));
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
    return [`"priority" of ${profile} does not name ${provider}: add it at its place in the order.`];
  if (Object.keys(providers).length > 0 || all.length < 2) return [];
  return [`From now on, ${profile} only uses the providers that it lists: now ${provider}.`];
}
