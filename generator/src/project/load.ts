import { existsSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { isPlainObject, type JsonObject, own } from "@sdkwright/runtime/config";
import type { ProfileSource, Source, SourceIssue, SourceKind, Sources } from "../diagnostics/source.js";
import { findUpward, type InputPlaces } from "../io/find-project.js";
import { relativePath } from "../io/paths.js";
import { readText } from "../io/read-file.js";
import { loadGivenDefinitions, loadReferencedDefinitions, referencesIn } from "./load-definitions.js";
import { loadDocuments } from "./load-documents.js";
import { loadProfiles } from "./load-profiles.js";
import { commonJsIssues, loadTsconfig } from "./load-tsconfig.js";
import { meantPath, wrongEnding } from "./path-hints.js";
import { type Reader, reasonText } from "./reader.js";

/** A monorepo has its packages this many folders down at most. */
const DEPTH = 4;
/** So many are named in a hint. */
const ENOUGH = 4;

/** Folders below `root` with a package.json and a client/client.json: where the command was most likely meant to run. */
function packagesBelow(root: string): readonly string[] {
  const found: string[] = [];
  let level: readonly string[] = [root];
  for (let depth = 0; depth <= DEPTH; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      if (found.length === ENOUGH) return found;
      const { folders, files } = entriesOf(folder);
      if (files.includes("package.json") && folders.includes("client") && hasClient(folder)) found.push(folder);
      const below = folders.filter((name) => !name.startsWith(".") && name !== "node_modules");
      for (const name of below) next.push(join(folder, name));
    }
    level = next;
  }
  return found;
}

function hasClient(folder: string): boolean {
  return entriesOf(join(folder, "client")).files.includes("client.json");
}

/** Links are not followed; a folder that may not be read has nothing. */
function entriesOf(folder: string): { readonly folders: readonly string[]; readonly files: readonly string[] } {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
    const named = (list: typeof entries) => list.map(({ name }) => name);
    return {
      folders: named(entries.filter((entry) => entry.isDirectory())),
      files: named(entries.filter((entry) => entry.isFile())),
    };
  } catch {
    return { folders: [], files: [] };
  }
}

/** Whether the package above the output folder publishes declarations that lack the endings of imports. */
function declarationIssues({ out }: InputPlaces, reader: Reader): readonly SourceIssue[] {
  const file = findUpward("package.json", out);
  const manifest = file === undefined ? undefined : manifestAt(file);
  if (file === undefined || manifest === undefined || !publishesDeclarations(manifest)) return [];
  const message = `${reader.named(file)} publishes declarations, but imports in emitted files have no ending: users with "moduleResolution": "nodenext" cannot follow them`;
  const hint =
    'set "allowImportingTsExtensions": true in the tsconfig; if declarations are bundled into one file, set "importEndings": "none" under "sdkwright" in package.json';
  return [{ code: "SW0245", severity: "warning", pointer: "", message, hint }];
}

