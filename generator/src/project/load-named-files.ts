import { extname } from "node:path";
import { loadDocuments } from "./load-documents.js";
import { loadGivenDefinitions } from "./load-definitions.js";
import { loadSources } from "./load.js";
import type { InputPlaces } from "../files/find-project.js";
import { readText } from "../files/read-file.js";
import { reasonText, type Reader } from "./reader.js";
import type { ProfileSource, SourceKind, Sources } from "../diagnostics/source.js";

/** Reads files of whatever format each is: a client configuration with all that it names, the others for themselves. */
export async function loadNamedFiles(
  paths: readonly string[],
  places: InputPlaces,
  reader: Reader,
): Promise<readonly Sources[]> {
  const kinds = new Map(paths.map((path) => [path, kindOf(path)]));
  const ofKind = (kind: SourceKind): readonly string[] => paths.filter((path) => kinds.get(path) === kind);
  const loaded: Sources[] = [];
  for (const config of ofKind("client")) {
    loaded.push(await loadSources({ ...places, config, isConfigGiven: true, definitions: [] }, reader));
  }
  const definitions = await loadGivenDefinitions(reader, ofKind("definition"), places.workingDirectory);
  const profiles = await loadProfileDocuments(ofKind("profile"), reader);
  const documents = await loadDocuments(reader, definitions, profiles);
  const tsconfig = { importExtension: ".js", allowJs: false, files: [], absent: [] } as const;
  return [...loaded, { root: places.root, definitions, profiles, documents, tsconfig, absent: [] }];
}

async function loadProfileDocuments(paths: readonly string[], reader: Reader): Promise<readonly ProfileSource[]> {
  const loaded: ProfileSource[] = [];
  for (const path of paths) {
    const found = await reader.read(path, "profile");
    if ("source" in found) {
      const { source } = found;
      loaded.push({ name: source.file, document: source, maps: {}, definitions: {} });
    } else {
      const message = `the profile document ${reader.named(path)} ${reasonText(found.reason)}`;
      reader.issues.push({ code: "SW0211", severity: "error", pointer: "", message });
    }
  }
  return loaded;
}

/** What a file is meant to be, by its root keys; what cannot be told is checked as a provider definition. */
function kindOf(path: string): SourceKind {
  const read = extname(path) === ".json" ? readText(path) : { text: "" };
  const keys = "text" in read ? rootKeys(read.text) : [];
  const has = (...known: readonly string[]): boolean => known.some((key) => keys.includes(key));
  if (has("services", "defaultService", "securitySchemes")) return "definition";
  if (has("usecases")) return "profile";
  return has("profiles", "providers") || /(^|[\\/])client\.json$/.test(path) ? "client" : "definition";
}

function rootKeys(text: string): readonly string[] {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? Object.keys(json) : [];
  } catch {
    return [];
  }
}
