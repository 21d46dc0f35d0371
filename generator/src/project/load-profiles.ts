import { fileKind } from "@sdkwright/runtime/config";
import { dirname, extname, resolve } from "node:path";
import { readNamedDefinition } from "./load-definitions.js";
import { readText } from "../files/read-text.js";
import { reasonText, type Reader } from "./reader.js";
import type { ProfileReference, ProviderReference } from "./references.js";
import type { MapFile, ProfileSource, Source, SourceIssue } from "../diagnostics/source.js";

/** Reads what client.json's profiles name: documents, definitions of their own, and maps, whose text alone is read. */
export async function loadProfiles(
  reader: Reader,
  client: Source,
  references: readonly ProfileReference[],
): Promise<readonly ProfileSource[]> {
  const loaded: ProfileSource[] = [];
  for (const { name, pointer, file, version, providers } of references) {
    const document =
      file === undefined
        ? version && (await findDocument(reader, client, { name, version, pointer }))
        : await readNamedDocument(reader, client, { name, file, pointer });
    loaded.push({ name, version, ...(document && { document }), ...(await loadProviders(reader, client, providers)) });
  }
  return loaded;
}

type NamedPointer = { readonly name: string; readonly pointer: string };

async function readNamedDocument(
  reader: Reader,
  client: Source,
  { file, pointer }: NamedPointer & { readonly file: string },
): Promise<Source | undefined> {
  const path = resolve(dirname(client.path), file);
  const name = reader.named(path);
  if (extname(path) !== ".json") {
    const message = `the profile ${name} is not a .json profile document and was not read`;
    const hint = "its use-cases are those named in defaults, with open inputs and results";
    reader.issues.push({ code: "SW0212", severity: "note", pointer, message, hint, source: client });
    return undefined;
  }
  const reading = await reader.read(path, "profile");
  if ("source" in reading) return reading.source;
  const message = `the profile document ${name} ${reasonText(reading.reason)}`;
  reader.issues.push({ code: "SW0211", severity: "error", pointer, message, source: client, framed: false });
  return undefined;
}

async function findDocument(
  reader: Reader,
  client: Source,
  { name, version, pointer }: NamedPointer & { readonly version: string },
): Promise<Source | undefined> {
  const folder = resolve(dirname(client.path), "profiles");
  const places = [`${name}@${version}.json`, `${name}.json`].map((file) => resolve(folder, file));
  for (const path of places) {
    const reading = await reader.read(path, "profile");
    if ("source" in reading) return reading.source;
    if (reading.reason !== "missing") return readNamedDocument(reader, client, { name, file: path, pointer });
  }
  const looked = places.map((path) => reader.fileOf(path)).join(" and ");
  const message = `no document of profile "${name}" was found; looked at ${looked}`;
  const hint = "its use-cases are those named in defaults, with open inputs and results";
  reader.issues.push({ code: "SW0213", severity: "note", pointer, message, hint, source: client });
  return undefined;
}

async function loadProviders(
  reader: Reader,
  client: Source,
  references: readonly ProviderReference[],
): Promise<Pick<ProfileSource, "maps" | "definitions">> {
  const maps: [string, MapFile][] = [];
  const definitions: [string, Source][] = [];
  for (const { name, file, pointer } of references) {
    if (file === undefined) continue;
    const kind = fileKind(file);
    const path = resolve(dirname(client.path), file);
    if (kind === "other") reader.issues.push(notAMap(reader, client, path, pointer));
    if (kind === "map") maps.push([name, readMap(reader, client, path, pointer)]);
    const definition = kind === "definition" && (await readNamedDefinition(reader, client, file, pointer));
    if (definition) definitions.push([name, definition]);
  }
  return { maps: Object.fromEntries(maps), definitions: Object.fromEntries(definitions) };
}

function notAMap(reader: Reader, client: Source, path: string, pointer: string): SourceIssue {
  const message = `the map ${reader.named(path)} is not a TypeScript or JavaScript module and was not read`;
  const hint = "give the map in code: createClient({ maps })";
  return { code: "SW0222", severity: "note", pointer, message, hint, source: client };
}

/** A map that is not there is reported and stops nothing: it is written with the emitted types. */
function readMap(reader: Reader, client: Source, path: string, pointer: string): MapFile {
  const read = readText(path);
  const file = reader.fileOf(path);
  if ("text" in read) return { file, client, pointer, source: reader.sourceOf(path, "map", read.text) };
  const message = `the map module ${reader.named(path)} ${reasonText(read.reason)}`;
  const hint = "write it with the map type that is emitted for the profile";
  reader.issues.push({ code: "SW0221", severity: "error", stops: false, pointer, message, hint, source: client });
  return { file, client, pointer };
}
