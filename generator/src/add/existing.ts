import { dirname, join, resolve } from "node:path";
import { parseClient, parseProvider, type ProviderJson, type VariableNames } from "@sdkwright/runtime/config";
import { fileKey } from "../files/file-key.js";
import type { InputPlaces } from "../files/find-project.js";
import type { Source, SourceIssue } from "../diagnostics/source.js";
import { loadReferencedDefinitions } from "../project/load-definitions.js";
import { reasonText, Reader } from "../project/reader.js";
import { referencesIn } from "../project/references.js";
import { projectsAt } from "../quick/places.js";
import { namesTaken, type NamedDefinitions } from "./names-taken.js";

/** What the project has of a provider before it is added. */
export interface Existing {
  /** Absent where there is no client.json yet. */
  readonly client?: Source | undefined;
  /** Whether client.json has an entry for the provider. */
  readonly isNamed: boolean;
  readonly names: readonly string[];
  /** Variables that are read for something else than this provider, or would be. */
  readonly variables: VariableNames;
  /** Where its definition stands, or is to stand. */
  readonly definitionPath: string;
  readonly definition?: { readonly source: Source; readonly json: ProviderJson } | undefined;
  /** The definitions of other providers, of the other projects of package.json too. */
  readonly others: readonly Source[];
  /** Mistakes in what there is: nothing is added to what cannot be read. */
  readonly issues: readonly SourceIssue[];
}

/** Looks for a provider where client.json names it, else at its usual place (rules C11). */
export async function findExisting(name: string, project: InputPlaces, reader: Reader): Promise<Existing> {
  const { config } = project;
  const client = await sourceAt(config, "client", reader);
  const references = referencesIn(client?.json).providers;
  const reference = references.find((each) => each.name === name);
  const folder = dirname(config);
  const usual = [`${name}.json`, `${name}.provider.json`].map((file) => join(folder, "providers", file));
  const places = reference?.file === undefined ? usual : [resolve(folder, reference.file)];
  const found = await firstAt(places, reader);
  const definitionPath = found?.path ?? places[0] ?? config;
  const parsed = found === undefined ? undefined : parseProvider(found.json);
  // What is wrong with other definitions, `generate` tells.
  const besides = new Reader(project.root);
  const ours = await withDefinitions(client === undefined ? [] : [client], besides);
  const others = await withDefinitions(await otherClients(project, reader), besides);
  const issues = [
    ...reader.issues,
    ...errorsOf(client, client?.json === undefined ? [] : parseClient(client.json).issues),
    ...errorsOf(found, parsed?.issues ?? []),
  ];
  return {
    client,
    isNamed: reference !== undefined,
    names: references.map((each) => each.name),
    variables: namesTaken({ name, definitionPath }, { ours, others }),
    definitionPath,
    definition: found !== undefined && parsed?.value !== undefined ? { source: found, json: parsed.value } : undefined,
    others: besidesOf(definitionPath, [...ours, ...others]),
    issues: issues.filter(({ severity }) => severity === "error"),
  };
}

/** Of each other project of package.json. One that cannot be read is a mistake too: which variables it names is not known. */
async function otherClients({ root, config }: InputPlaces, reader: Reader): Promise<readonly Source[]> {
  const paths = new Set(projectsAt(root).map((project) => project.config));
  paths.delete(config);
  const sources = await Promise.all(Array.from(paths, async (path) => sourceAt(path, "client", reader)));
  return sources.filter((source) => source !== undefined);
}

async function withDefinitions(clients: readonly Source[], reader: Reader): Promise<readonly NamedDefinitions[]> {
  const named: NamedDefinitions[] = [];
  for (const client of clients) {
    const definitions = await loadReferencedDefinitions(reader, client, referencesIn(client.json).providers);
    named.push({ client, definitions });
  }
  return named;
}

/** Each file once, by whichever paths it is named. */
function besidesOf(path: string, clients: readonly NamedDefinitions[]): readonly Source[] {
  const files = new Map<string, Source>();
  for (const { definitions } of clients) for (const { source } of definitions) files.set(fileKey(source.path), source);
  files.delete(fileKey(path));
  return [...files.values()];
}

async function firstAt(places: readonly string[], reader: Reader): Promise<Source | undefined> {
  for (const place of places) {
    const source = await sourceAt(place, "definition", reader);
    if (source !== undefined) return source;
  }
  return undefined;
}

/** `undefined` where there is nothing; what cannot be read is an issue of the reader. */
async function sourceAt(path: string, kind: "client" | "definition", reader: Reader): Promise<Source | undefined> {
  const reading = await reader.read(path, kind);
  if ("source" in reading) return reading.source;
  if (reading.reason === "missing") return undefined;
  const message = `${reader.named(path)} ${reasonText(reading.reason)}`;
  reader.issues.push({ code: "SW0202", severity: "error", pointer: "", message });
  return undefined;
}

function errorsOf(source: Source | undefined, issues: readonly SourceIssue[]): readonly SourceIssue[] {
  return issues.map((issue) => ({ ...issue, source }));
}
