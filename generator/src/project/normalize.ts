import { normalizeClient, normalizeProvider, type ClientConfig } from "@sdkwright/runtime/config";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "./project.js";
import type { Apis } from "./apis.js";
import { realPathOf } from "../files/output-folder.js";
import { relativePath } from "../files/relative-path.js";
import type { ProfileSource, Source, Sources } from "../diagnostics/source.js";
import type { ParsedSources } from "./parse.js";

/** Documents with every default filled in: those in which nothing is wrong. */
export interface NormalizedSources {
  readonly config?: ClientConfig | undefined;
  readonly definitions: ReadonlyMap<Source, LoadedProvider>;
}

/** Fills in every default, document by document. */
export function normalizeSources({ client, providers }: ParsedSources, { byDefinition }: Apis): NormalizedSources {
  const definitions = new Map<Source, LoadedProvider>();
  for (const [source, { value }] of providers) {
    if (value === undefined) continue;
    const api = byDefinition.get(source);
    definitions.set(source, { file: source.file, json: value, definition: normalizeProvider(value), api });
  }
  return { config: client?.value && normalizeClient(client.value), definitions };
}

/** The project, once nothing is wrong with its documents. */
export function projectOf(
  sources: Sources,
  { profiles }: ParsedSources,
  { config, definitions }: NormalizedSources,
  outputFolder: string,
): LoadedProject {
  const { root, client, tsconfig } = sources;
  return {
    client: client && config && { file: client.file, config },
    providers: sources.definitions.flatMap(({ source }) => definitions.get(source) ?? []),
    profiles: sources.profiles.map((profile) => loadedProfile(profile, profiles, definitions)),
    outputFolder: relativePath(realPathOf(root), realPathOf(outputFolder)),
    importExtension: tsconfig.importExtension,
  };
}

function loadedProfile(
  { name, document, maps, definitions: own }: ProfileSource,
  profiles: ParsedSources["profiles"],
  definitions: NormalizedSources["definitions"],
): LoadedProfile {
  const profile = document && profiles.get(document)?.value;
  return {
    name,
    document: document && profile && { file: document.file, profile },
    mapFiles: definedValues(maps, ({ file }) => file),
    definitions: definedValues(own, (source) => definitions.get(source)),
  };
}

/** Changes the values of a record; what has none afterwards is left out. */
export function definedValues<From, To>(
  record: { readonly [key: string]: From },
  change: (value: From) => To | undefined,
): { readonly [key: string]: To } {
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) => {
      const changed = change(value);
      return changed === undefined ? [] : [[key, changed] as const];
    }),
  );
}
