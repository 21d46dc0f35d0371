import type { Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { timeFor, type Progress } from "../files/progress.js";
import type { Api } from "../openapi/api.js";
import { Told } from "../openapi/told.js";

/** What the documents of a project say, by the definition that names each. */
export interface Apis {
  readonly byDefinition: ReadonlyMap<Source, Api>;
  readonly issues: readonly SourceIssue[];
}

/** Reads the documents; a project without any loads nothing for it. */
export async function readApis({ documents }: Sources, progress: Progress): Promise<Apis> {
  const byDefinition = new Map<Source, Api>();
  if (documents.length === 0) return { byDefinition, issues: [] };
  const { apiOf } = await import("../openapi/api-of.js");
  const issues = documents.flatMap((document) => {
    progress.step(`reading the operations of ${document.source.file}`, timeFor(document.source.text, 30));
    const { api, issues: found } = apiOf(document);
    if (api !== undefined) byDefinition.set(document.definition, api);
    return [...found];
  });
  return { byDefinition, issues: distinct(issues) };
}

/** Definitions that share a document share its notes. */
function distinct(issues: readonly SourceIssue[]): readonly SourceIssue[] {
  const told = new Map<Source | undefined, Told>();
  return issues.filter((issue) => {
    const ofSource = told.get(issue.source) ?? new Told();
    told.set(issue.source, ofSource);
    return ofSource.add(issue);
  });
}
