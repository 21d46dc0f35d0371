import { loadGivenDefinitions, loadReferencedDefinitions } from "./load-definitions.js";
import { loadProfiles } from "./load-profiles.js";
import { reasonText, type Reader } from "./reader.js";
import { referencesIn } from "./references.js";
import type { Source, Sources } from "../diagnostics/source.js";
import { loadTsconfig } from "./load-tsconfig.js";
import type { InputPlaces } from "../files/find-project.js";

/** Reads everything that a project names (rules C1, C4, C7, C11); what it says is not checked yet. Mistakes become issues of the reader. */
export async function loadSources(places: InputPlaces, reader: Reader): Promise<Sources> {
  const client = await loadClient(places, reader);
  const { providers, profiles } = referencesIn(client?.json);
  const referenced = client === undefined ? [] : await loadReferencedDefinitions(reader, client, providers);
  const given = await loadGivenDefinitions(reader, places.definitions);
  const isReferenced = new Set(referenced.map(({ source }) => source));
  return {
    root: places.root,
    client,
    definitions: [...referenced, ...given.filter(({ source }) => !isReferenced.has(source))],
    profiles: client === undefined ? [] : await loadProfiles(reader, client, profiles),
    tsconfig: await loadTsconfig(places, reader),
    absent: reader.absent,
  };
}

async function loadClient(
  { config, isConfigGiven, definitions }: InputPlaces,
  reader: Reader,
): Promise<Source | undefined> {
  const reading = await reader.read(config, "client");
  if ("source" in reading) return reading.source;
  const file = reader.named(config);
  if (reading.reason === "missing" && !isConfigGiven) {
    if (definitions.length === 0) reader.issues.push(nothingToDo(config));
    return undefined;
  }
  const message = `the client configuration ${file} ${reasonText(reading.reason)}`;
  reader.issues.push({ code: "SW0201", severity: "error", pointer: "", message });
  return undefined;
}

/** Neither a configuration nor a definition: both ways on (rules C1). */
function nothingToDo(file: string): Reader["issues"][number] {
  return {
    code: "SW0200",
    severity: "error",
    pointer: "",
    message: `there is nothing to generate from: no definition was given, and ${JSON.stringify(file)} does not exist`,
    hint: "give provider definitions (sdkwright generate acme.json), write that file, or name another with --config",
  };
}
