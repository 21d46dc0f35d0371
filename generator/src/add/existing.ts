import { dirname, join, resolve } from "node:path";
import {
  isPlainObject,
  namesIn,
  own,
  parseClient,
  parseProvider,
  type ProviderJson,
  type VariableNames,
} from "@sdkwright/runtime/config";
import { applyEdits, type FormattingOptions, modify } from "jsonc-parser";
import type { DefinitionSource, Source, SourceIssue } from "../diagnostics/source.js";
import type { InputPlaces } from "../io/find-project.js";
import { fileKey } from "../io/output-folder.js";
import { escapeLines } from "../io/text.js";
import { loadReferencedDefinitions, referencesIn } from "../project/load-definitions.js";
import { projectsAt } from "../project/places.js";
import { Reader, reasonText } from "../project/reader.js";
import { credentialEntries } from "./schemes.js";

/** A provider that gets variables. */
interface Receiver {
  readonly name: string;
  /** Where its definition stands, or is to stand. */
  readonly definitionPath: string;
}

/** A client.json, with the definitions that it names. */
interface NamedDefinitions {
  readonly client: Source;
  readonly definitions: readonly DefinitionSource[];
}

/** The client.json that gets an entry, and those of the other projects of package.json. */
interface Clients {
  readonly ours: readonly NamedDefinitions[];
  readonly others: readonly NamedDefinitions[];
}

/**
 * Variables that are read for something else than this provider, or would be as soon as somebody adds an entry: one that
 * two vendors share would bring the key of one to the other. Projects of one package.json have one environment (rules C17).
 */
function namesTaken(receiver: Receiver, { ours, others }: Clients): VariableNames {
  const names: VariableNames = new Map();
  for (const client of ours) addNames(client, true, receiver, names);
  for (const client of others) addNames(client, false, receiver, names);
  return names;
}

/** The names of one client.json; another project's provider is this one where they share the definition. */
function addNames(
  { client: { json }, definitions }: NamedDefinitions,
  isOwn: boolean,
  { name: ours, definitionPath }: Receiver,
  names: VariableNames,
): void {
  if (!isPlainObject(json)) return;
  const isShared = definitions.some(({ key, source }) => key === ours && source.path === definitionPath);
  const passedOver = isOwn || isShared ? ours : undefined;
  const entries = own(json, "providers");
  const others = Object.entries(isPlainObject(entries) ? entries : {}).filter(([name]) => name !== passedOver);
  const providers = Object.fromEntries(others);
  for (const name of namesIn({ ...json, providers }).keys()) names.set(name, 1);
  for (const definition of definitions) if (definition.key !== passedOver) addProposals(definition, names);
}

/** Names that a definition's schemes would get. */
function addProposals({ key, source }: DefinitionSource, names: VariableNames): void {
  const { value } = parseProvider(source.json);
  if (value === undefined || key === undefined) return;
  const proposed: VariableNames = new Map();
  credentialEntries({ ...value, name: key }, proposed);
  for (const name of proposed.keys()) if (!names.has(name)) names.set(name, 1);
}

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

/** Sets one value in a JSON text; everything else stays as it is written. */
export function withValue(text: string, path: readonly string[], value: unknown): string {
  const edited = applyEdits(text, modify(text, [...path], value, { formattingOptions: formattingOf(text) }));
  // What others wrote in a document is reviewed here; what the file has of that kind already is its owner's.
  return escapeLines(text) === text ? escapeLines(edited) : edited;
}

/** As the text is written: by its first line that is indented. The ends of its lines win over ours. */
function formattingOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const insertSpaces = !indent.startsWith("\t");
  return { insertSpaces, tabSize: insertSpaces ? indent.length : 1, eol: "\n" };
}

/** The text of a file that is written for the first time: whoever reviews it sees every character. */
export function printJson(value: unknown): string {
  return `${escapeLines(JSON.stringify(value, undefined, 2))}\n`;
}
