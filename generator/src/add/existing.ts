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
import { escapeLines } from "../io/text.js";
import { loadReferencedDefinitions, referencesIn } from "../project/load-definitions.js";
import { Reader, reasonText } from "../project/reader.js";
import { credentialEntries } from "./schemes.js";

/** What the project has of a provider before it is added. */
export interface Existing {
  /** Absent where there is no client.json yet. */
  readonly client?: Source | undefined;
  /** Whether client.json has an entry for the provider. */
  readonly isNamed: boolean;
  readonly names: readonly string[];
  /** Variables that client.json reads for something else than this provider, or would. */
  readonly variables: VariableNames;
  /** Where its definition stands, or is to stand. */
  readonly definitionPath: string;
  readonly definition?: { readonly source: Source; readonly json: ProviderJson } | undefined;
  /** Mistakes in what there is: nothing is added to what cannot be read. */
  readonly issues: readonly SourceIssue[];
}

/** Looks for a provider where client.json names it, else at its usual place (rules C11). */
export async function findExisting(name: string, project: InputPlaces, reader: Reader): Promise<Existing> {
  const { config } = project;
  const client = await sourceAt(config, "client", reader);
  const references = referencesIn(client?.json).providers;
  const reference = references.find((each) => each.name === name);
  const files =
    reference?.file === undefined ? [`providers/${name}.json`, `providers/${name}.provider.json`] : [reference.file];
  const places = files.map((file) => resolve(dirname(config), file));
  let source: Source | undefined;
  for (const place of places) source ??= await sourceAt(place, "definition", reader);
  const parsed = source === undefined ? undefined : parseProvider(source.json);
  // What is wrong with other definitions, `generate` tells.
  const besides = new Reader(project.root);
  const definitions = client === undefined ? [] : await loadReferencedDefinitions(besides, client, references);
  const clientIssues = client?.json === undefined ? [] : parseClient(client.json).issues;
  const issues = [
    ...reader.issues,
    ...clientIssues.map((issue) => ({ ...issue, source: client })),
    ...(parsed?.issues ?? []).map((issue) => ({ ...issue, source })),
  ];
  return {
    client,
    isNamed: reference !== undefined,
    names: references.map((each) => each.name),
    variables: namesTaken(name, client?.json, definitions),
    definitionPath: source?.path ?? places[0] ?? join(dirname(config), "providers", `${name}.json`),
    definition: source !== undefined && parsed?.value !== undefined ? { source, json: parsed.value } : undefined,
    issues: issues.filter(({ severity }) => severity === "error"),
  };
}

/**
 * Variables that client.json reads for something else than this provider, or would as soon as somebody adds an entry: one
 * that two vendors share would bring the key of one to the other (rules C17).
 */
function namesTaken(ours: string, json: unknown, definitions: readonly DefinitionSource[]): VariableNames {
  if (!isPlainObject(json)) return new Map();
  const entries = own(json, "providers");
  const others = Object.entries(isPlainObject(entries) ? entries : {}).filter(([name]) => name !== ours);
  const names: VariableNames = new Map();
  for (const name of namesIn({ ...json, providers: Object.fromEntries(others) }).keys()) names.set(name, 1);
  for (const { key, source } of definitions) {
    const { value } = parseProvider(source.json);
    if (value === undefined || key === undefined || key === ours) continue;
    const proposed: VariableNames = new Map();
    credentialEntries({ ...value, name: key }, proposed);
    for (const name of proposed.keys()) if (!names.has(name)) names.set(name, 1);
  }
  return names;
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
