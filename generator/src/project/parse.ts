import {
  type ClientConfig,
  type ClientJson,
  foreignDocument,
  type Issue,
  type JsonValue,
  nearest,
  normalizeClient,
  normalizeProvider,
  parseClient,
  type Parsed,
  parseProfile,
  parseProvider,
  pointerSegments,
  type ProfileJson,
  type ProviderJson,
  valueAt,
  withoutPrototypes,
} from "@sdkwright/runtime/config";
import type { ProfileSource, Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { realPathOf } from "../io/output-folder.js";
import { relativePath } from "../io/paths.js";
import type { Apis } from "./load-documents.js";
import type { LoadedProfile, LoadedProject, LoadedProvider } from "./project.js";

/** Without a profile, the place that client.json has for it does not help. */
const IN_CODE =
  'in code, it is an option of requests of the provider\'s own client: createAcme({ retries: 3 }), get("/charges", { retryPolicy: "circuit-breaker" })';

const NAME_HINT = "names have no capitals";

const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** What helps somebody at a keyboard; a program that reads configuration at run time does without. */
function withMoreHints(issue: Issue, json: unknown): Issue {
  const { code, pointer, message, hint } = issue;
  if (code === "SW1107" && /^(?:\/providers\/[^/]+)?\/retryPolicy$/.test(pointer))
    return { ...issue, hint: `${hint}; ${IN_CODE}` };
  if (hint !== undefined || (code !== "SW1104" && code !== "SW1105")) return issue;
  const given = valueAt(json as JsonValue, pointerSegments(pointer));
  const name = typeof given === "string" ? given : (pointerSegments(pointer).at(-1) ?? "");
  if (/provider name: [^:]*$/.test(message) && /[A-Z]/.test(name)) return { ...issue, hint: NAME_HINT };
  if (message.endsWith("JSON Schema (draft-07) allows here") && /\/type(?:\/\d+)?$/.test(pointer))
    return { ...issue, hint: typeHint(given) };
  return issue;
}

function typeHint(given: JsonValue | undefined): string {
  const unknown = [given].flat().find((type) => typeof type === "string" && !TYPES.includes(type));
  const near = typeof unknown === "string" ? nearest(unknown, TYPES) : undefined;
  return near === undefined ? `a type is one of ${TYPES.join(", ")}` : `did you mean "${near}"?`;
}

/** What the documents of a project were found to be, each for itself. */
export interface ParsedSources {
  readonly client?: Parsed<ClientJson> | undefined;
  readonly providers: ReadonlyMap<Source, Parsed<ProviderJson>>;
  readonly profiles: ReadonlyMap<Source, Parsed<ProfileJson>>;
  readonly issues: readonly SourceIssue[];
}

/** Checks the form of every document; one that is no JSON was reported when it was read. */
export function parseSources({ client, definitions, profiles }: Sources): ParsedSources {
  const providers = [
    ...definitions.map(({ source }) => source),
    ...profiles.flatMap((profile) => Object.values(profile.definitions)),
  ];
  const clients = parseAll(client === undefined ? [] : [client], (json) => ownOnly(parseClient(json)));
  const parsed = {
    providers: parseAll(providers, (json) => ownOnly(parseProvider(json))),
    profiles: parseAll(
      profiles.flatMap(({ document }) => document ?? []),
      parseProfile,
    ),
  };
  const issues = [clients, parsed.providers, parsed.profiles].flatMap(issuesIn);
  return { client: client && clients.get(client), ...parsed, issues };
}

function parseAll<T>(sources: readonly Source[], parse: (json: unknown) => Parsed<T>): ReadonlyMap<Source, Parsed<T>> {
  const readable = sources.filter(({ json }) => json !== undefined);
  return new Map(Array.from(new Set(readable), (source) => [source, parse(source.json)]));
}

/** What somebody put on `Object.prototype` is no part of a document that leaves it out. */
function ownOnly<T>({ value, ...rest }: Parsed<T>): Parsed<T> {
  return value === undefined ? rest : { ...rest, value: withoutPrototypes(value) };
}

function issuesIn(parsed: ReadonlyMap<Source, Parsed<unknown>>): readonly SourceIssue[] {
  return Array.from(parsed).flatMap(([source, { issues }]) =>
    issues.map((issue) => ({ ...withMoreHints(recognised(issue, source), source.json), source })),
  );
}

/** What the document is, where something else stands in place of the client configuration. */
function recognised(issue: Issue, { json }: Source): Issue {
  const foreign = issue.code === "SW1302" ? foreignDocument(json) : undefined;
  return foreign === undefined ? issue : { ...issue, message: `${issue.message}; it is ${foreign.what}` };
}

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
