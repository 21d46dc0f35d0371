import { readApis } from "./apis.js";
import { checkExtent } from "./check-extent.js";
import { checkSources, inContext } from "./check-sources.js";
import { loadSources } from "./load.js";
import type { Progress } from "../files/progress.js";
import type { InputPlaces } from "../files/find-project.js";
import type { LoadedProject } from "./project.js";
import type { Reader } from "./reader.js";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import { normalizeSources, projectOf } from "./normalize.js";
import { parseSources } from "./parse.js";

/** What was read, and what it says unless a mistake stops it. */
export interface LoadedRun {
  readonly sources: Sources;
  readonly issues: readonly SourceIssue[];
  readonly project?: LoadedProject | undefined;
}

/** files → load → parse → normalize: the first half of the pipeline, which `diff` needs too. */
export async function loadProject(places: InputPlaces, reader: Reader): Promise<LoadedRun> {
  const sources = await loadSources(places, reader);
  reader.progress.step(`checking ${reader.documentCount} documents`);
  return projectFrom(sources, places, reader.issues, reader.progress);
}

/** What documents that were read say together; `read` is what was found wrong while reading them. */
export async function projectFrom(
  sources: Sources,
  { out }: InputPlaces,
  read: readonly SourceIssue[],
  progress: Progress,
): Promise<LoadedRun> {
  const parsed = parseSources(sources);
  const apis = await readApis(sources, progress);
  const normalized = normalizeSources(parsed, apis);
  const between = [...inContext(sources, parsed, normalized), ...checkSources(sources, parsed, normalized)];
  const issues = [...read, ...between, ...apis.issues];
  if (issues.some(stopsWriting)) return { sources, issues };
  const project = projectOf(sources, parsed, normalized, out);
  const extent = checkExtent(project);
  return extent.length > 0 ? { sources, issues: [...issues, ...extent] } : { sources, issues, project };
}

/** An error in the two formats: with any of them nothing is written (rules F1). */
function stopsWriting({ severity, stops }: SourceIssue): boolean {
  return severity === "error" && stops !== false;
}
