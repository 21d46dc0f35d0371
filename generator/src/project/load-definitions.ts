import { dirname, extname, join, resolve } from "node:path";
import { isShownName, readFileValue, toPointer } from "@sdkwright/runtime/config";
import type { DefinitionSource, Source, SourceIssue } from "../diagnostics/source.js";
import { isRecord } from "../io/json.js";
import { meantPath, wrongEnding } from "./path-hints.js";
import { type Reader, reasonText } from "./reader.js";

/** Files that a client.json names, before anything in it has been checked: what has another form is left out. */
export interface References {
  readonly providers: readonly ProviderReference[];
  readonly profiles: readonly ProfileReference[];
}

export interface ProviderReference {
  readonly name: string;
  /** Where client.json names it. */
  readonly pointer: string;
  /** Path as written, relative to the folder of client.json. */
  readonly file?: string | undefined;
}

export interface ProfileReference {
  readonly name: string;
  readonly pointer: string;
  readonly file?: string | undefined;
  readonly version?: string | undefined;
  /** Whether defaults, at either level, name a use-case. */
  readonly namesUseCases: boolean;
  readonly providers: readonly ProviderReference[];
}

const PROVIDER_NAME = /^(unverified\/)?[a-z][_\-a-z0-9]*$/;
const PROFILE_NAME = /^([a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*$/;
/** A semantic version, loosely. */
export const VERSION: RegExp = /^\d+\.\d+\.\d+([-+][0-9A-Za-z.+-]+)?$/;

type JsonRecord = { readonly [key: string]: unknown };

/** Reads the references out of a parsed client.json of any form. */
export function referencesIn(json: unknown): References {
  const { providers, profiles } = recordOf(json);
  return {
    providers: entriesOf(providers).flatMap(([name, value]) => providerReference(name, value, ["providers", name])),
    profiles: entriesOf(profiles).flatMap(([name, value]) => profileReference(name, value)),
  };
}

function providerReference(name: string, value: unknown, path: readonly string[]): readonly ProviderReference[] {
  if (!PROVIDER_NAME.test(name)) return [];
  if (typeof value === "string") {
    const file = filePath(value, "required");
    return file === undefined ? [] : [{ name, pointer: toPointer(...path), file }];
  }
  if (!isRecord(value)) return [];
  if (!Object.hasOwn(value, "file")) return [{ name, pointer: toPointer(...path) }];
  if (Object.hasOwn(value, "mapVariant") || Object.hasOwn(value, "mapRevision")) return [];
  const file = filePath(value["file"], "optional");
  return file === undefined ? [] : [{ name, pointer: toPointer(...path, "file"), file }];
}

function profileReference(name: string, value: unknown): readonly ProfileReference[] {
  if (!PROFILE_NAME.test(name)) return [];
  const path = ["profiles", name];
  const record = recordOf(value);
  const providers = entriesOf(record["providers"]).flatMap(([provider, settings]) =>
    providerReference(provider, settings, [...path, "providers", provider]),
  );
  const from = typeof value === "string" ? sourceInString(value, path) : sourceInRecord(record, path);
  const levels = [record, ...entriesOf(record["providers"]).map(([, settings]) => recordOf(settings))];
  const namesUseCases = levels.some(({ defaults }) => entriesOf(defaults).length > 0);
  return [{ name, providers, namesUseCases, ...from }];
}

function sourceInString(
  value: string,
  path: readonly string[],
): Pick<ProfileReference, "pointer" | "file" | "version"> {
  const version = VERSION.test(value) ? value : undefined;
  return { pointer: toPointer(...path), version, file: filePath(value, "required") };
}

function sourceInRecord(
  record: JsonRecord,
  path: readonly string[],
): Pick<ProfileReference, "pointer" | "file" | "version"> {
  const { file, version } = record;
  if (file !== undefined && version !== undefined) return { pointer: toPointer(...path) };
  if (Object.hasOwn(record, "file")) return { pointer: toPointer(...path, "file"), file: filePath(file, "optional") };
  const isVersion = typeof version === "string" && VERSION.test(version);
  return { pointer: toPointer(...path, "version"), version: isVersion ? version : undefined };
}

/** The path in a `file:` value, or in a value where the prefix may be left out (rules F5). */
function filePath(value: unknown, prefix: "required" | "optional"): string | undefined {
  if (typeof value !== "string" || (prefix === "required" && !value.startsWith("file:"))) return undefined;
  const read = readFileValue(value);
  return "path" in read ? read.path : undefined;
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(recordOf(value));
}

function recordOf(value: unknown): JsonRecord {
  return isRecord(value) ? value : {};
}

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
    hint: `put it there, or name it: "${shown}": { "file": "<path>.json" }; npx sdkwright init ${shown} --base-url <url> writes one, npx sdkwright add <document> --name ${shown} makes one from an OpenAPI document`,
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
