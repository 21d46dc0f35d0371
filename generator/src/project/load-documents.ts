import { dirname, resolve } from "node:path";
import { isAddress, isPlainObject, own } from "@sdkwright/runtime/config";
import type {
  DefinitionSource,
  DocumentSource,
  ProfileSource,
  Source,
  SourceIssue,
  Sources,
} from "../diagnostics/source.js";
import { timeFor } from "../io/progress.js";
import type { Api } from "../openapi/api.js";
import { meantPath } from "./path-hints.js";
import { type Reader, reasonText } from "./reader.js";

/** The document that a definition names, before anything in it has been checked. */
interface OpenapiReference {
  /** As written, relative to the definition. */
  readonly file: string;
  readonly pointer: string;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

/** Reads `openapi` of a parsed definition of any form: what has another form is left out. */
export function openapiReference(json: unknown): OpenapiReference | undefined {
  const written = isPlainObject(json) && Object.hasOwn(json, "services") ? own(json, "openapi") : undefined;
  if (typeof written === "string") return { file: written, pointer: "/openapi" };
  if (!isPlainObject(written)) return undefined;
  const file = own(written, "file");
  if (typeof file !== "string") return undefined;
  const [include, exclude] = [textsIn(own(written, "include")), textsIn(own(written, "exclude"))];
  return { file, pointer: "/openapi/file", include, exclude };
}

function textsIn(value: unknown): readonly string[] | undefined {
  const texts = Array.isArray(value) ? value.filter((text) => typeof text === "string") : undefined;
  return texts?.length === 0 ? undefined : texts;
}

/** Reads the OpenAPI documents that definitions name, each with the files beside it that it refers to. */
export async function loadDocuments(
  reader: Reader,
  definitions: readonly DefinitionSource[],
  profiles: readonly ProfileSource[],
): Promise<readonly DocumentSource[]> {
  const sources = new Set(definitions.map(({ source }) => source));
  const own = profiles.flatMap((profile) => Object.values(profile.definitions));
  for (const definition of new Set(own.filter((source) => !sources.has(source)))) {
    if (openapiReference(definition.json) !== undefined) reader.issues.push(unusedDocument(definition));
  }
  const loaded: DocumentSource[] = [];
  for (const definition of sources) {
    const reference = openapiReference(definition.json);
    const document = reference && (await loadDocument(reader, definition, reference));
    if (document !== undefined) loaded.push(document);
  }
  return loaded;
}

/** Operations belong to a provider of the client: a definition for one profile stands beside it, with other services. */
function unusedDocument(definition: Source): SourceIssue {
  const message = "the document of a definition for one profile is not used, so its maps are untyped";
  const hint = "name it under `openapi` of the provider's own definition";
  return { code: "SW1611", severity: "warning", pointer: "/openapi", message, hint, source: definition };
}

async function loadDocument(
  reader: Reader,
  definition: Source,
  { file, pointer, include, exclude }: OpenapiReference,
): Promise<DocumentSource | undefined> {
  if (isAddress(file)) {
    const [message, hint] = [
      "the OpenAPI document is a URL, but only files are read",
      "`sdkwright add <URL>` fetches it",
    ];
    reader.issues.push({ code: "SW0206", severity: "error", pointer, message, hint, source: definition });
    return undefined;
  }
  const path = resolve(dirname(definition.path), file);
  const reading = await reader.read(path, "openapi");
  if ("source" in reading) {
    const { source } = reading;
    return { definition, source, ...(await neighboursOf(reader, source)), include, exclude };
  }
  const message = `the OpenAPI document ${reader.named(path)} ${reasonText(reading.reason)}`;
  const hint = meantPath(path, dirname(definition.path), [reader.root]);
  reader.issues.push({ code: "SW0206", severity: "error", pointer, message, hint, source: definition });
  return undefined;
}

async function neighboursOf(reader: Reader, source: Source): Promise<Pick<DocumentSource, "neighbours" | "refused">> {
  const { readNeighbours } = await import("../openapi/neighbours.js");
  return readNeighbours(source, async (path) => {
    const reading = await reader.read(path, "openapi");
    return "source" in reading ? reading : { reason: `leads to a file that ${reasonText(reading.reason)}` };
  });
}

/** What the documents of a project say, by the definition that names each. */
export interface Apis {
  readonly byDefinition: ReadonlyMap<Source, Api>;
  readonly issues: readonly SourceIssue[];
}

/** Reads the documents; a project without any loads nothing for it. */
export async function readApis({ documents }: Sources, { progress, budget }: Reader): Promise<Apis> {
  const byDefinition = new Map<Source, Api>();
  if (documents.length === 0) return { byDefinition, issues: [] };
  const { apiOf } = await import("../openapi/api-of.js");
  const { identityOf } = await import("../openapi/notes.js");
  // Definitions that share a document share its notes.
  const issues = new Map<Source | undefined, Map<string, SourceIssue>>();
  for (const document of documents) {
    const { definition, source } = document;
    progress.step(`reading the operations of ${source.file}`, timeFor(source.text, 30));
    // Each definition that names it has all of it.
    const hint = "use one provider with several services, or several projects";
    const what = "the OpenAPI documents of the definitions, each counted as often as it is named, are too large";
    budget.spend(source.text.length / 20, () => ({ what, hint, pointer: "/openapi", source: definition }));
    const { api, issues: found } = apiOf(document, budget);
    for (const issue of found) {
      const ofSource = issues.get(issue.source) ?? new Map<string, SourceIssue>();
      issues.set(issue.source, ofSource);
      if (!ofSource.has(identityOf(issue))) ofSource.set(identityOf(issue), issue);
    }
    if (api !== undefined) byDefinition.set(definition, api);
  }
  return { byDefinition, issues: Array.from(issues.values(), (ofSource) => [...ofSource.values()]).flat() };
}