/** What is wrong with the file is told where options are read from it. */
function manifestAt(file: string): JsonObject | undefined {
  const read = readText(file);
  if (!("text" in read)) return undefined;
  try {
    const manifest: unknown = JSON.parse(read.text);
    return isPlainObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function publishesDeclarations(manifest: JsonObject): boolean {
  if (own(manifest, "private") === true) return false;
  return ["types", "typings", "exports"].some((key) => hasDeclaration(own(manifest, key)));
}

function hasDeclaration(value: unknown): boolean {
  if (typeof value === "string") return /\.d\.[cm]?ts$/.test(value);
  return isPlainObject(value) && Object.values(value).some(hasDeclaration);
}

/** Reads everything that a project names (rules C1, C4, C7, C11); what it says is not checked yet. Mistakes become issues of the reader. */
export async function loadSources(places: InputPlaces, reader: Reader): Promise<Sources> {
  const client = await loadClient(places, reader);
  const { providers, profiles } = referencesIn(client?.json);
  const referenced = client === undefined ? [] : await loadReferencedDefinitions(reader, client, providers);
  const given = await loadGivenDefinitions(reader, places.definitions, places.workingDirectory);
  const isReferenced = new Set(referenced.map(({ source }) => source));
  const definitions = [...referenced, ...given.filter(({ source }) => !isReferenced.has(source))];
  const loaded = client === undefined ? [] : await loadProfiles(reader, client, profiles);
  const documents = await loadDocuments(reader, definitions, loaded);
  const tsconfig = await loadTsconfig(places, reader);
  for (const issue of commonJsIssues(places, reader)) reader.issues.push(issue);
  if (tsconfig.importExtension === "" && places.importEndings === undefined)
    for (const issue of declarationIssues(places, reader)) reader.issues.push(issue);
  return {
    root: places.root,
    client,
    definitions,
    profiles: loaded,
    documents,
    tsconfig,
    absent: reader.absent,
  };
}

async function loadClient(places: InputPlaces, reader: Reader): Promise<Source | undefined> {
  const { config, isConfigGiven, definitions } = places;
  if (isConfigGiven && extname(config) !== ".json") return refuse(places, reader, wrongEnding(config));
  const reading = await reader.read(config, "client");
  const isMissing = "reason" in reading && reading.reason === "missing";
  if (isMissing && !isConfigGiven && definitions.length === 0) reader.issues.push(nothingToDo(places, reader));
  else if (places.passedOver !== undefined) reader.issues.push(passedOver(places.passedOver, places, reader));
  if ("source" in reading) return reading.source;
  if (isMissing && !isConfigGiven) return undefined;
  const hint = isMissing ? meantPath(config, places.workingDirectory ?? reader.root, [reader.root]) : undefined;
  return refuse(places, reader, { reason: reasonText(reading.reason), hint });
}

function refuse(
  { config }: InputPlaces,
  reader: Reader,
  { reason, hint }: { readonly reason: string; readonly hint?: string | undefined },
): undefined {
  const message = `the client configuration ${reader.named(config)} ${reason}`;
  reader.issues.push({ code: "SW0201", severity: "error", pointer: "", message, hint });
}

const MINIMAL = '{ "providers": { "acme": { "file": "providers/acme.json" } } }';

/** Neither a configuration nor a definition: where it was looked for and why there, and both ways on (rules C1). */
function nothingToDo(places: InputPlaces, reader: Reader): SourceIssue {
  const { config, passedOver: nearer } = places;
  const way = nearer === undefined ? "" : `, or read ${reader.named(nearer)}: --config ${nearerWay(nearer, places)}`;
  const usual = `npx sdkwright init starts with a provider; or pass definitions (npx sdkwright generate acme.json), write that file (such as ${MINIMAL}), or name another with --config${way}`;
  return {
    code: "SW0200",
    severity: "error",
    pointer: "",
    message: `there is nothing to generate from: no definition was given, and ${reader.named(config)} does not exist in ${rootText(places)}`,
    hint: nearer === undefined ? (packagesHint(places) ?? usual) : usual,
  };
}

/** With `--config` from here, the output folder would be the one of this package. */
function packagesHint({ root, workingDirectory = root }: InputPlaces): string | undefined {
  const [first, second, ...more] = packagesBelow(root).map((folder) => relativePath(workingDirectory, folder));
  if (first === undefined) return undefined;
  const others = second === undefined ? "" : ` or ${second}${more.length === 0 ? "" : " or another"}`;
  return `run it in the package that has one, because with --config the output folder would be here: cd ${first}${others}`;
}

function passedOver(nearer: string, places: InputPlaces, reader: Reader): SourceIssue {
  const message = `${reader.named(nearer)} is not read: client.json is expected in ${rootText(places)}`;
  const hint = `--config ${nearerWay(nearer, places)} reads it`;
  return { code: "SW0205", severity: "warning", pointer: "", message, hint };
}

function nearerWay(nearer: string, { root, workingDirectory = root }: InputPlaces): string {
  return relativePath(workingDirectory, nearer);
}

/** The project root, and why it is the one (rules C1). */
function rootText({ root }: InputPlaces): string {
  const has = existsSync(join(root, "package.json"));
  const why = has
    ? "the nearest folder upward with a package.json"
    : "the working directory, because no folder upward has a package.json";
  return `the project root ${JSON.stringify(root)}, ${why}`;
}

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
