import { dirname, extname, join, resolve } from "node:path";
import { isShownName } from "@sdkwright/runtime/config";
import { meantPath, wrongEnding } from "./path-hints.js";
import { reasonText, type Reader } from "./reader.js";
import type { ProviderReference } from "./references.js";
import type { DefinitionSource, Source, SourceIssue } from "../diagnostics/source.js";

/** Reads the definitions of client.json's top-level providers (rules C11). */
export async function loadReferencedDefinitions(
  reader: Reader,
  client: Source,
  references: readonly ProviderReference[],
): Promise<readonly DefinitionSource[]> {
  const loaded: DefinitionSource[] = [];
  for (const reference of references) {
    const source =
      reference.file === undefined
        ? await findDefinition(reader, client, reference)
        : await readNamedDefinition(reader, client, reference.file, reference.pointer);
    if (source !== undefined) loaded.push({ key: reference.name, source });
  }
  return loaded;
}

/** A definition that client.json names by path. */
export async function readNamedDefinition(
  reader: Reader,
  client: Source,
  file: string,
  pointer: string,
): Promise<Source | undefined> {
  const path = resolve(dirname(client.path), file);
  const read = await readInto(reader, path);
  if ("source" in read) return read.source;
  const message = `the provider definition ${reader.named(path)} ${read.reason}`;
  const hint = read.hint ?? meantPath(path, dirname(client.path), [reader.root]);
  reader.issues.push({ code: "SW0202", severity: "error", pointer, message, hint, source: client, framed: false });
  return undefined;
}

async function findDefinition(
  reader: Reader,
  client: Source,
  { name, pointer }: ProviderReference,
): Promise<Source | undefined> {
  const folder = join(dirname(client.path), "providers");
  const places = [`${name}.json`, `${name}.provider.json`].map((file) => join(folder, file));
  for (const path of places) {
    const reading = await reader.read(path, "definition");
    if ("source" in reading) return reading.source;
    if (reading.reason !== "missing") return readNamedDefinition(reader, client, path, pointer);
  }
  reader.issues.push(notFound(reader, client, name, pointer, places));
  return undefined;
}

function notFound(
  reader: Reader,
  client: Source,
  name: string,
  pointer: string,
  places: readonly string[],
): SourceIssue {
  const looked = places.map((path) => reader.fileOf(path)).join(" and ");
  const shown = isShownName(name) ? name : "<name>";
  return {
    code: "SW0203",
    severity: "error",
    pointer,
    target: "key",
    message: `no definition of provider "${name}" was found; looked at ${looked}`,
    hint: `put it there, or name it: "${shown}": { "file": "<path>.json" }; npx sdkwright init ${shown} --base-url <url> writes one, npx sdkwright add <document> --name ${shown} makes one of an OpenAPI document`,
    source: client,
  };
}

/** Reads definitions given as arguments: absolute paths, each file once. */
export async function loadGivenDefinitions(
  reader: Reader,
  paths: readonly string[],
  workingDirectory: string = reader.root,
): Promise<readonly DefinitionSource[]> {
  const loaded: DefinitionSource[] = [];
  for (const path of new Set(paths)) {
    const read = await readInto(reader, path);
    if ("source" in read) loaded.push({ source: read.source });
    else {
      const hint = read.hint ?? meantPath(path, workingDirectory, [reader.root]);
      reader.issues.push(notUsable(reader.named(path), read.reason, hint));
    }
  }
  return loaded;
}

function notUsable(
  file: string,
  reason: string,
  hint = "arguments are provider definitions, one JSON file each",
): SourceIssue {
  const message = `${file} ${reason}`;
  return { code: "SW0202", severity: "error", pointer: "", message, hint };
}

interface Refusal {
  readonly reason: string;
  readonly hint?: string | undefined;
}

async function readInto(reader: Reader, path: string): Promise<{ readonly source: Source } | Refusal> {
  if (extname(path) !== ".json") return wrongEnding(path);
  const reading = await reader.read(path, "definition");
  return "source" in reading ? reading : { reason: reasonText(reading.reason) };
}
