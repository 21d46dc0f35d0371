import {
  foreignDocument,
  type Issue,
  parseClient,
  parseProfile,
  parseProvider,
  type ClientJson,
  type Parsed,
  type ProfileJson,
  type ProviderJson,
  withoutPrototypes,
} from "@sdkwright/runtime/config";
import type { Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { withMoreHints } from "./more-hints.js";

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
