import { toPointer } from "@sdkwright/runtime/config";
import type { Budget } from "../diagnostics/budget.js";
import type { SourceIssue, Sources } from "../diagnostics/source.js";
import type { InputPlaces } from "../io/find-project.js";
import { checkSources, inContext } from "./check-sources.js";
import { readApis } from "./load-documents.js";
import { loadSources } from "./load.js";
import { normalizeSources, parseSources, projectOf } from "./parse.js";
import { type LoadedProject, useCaseNamesOf } from "./project.js";
import type { Reader } from "./reader.js";

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
  return projectFrom(sources, places, reader.issues, reader);
}

/** What documents that were read say together; `read` is what was found wrong while reading them. */
export async function projectFrom(
  sources: Sources,
  { out }: InputPlaces,
  read: readonly SourceIssue[],
  reader: Reader,
): Promise<LoadedRun> {
  const parsed = parseSources(sources);
  const apis = await readApis(sources, reader);
  const normalized = normalizeSources(parsed, apis);
  const between = [
    ...inContext(sources, parsed, normalized),
    ...checkSources(sources, parsed, normalized, reader.budget),
  ];
  const issues = [...read, ...between, ...apis.issues];
  if (issues.some(stopsWriting)) return { sources, issues };
  const project = projectOf(sources, parsed, normalized, out);
  spendOnProfiles(project, sources, reader.budget);
  return { sources, issues, project };
}

/**
 * Profiles multiply: each has every use-case with every provider that it may be done by, and its own definitions, though
 * client.json says it once. An entry is emitted in half a millisecond, and takes 20 kB of memory.
 */
function spendOnProfiles({ client, profiles }: LoadedProject, sources: Sources, budget: Budget): void {
  const hint = "name the providers of a profile in its `priority`, or make several projects";
  const what = "the profiles have too many use-cases and providers together";
  for (const { name, document, definitions } of profiles) {
    const config = client?.config.profiles[name];
    const providers = new Set([...(config?.priority ?? []), ...Object.keys(config?.providers ?? {})]);
    const entries = providers.size * Math.max(1, useCaseNamesOf(document?.profile, config).length);
    const own = Object.values(definitions).reduce((sum, { json }) => sum + JSON.stringify(json).length, 0);
    const steps = 100 * entries + own;
    budget.spend(steps, () => ({ what, hint, source: sources.client, pointer: toPointer("profiles", name) }));
  }
}

/** An error in the two formats: with any of them nothing is written (rules F1). */
function stopsWriting({ severity, stops }: SourceIssue): boolean {
  return severity === "error" && stops !== false;
}
