import type { Source, SourceIssue, Sources } from "./diagnostics/source.js";
import { buildModel, type SdkModel } from "./emit/build-model.js";
import { publicModel } from "./emit/build-public-model.js";
import { checkMaps } from "./emit/maps.js";
import { type GeneratedFile, render } from "./emit/render.js";
import type { InputPlaces } from "./io/find-project.js";
import { type Lock, lockIn } from "./io/lock.js";
import type { Progress } from "./io/progress.js";
import { lockOfRun } from "./output/lock-of-run.js";
import type { Output } from "./output/plan.js";
import { type LoadedRun, loadProject } from "./project/load-project.js";
import type { LoadedProject, LoadedProvider } from "./project/project.js";
import type { Reader } from "./project/reader.js";

/** What a project comes to: everything that should stand in the output folder, unless a mistake stops it. */
export interface Generated {
  readonly issues: readonly SourceIssue[];
  readonly project?: LoadedProject | undefined;
  readonly output?: Output | undefined;
}

/** A project whose maps and emitted names were checked too. */
export interface CheckedRun {
  readonly issues: readonly SourceIssue[];
  /** Absent where a mistake keeps it from being made. */
  readonly model?: SdkModel | undefined;
  /** Files with the types of operations (OpenAPI), which are printed when they are asked for. */
  readonly print: () => readonly GeneratedFile[];
}

/** Finds the lock of an earlier run, as far as it is believed. */
type EarlierIn = (folder: string) => Lock | undefined;

/** files → load → parse → normalize → model → render; the command writes the output, or compares it. */
export async function generate(places: InputPlaces, reader: Reader, earlierIn: EarlierIn = lockIn): Promise<Generated> {
  const run = await loadProject(places, reader);
  const { progress } = reader;
  const { issues, model, print } = await checkRun(run, places, progress, earlierIn);
  const { sources, project } = run;
  if (project === undefined || model === undefined) return { issues };
  const files = [...(await render(model, progress)), ...print()];
  progress.step(`comparing ${files.length} files`);
  const lock = lockOfRun(places, sources, { model: await publicModel(project, model), issues, files });
  return { issues, project, output: { folder: places.out, files, lock } };
}

/**
 * The second half of what can be wrong: maps that lack use-cases, names that clash. `validate` asks for it too. A map that
 * the earlier lock has as fine is not read again.
 */
export async function checkRun(
  { sources, project, issues }: LoadedRun,
  { out }: InputPlaces,
  progress: Progress,
  earlierIn: EarlierIn = lockIn,
): Promise<CheckedRun> {
  if (project === undefined) return { issues, print: NOTHING.print };
  const { print, unsaid, model, clashes } = await emittedOf(project, sources, progress);
  const maps = await checkMaps(sources, project, earlierIn(out), progress);
  return { issues: [...issues, ...maps, ...clashes, ...unsaid], model, print };
}

interface Emitted extends Pick<CheckedRun, "model" | "print"> {
  readonly clashes: readonly SourceIssue[];
  /** What no type can say of documents. */
  readonly unsaid: readonly SourceIssue[];
}

/** What a project emits, unless names clash. `diff` asks for it without looking at maps. */
export async function emittedOf(project: LoadedProject, sources: Sources, progress: Progress): Promise<Emitted> {
  const operations = await operationsIn(project, progress);
  const webhooks = await webhooksIn(project);
  const unsaid = [...operations.issues, ...webhooks.issues];
  const print = () => [...operations.print(), ...webhooks.print()];
  const { model, issues } = buildModel(withBrought(project, operations.brought));
  const clashes = issues.map((issue) => ({ ...issue, source: sourceNamed(issue.file, sources) }));
  return { model, clashes, unsaid, print };
}

interface EmittedOperations {
  readonly issues: readonly SourceIssue[];
  readonly brought: ReadonlyMap<string, Pick<LoadedProvider, "wires" | "keys" | "pages" | "lists">>;
  readonly print: () => readonly GeneratedFile[];
}

const NOTHING: EmittedOperations = { issues: [], brought: new Map(), print: () => [] };

/** Definitions bring along what their operations have otherwise on the wire, their keys, and how their lists go on. */
function withBrought(project: LoadedProject, brought: EmittedOperations["brought"]): LoadedProject {
  if (brought.size === 0) return project;
  const providers = project.providers.map((each) => ({ ...each, ...brought.get(each.definition.name) }));
  return { ...project, providers };
}

/** What documents come to; what reads them is loaded only where there is one. */
async function operationsIn(project: LoadedProject, progress: Progress): Promise<EmittedOperations> {
  if (project.providers.every(({ api }) => api === undefined)) return NOTHING;
  const { operationsOfAll } = await import("./emit/operations/operations-of.js");
  return operationsOfAll(project, progress);
}

/** Modules of webhooks, for definitions that say how these are signed. */
async function webhooksIn(project: LoadedProject): Promise<Omit<EmittedOperations, "brought">> {
  if (project.providers.every(({ definition }) => definition.webhooks === undefined)) return NOTHING;
  const { webhooksOfAll } = await import("./emit/operations/webhooks.js");
  return webhooksOfAll(project);
}

/** The document that an issue of the model names. */
function sourceNamed(file: string, { client, definitions, profiles }: Sources): Source | undefined {
  const documents = profiles.flatMap((profile) => [profile.document, ...Object.values(profile.definitions)]);
  const sources = [client, ...definitions.map(({ source }) => source), ...documents];
  return sources.find((source) => source?.file === file);
}
