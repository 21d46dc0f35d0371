import { dirname, resolve } from "node:path";
import { isAddress } from "@sdkwright/runtime/config";
import type { DefinitionSource, DocumentSource, ProfileSource, Source, SourceIssue } from "../diagnostics/source.js";
import { meantPath } from "./path-hints.js";
import { openapiReference, type OpenapiReference } from "./openapi-reference.js";
import { reasonText, type Reader } from "./reader.js";

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
  const message = "the document of a definition for one profile alone is not used: its maps stay untyped";
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
      "the OpenAPI document is a URL, and only files are read",
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
