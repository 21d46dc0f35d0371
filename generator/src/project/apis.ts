import type { Source, SourceIssue, Sources } from "../diagnostics/source.js";
import { timeFor, type Progress } from "../files/progress.js";
import type { Api } from "../openapi/api.js";
import { Told } from "../openapi/told.js";

/** What the documents of a project say, by the definition that names each. */
export interface Apis {
  readonly byDefinition: ReadonlyMap<Source, Api>;
  readonly issues: readonly SourceIssue[];
}

/**
 * So many characters, each as often as a definition names its document, and so many for a part of an operation, which
 * references may bring many times: that much takes minutes, and some GB of memory.
 */
const MOST_CHARACTERS = 200_000_000;
const PER_PART = 100;

/** Reads the documents; a project without any loads nothing for it. */
export async function readApis({ documents }: Sources, progress: Progress): Promise<Apis> {
  const byDefinition = new Map<Source, Api>();
  if (documents.length === 0) return { byDefinition, issues: [] };
  const { apiOf } = await import("../openapi/api-of.js");
  const issues: SourceIssue[] = [];
  let characters = 0;
  for (const document of documents) {
    progress.step(`reading the operations of ${document.source.file}`, timeFor(document.source.text, 30));
    const { api, issues: found } = apiOf(document);
    for (const issue of found) issues.push(issue);
    if (api === undefined) continue;
    byDefinition.set(document.definition, api);
    characters += charactersOf(api);
    if (characters > MOST_CHARACTERS && byDefinition.size > 1)
      return { byDefinition, issues: [...distinct(issues), tooMuch(documents.length)] };
  }
  return { byDefinition, issues: distinct(issues) };
}

function charactersOf({ document, operations }: Api): number {
  const parts = operations.map(({ parameters, bodies, answers }) => {
    const contents = [...bodies, ...answers.flatMap((answer) => answer.contents)];
    // Media types are emitted as often.
    const media = contents.reduce((sum, { mediaType }) => sum + mediaType.length, 0);
    return media + PER_PART * (1 + parameters.length + bodies.length + answers.length);
  });
  return parts.reduce((sum, each) => sum + each, document.source.text.length);
}

function tooMuch(count: number): SourceIssue {
  const message = `the OpenAPI documents of ${count} definitions, each as often as it is named, come to more than 200 MB with what they refer to`;
  const hint = "give one provider several services, or make several projects";
  return { code: "SW0303", severity: "error", pointer: "", message, hint };
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
