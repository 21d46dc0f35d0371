import { own } from "@sdkwright/runtime/config";
import { useCaseNamesOf } from "../project/use-case-names.js";
import type { LoadedProfile, LoadedProject } from "../project/project.js";
import type { MapFile, ProfileSource, SourceIssue, Sources } from "../diagnostics/source.js";
import { isAccepted } from "./accepted-maps.js";
import { mapIssues, type MapContract } from "./map-issues.js";
import type { MapReader } from "./read-map.js";
import type { Progress } from "../files/progress.js";
import type { Lock } from "../lock/lock.js";

/**
 * Compares the map modules that client.json names with their profiles. A map that an earlier run accepted, and that has
 * not changed since, is not read again: TypeScript is loaded only where one has changed.
 */
export async function checkMaps(
  { profiles, tsconfig }: Sources,
  project: LoadedProject,
  earlier: Lock | undefined,
  progress: Progress,
): Promise<readonly SourceIssue[]> {
  const issues: SourceIssue[] = [];
  let reader: MapReader | undefined;
  for (const { contract, map } of mapsIn(profiles, project)) {
    if (!tsconfig.allowJs && /\.m?js$/.test(map.file)) issues.push(needsAllowJs(map));
    const { source } = map;
    if (source === undefined || isAccepted(map, contract, earlier)) continue;
    progress.step(`checking the map ${map.file}`);
    reader ??= await createReader();
    const found = mapIssues(reader.read(map.file, source.text), contract, source);
    for (const issue of found) issues.push(issue);
  }
  return issues;
}

function mapsIn(
  profiles: readonly ProfileSource[],
  project: LoadedProject,
): readonly { readonly contract: MapContract; readonly map: MapFile }[] {
  return profiles.flatMap(({ name, maps }) => {
    const loaded = project.profiles.find((profile) => profile.name === name);
    const contract = { profile: name, useCases: loaded === undefined ? [] : useCasesOf(loaded, project) };
    return contract.useCases.length === 0 ? [] : Object.values(maps).map((map) => ({ contract, map }));
  });
}

function useCasesOf({ name, document }: LoadedProfile, { client }: LoadedProject): readonly string[] {
  return useCaseNamesOf(document?.profile, own(client?.config.profiles, name));
}

async function createReader(): Promise<MapReader> {
  const module = await import("./read-map.js");
  return new module.MapReader();
}

function needsAllowJs({ file, pointer, client }: MapFile): SourceIssue {
  const message = `the map ${JSON.stringify(file)} is JavaScript, and the tsconfig does not set "allowJs": importing it will not compile`;
  const hint = 'set "allowJs": true, or write the map in TypeScript';
  return { code: "SW0236", severity: "warning", pointer, message, hint, source: client };
}
