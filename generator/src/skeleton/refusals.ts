import { existsSync } from "node:fs";
import { fileKind, type ProfileProviderConfig } from "@sdkwright/runtime/config";
import type { Refusal } from "../add/request.js";
import type { InputPlaces } from "../files/find-project.js";
import { isInside, realPathOf } from "../files/output-folder.js";
import { relativePath } from "../files/relative-path.js";
import type { MapRequest } from "./map-request.js";

/** What an entry of client.json has against a map of its own: it names one file, or selects among maps from code (rules C7, C8). */
export function entryRefusal(
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
export function placeRefusal(path: string, { root, out }: InputPlaces): Refusal | undefined {
  const shown = JSON.stringify(relativePath(root, path));
  if (fileKind(path) !== "map") return usage(`${shown} is no map module`, "it ends in .ts, .mts, .js or .mjs");
  if (!isInside(realPathOf(path), realPathOf(root)) || isInside(path, out)) {
    const message = `${shown} does not stand in the project, outside of the output folder`;
    return usage(message, "name another place with --file");
  }
  if (!existsSync(path)) return undefined;
  return refused(`${shown} is there already, and is not replaced`, "move it away, or name another place with --file");
}

export function contentRefusal({ profile }: MapRequest, useCases: readonly string[]): Refusal | undefined {
  if (useCases.length > 0) return undefined;
  return refused(`the profile ${profile} has no use-case`, "write its profile document first");
}

function usage(message: string, hint: string): Refusal {
  return { code: "SW0802", message, hint, exitCode: 3 };
}

function refused(message: string, hint: string): Refusal {
  return { code: "SW0802", message, hint, exitCode: 2 };
}
