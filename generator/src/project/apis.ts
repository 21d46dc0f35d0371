import type { Source, SourceIssue, Sources } from "../diagnostics/source.js";
import type { Api } from "../openapi/api.js";

/** What the documents of a project say, by the definition that names each. */
export interface Apis {
  readonly byDefinition: ReadonlyMap<Source, Api>;
  readonly issues: readonly SourceIssue[];
}

/** Reads the documents; a project without any loads nothing for it. */
export async function readApis({ documents }: Sources): Promise<Apis> {
  const byDefinition = new Map<Source, Api>();
  if (documents.length === 0) return { byDefinition, issues: [] };
  const { apiOf } = await import("../openapi/api-of.js");
  const issues = documents.flatMap((document) => {
    const { api, issues: found } = apiOf(document);
    if (api !== undefined) byDefinition.set(document.definition, api);
    return [...found];
  });
  return { byDefinition, issues: distinct(issues) };
}

/** Definitions that share a document share its notes. */
function distinct(issues: readonly SourceIssue[]): readonly SourceIssue[] {
  const bySource = new Map<Source | undefined, Map<string, SourceIssue>>();
  for (const issue of issues) {
    const known = bySource.get(issue.source) ?? new Map<string, SourceIssue>();
    bySource.set(issue.source, known.set(`${issue.code} ${issue.pointer} ${issue.message}`, issue));
  }
  return [...bySource.values()].flatMap((known) => [...known.values()]);
}
