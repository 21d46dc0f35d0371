import type { Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { timeFor } from "../files/progress.js";
import type { Api } from "../openapi/api.js";
import type { Reader } from "./reader.js";

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
    const hint = "give one provider several services, or make several projects";
    const what = "the OpenAPI documents of the definitions, each as often as it is named, come to too much";
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
